import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DeskError, ResultOf } from '../client.ts'
import { useActions } from '../shell/notice.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'

type TrainingMessageProps = { id: string; data: ResultOf<'training.list'> | undefined; error: DeskError | null }

/** One message, the nearest answers, and a search for any other. */
export function TrainingMessage({ id, data, error }: TrainingMessageProps) {
  const message = data?.messages.find(({ key }) => key === id)
  return (
    <Pane label="Message" list="Chat training" back="/training">
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : message === undefined ? (
        <p>Already answered.</p>
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
        go('/training')
        return `Added “${added.example}” to ${id}, in ${added.file}. Rebuild the site: npm start.`
      },
      { text: '', undo: () => change('training.undo', added) },
    )
  }
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
      <textarea id="words" rows={2} value={words} maxLength={160} onChange={({ target }) => setWords(target.value)} />
      <h2>Nearest answers</h2>
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
              aria-label={`Add to ${id}`}
            >
              Add
            </button>
          </li>
        ))}
      </ul>
      <AnyAnswer answers={answers} onTrain={(id) => void addTrainingExample(id)} />
    </div>
  )
}

type AnyAnswerProps = { answers: ResultOf<'training.list'>['answers']; onTrain: (id: string) => void }

/** Finds any answer by its id or its first sentence. */
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
          Add to this answer
        </button>
      )}
    </form>
  )
}
