import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { change, type ResultOf } from '../client.ts'
import { ActionButton } from '../shell/ActionButton.tsx'
import { useChanges } from '../shell/changes.tsx'

type Training = ResultOf<'training.list'>
type TrainingMessageProps = { message: Training['messages'][number]; answers: Training['answers'] }

export function TrainingMessage({ message: { message, reference, reply, nearest }, answers }: TrainingMessageProps) {
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
              <b>{id}</b> <span className="second">{`${percent} %`}</span>
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
