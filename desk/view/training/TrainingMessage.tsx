import { useState } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { change, type ResultOf } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Facts } from '../shell/Facts.tsx'
import { Field } from '../shell/Field.tsx'
import { Section } from '../shell/Page.tsx'
import { Detail } from '../shell/Split.tsx'
import { useClock } from '../shell/studio.tsx'

type TrainingData = ResultOf<'training.list'>
export type MessageData = TrainingData['messages'][number]
type MessageProps = { message: MessageData; training: TrainingData }

export function TrainingMessage({ message, training }: MessageProps) {
  const clock = useClock()
  const { runChange } = useChanges()
  const isIgnored = training.ignored.some(({ key }) => key === message.key)
  const ignore = (undo: boolean) =>
    runChange(
      'training.ignore',
      { message: message.message, undo },
      { undo: () => change('training.ignore', { message: message.message, undo: !undo }) },
    )
  const isOpen = message.savedAs === null && !isIgnored
  return (
    <Detail
      title={message.message}
      about={
        <>
          From <Link href={hrefs.lead(message.reference)}>a chat</Link>
          {` on ${clock.moment(message.at)}`}
        </>
      }
      actions={
        <>
          {isOpen && <ActionButton isPlain label="Ignore" shortcut="e" run={() => ignore(false)} />}
          {isIgnored && <ActionButton label="Review again" run={() => ignore(true)} />}
          {isOpen && (
            <button type="submit" className="button primary" form="teach">
              Save example
            </button>
          )}
        </>
      }
      rail={<TrainingRail training={training} />}
    >
      <ChatExcerpt message={message} />
      {message.savedAs !== null && <p>{`Saved as an example of “${message.savedAs.title}”.`}</p>}
      {isOpen && <TeachForm message={message} answers={training.answers} />}
    </Detail>
  )
}

function ChatExcerpt({ message: { around, nearest } }: { message: MessageData }) {
  const [best] = nearest
  const answerIndex = around.findIndex(({ isMessage }) => isMessage) + 1
  return (
    <Section title="Conversation">
      <ol className="chat">
        {around.map(({ role, content, isMessage }, n) => (
          <li key={`${String(n)} ${content}`} className={role === 'user' ? undefined : 'reply'} dir="auto">
            {isMessage ? <mark>{content}</mark> : content}
            {n === answerIndex && best && role !== 'user' && (
              <small>{`Nearest answer: ${best.title}, ${best.percent}% sure`}</small>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

const other = 'other'
const maxNearest = 3

function TeachForm({
  message: { message, nearest },
  answers,
}: {
  message: MessageData
  answers: TrainingData['answers']
}) {
  const [words, setWords] = useState(message)
  const [choice, setChoice] = useState(nearest[0]?.id ?? other)
  const [search, setSearch] = useState('')
  const { runChange } = useChanges()
  const found = answers.find(({ title }) => title.toLowerCase() === search.trim().toLowerCase())
  const save = async () => {
    const id = choice === other ? (found?.id ?? search) : choice
    await runChange('training.teach', { id, words, message }, { undo: (added) => change('training.undo', added) })
  }
  const choose = (value: string) => ({ isChosen: choice === value, onChoose: () => setChoice(value) })
  return (
    <form className="stack" id="teach" action={save}>
      <Field
        label="Example message"
        note="Edit it to stand for similar messages."
        required
        maxLength={160}
        value={words}
        onText={setWords}
      />
      <fieldset>
        <legend>What should the chat have answered?</legend>
        <div className="card options">
          {nearest.slice(0, maxNearest).map(({ id, title, says }) => (
            <Choice key={id} title={title} text={says} {...choose(id)} />
          ))}
          <Choice title="Another answer…" text={`Search all ${counted(answers.length, 'answer')}`} {...choose(other)} />
          {choice === other && (
            <div>
              <Field
                isBare
                label="Another answer"
                placeholder="Search answers"
                list="answers"
                required
                note={found?.says}
                value={search}
                onText={setSearch}
              />
              <datalist id="answers">
                {answers.map(({ id, title, says }) => (
                  <option key={id} value={title}>
                    {says}
                  </option>
                ))}
              </datalist>
            </div>
          )}
        </div>
      </fieldset>
    </form>
  )
}

type ChoiceProps = { title: string; text: string; isChosen: boolean; onChoose: () => void }

function Choice({ title, text, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" name="answer" checked={isChosen} onChange={onChoose} />
      <span>
        <b>{title}</b>
        <small dir="auto">{text}</small>
      </span>
    </label>
  )
}

function TrainingRail({ training: { builtAt, newExamples, counts, messages } }: { training: TrainingData }) {
  const clock = useClock()
  const percent = counts.messages === 0 ? '' : ` (${Math.floor((counts.sure / counts.messages) * 100)}%)`
  return (
    <>
      <section>
        <h3>Since the last build</h3>
        <Facts
          facts={[
            ['Saved', counted(newExamples, 'example')],
            ['Last build', builtAt === null ? 'None yet' : clock.moment(builtAt)],
          ]}
        />
      </section>
      <section>
        <h3>Last 28 days</h3>
        <Facts
          facts={[
            ['Messages', counts.messages.toLocaleString('en')],
            ['Sure', `${counts.sure.toLocaleString('en')}${percent}`],
            ['To review', messages.length.toLocaleString('en')],
          ]}
        />
      </section>
      <p className="second">Only messages from chats that became a lead are shown here.</p>
    </>
  )
}
