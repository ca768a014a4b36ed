import { Fragment } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../platform/text/amounts.ts'
import { change } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { useClock } from '../shell/clock.ts'
import { Detail } from '../shell/Split.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Section } from '../ui/Page.tsx'
import type { MessageData, MessageProps } from './TeachForm.tsx'
import { TeachForm } from './TeachForm.tsx'

export function TrainingMessage({ message, training }: MessageProps) {
  const clock = useClock()
  const { runChange } = useChanges()
  const isIgnored = training.ignored.some(({ key }) => key === message.key)
  const isOpen = message.savedAs === null && !isIgnored
  const input = (undo: boolean) => ({ message: message.message, undo })
  const ignore = () =>
    runChange('training.ignore', input(isIgnored), { undo: () => change('training.ignore', input(!isIgnored)) })
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
          {isOpen && <ActionButton isPlain label="Ignore" shortcut="e" run={ignore} />}
          {isIgnored && <ActionButton label="Review again" run={ignore} />}
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
      {isOpen && <TeachForm message={message} training={training} />}
    </Detail>
  )
}

/** Descriptions of acts, the kinds of clauses in a message. */
const actNames: Record<MessageData['acts'][number], string> = {
  describe: 'describes a project',
  ask: 'asks',
  respond: 'answers the chat’s question',
  detail: 'gives details',
  buy: 'wants to go ahead',
}

function ChatExcerpt({ message: { around, nearest, acts } }: { message: MessageData }) {
  const [best] = nearest
  const answerIndex = around.findIndex(({ isMessage }) => isMessage) + 1
  return (
    <Section title="Conversation">
      <ol className="chat">
        {around.map(({ role, content, isMessage }, n) => (
          <Fragment key={`${String(n)} ${content}`}>
            <li className={isMessage ? 'asked' : role === 'user' ? undefined : 'reply'} dir="auto">
              {content}
            </li>
            {n === answerIndex && best && role !== 'user' && (
              <li className="nearest second">
                {acts.length > 0 && `Read as: ${acts.map((act) => actNames[act]).join(', ')}. `}
                {`Nearest answer: ${best.title}, ${best.percent}% sure`}
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </Section>
  )
}

function TrainingRail({ training: { builtAt, newExamples, counts, messages } }: Pick<MessageProps, 'training'>) {
  const clock = useClock()
  const percent = counts.messages === 0 ? '' : ` (${Math.floor((counts.sure / counts.messages) * 100)}%)`
  const sinceBuild = [
    ['Saved', counted(newExamples, 'example')],
    ['Last build', builtAt === null ? 'None yet' : clock.moment(builtAt)],
  ] as const
  const others = counts.messages - counts.sure - messages.length
  const all = [
    ['Messages', counts.messages.toLocaleString('en')],
    ['Sure', `${counts.sure.toLocaleString('en')}${percent}`],
    ['To review', messages.length.toLocaleString('en')],
    ['Others', others === 0 ? null : others.toLocaleString('en')],
  ] as const
  return (
    <>
      <section>
        <h3>Since the last build</h3>
        <Facts facts={sinceBuild} />
      </section>
      <section>
        <h3>All chats</h3>
        <Facts facts={all} />
      </section>
      <p className="second">Only messages from chats that became a lead are shown here.</p>
    </>
  )
}
