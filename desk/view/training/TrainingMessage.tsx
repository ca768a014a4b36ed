import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DeskError, ResultOf } from '../client.ts'
import { useActions } from '../shell/notice.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'

type TrainingMessageProps = { id: string; data: ResultOf<'training.list'> | undefined; error: DeskError | null }

/** One message, the answers that are nearest, and any other to teach it to. */
export function TrainingMessage({ id, data, error }: TrainingMessageProps) {
  const message = data?.messages.find(({ key }) => key === id)
  return (
    <Pane label="The question" list="Questions" back="/questions">
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : message === undefined ? (
        <p>It is taught, or was understood by now.</p>
      ) : (
        <Question message={message} answers={data.answers} />
      )}
    </Pane>
  )
}

type QuestionProps = {
  message: ResultOf<'training.list'>['messages'][number]
  answers: ResultOf<'training.list'>['answers']
}

function Question({ message: { message, reference, reply, nearest }, answers }: QuestionProps) {
  const [words, setWords] = useState(message)
  const [, go] = useLocation()
  const { change, notice } = useActions()
  const addTrainingExample = async (id: string) => {
    let added: ResultOf<'training.teach'> = { id: '', example: '', file: '', version: '' }
    await notice(
      async () => {
        added = await change('training.teach', { id, words, message })
        go('/questions')
        return `“${added.example}” is written to ${id}, in ${added.file}. Build the site again: npm start.`
      },
      { text: '', undo: () => change('training.undo', added) },
    )
  }
  return (
    <div className="question">
      <h1>{message}</h1>
      <div className="actions">
        <Link className="quiet" href={`/requests/${reference}?view=all`}>
          The request
        </Link>
      </div>
      {reply !== null && (
        <>
          <h2>The agent had said</h2>
          <p className="said">{reply}</p>
        </>
      )}
      <h2>
        <label htmlFor="words">The words to teach</label>
      </h2>
      <textarea id="words" rows={2} value={words} maxLength={160} onChange={({ target }) => setWords(target.value)} />
      <h2>The nearest answers</h2>
      <ul className="nearest">
        {nearest.map(({ id, percent, says }) => (
          <li key={id}>
            <p>
              <b>{id}</b> <span className="second">{`${percent} %`}</span>
            </p>
            <p>{says}</p>
            <button
              type="button"
              className="quiet"
              onClick={() => void addTrainingExample(id)}
              aria-label={`Teach it to ${id}`}
            >
              Teach it
            </button>
          </li>
        ))}
      </ul>
      <AnyAnswer answers={answers} onTrain={(id) => void addTrainingExample(id)} />
    </div>
  )
}

type AnyAnswerProps = { answers: ResultOf<'training.list'>['answers']; onTrain: (id: string) => void }

/** Any answer, found by its id or its first sentence as they are typed. */
function AnyAnswer({ answers, onTrain }: AnyAnswerProps) {
  const [id, setId] = useState('')
  const says = answers.find((answer) => answer.id === id)?.says
  return (
    <form action={() => onTrain(id)}>
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
          Teach it to this one
        </button>
      )}
    </form>
  )
}
