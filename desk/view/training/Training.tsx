import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { change, type ResultOf, useRead } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Split } from '../shell/Split.tsx'
import { VirtualList } from '../shell/VirtualList.tsx'

export function Training({ id }: { id: string | undefined }) {
  const training = useRead('training.list', {})
  return (
    <Split
      title="Chat training"
      selected={id}
      label="Message"
      renderDetail={(selected) => (
        <Loaded {...training}>
          {({ messages, answers }) => {
            const message = messages.find(({ key }) => key === selected)
            return message ? <TrainingMessage message={message} answers={answers} /> : <p>Already answered.</p>
          }}
        </Loaded>
      )}
      listHref="/training"
    >
      <p className="second">Messages the chat wasn’t sure about, from chats that came with a lead.</p>
      <Loaded {...training}>
        {({ build, messages }) => (
          <>
            <BuildNotice build={build} />
            {build !== 'none' && (
              <VirtualList
                items={messages.map(toItem)}
                selected={id}
                emptyText="Nothing to review: the chat understood every message."
              />
            )}
          </>
        )}
      </Loaded>
    </Split>
  )
}

function BuildNotice({ build }: Pick<ResultOf<'training.list'>, 'build'>) {
  if (build === 'newest') return null
  if (build === 'none') return <p>Build the site first (npm start): the chat hasn’t been trained yet.</p>
  return <p className="card">The answers have changed since the last build. Run npm start to train the chat again.</p>
}

function toItem({ key, message, nearest: [best] }: ResultOf<'training.list'>['messages'][number]) {
  return {
    key,
    href: `/training/${key}`,
    title: message,
    aside: best === undefined ? '' : `${best.percent}%`,
    text: best === undefined ? '' : `${best.id}: ${best.says}`,
  }
}

type Training = ResultOf<'training.list'>
type TrainingMessageProps = { message: Training['messages'][number]; answers: Training['answers'] }

function TrainingMessage({ message: { message, reference, reply, nearest }, answers }: TrainingMessageProps) {
  const [example, setExample] = useState(message)
  const [, navigate] = useLocation()
  const { runChange } = useChanges()
  const teach = (id: string) =>
    runChange(
      'training.teach',
      { id, words: example, message },
      { undo: (added) => change('training.undo', added), onDone: () => navigate('/training') },
    )
  return (
    <div className="question">
      <h1>{message}</h1>
      <div className="actions">
        <Link className="quiet" href={`/leads/${reference}?view=all`}>
          Show lead
        </Link>
      </div>
      {reply !== null && (
        <>
          <h2>The chat replied</h2>
          <p className="said">{reply}</p>
        </>
      )}
      <h2>
        <label htmlFor="words">Example to add</label>
      </h2>
      <textarea
        id="words"
        rows={2}
        value={example}
        maxLength={160}
        onChange={({ target }) => setExample(target.value)}
      />
      <h2>Nearest answers</h2>
      <ul className="nearest">
        {nearest.map(({ id, percent, says }) => (
          <li key={id}>
            <p>
              <b>{id}</b> <span className="second">{`${percent}%`}</span>
            </p>
            <p>{says}</p>
            <ActionButton label="Add" ariaLabel={`Add to ${id}`} run={() => teach(id)} />
          </li>
        ))}
      </ul>
      <AnswerSearch answers={answers} onTeach={teach} />
    </div>
  )
}

type AnswerSearchProps = { answers: Training['answers']; onTeach: (id: string) => Promise<unknown> }

function AnswerSearch({ answers, onTeach }: AnswerSearchProps) {
  const [id, setId] = useState('')
  const says = answers.find((answer) => answer.id === id)?.says
  return (
    <form action={async () => void (await onTeach(id))}>
      <h2>
        <label htmlFor="answer">Another answer</label>
      </h2>
      <input
        id="answer"
        list="answers"
        placeholder="Search"
        autoComplete="off"
        required
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <datalist id="answers">
        {answers.map((answer) => (
          <option key={answer.id} value={answer.id}>
            {answer.says}
          </option>
        ))}
      </datalist>
      {says !== undefined && <p>{says}</p>}
      {id !== '' && (
        <button type="submit" className="button">
          Add to this answer
        </button>
      )}
    </form>
  )
}
