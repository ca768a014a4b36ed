import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { DeskError, ResultOf } from '../client.ts'
import { useActions } from '../shell/notice.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Waiting } from '../shell/Waiting.tsx'

type QuestionViewProps = { id: string; data: ResultOf<'training.list'> | undefined; error: DeskError | null }

/** One message, the answers that are nearest, and any other to teach it to. */
export function QuestionView({ id, data, error }: QuestionViewProps) {
  const question = data?.questions.find(({ key }) => key === id)
  return (
    <Pane label="The question" list="Questions" back="/questions">
      {data === undefined || error ? (
        <Waiting error={error} />
      ) : question === undefined ? (
        <p>It is taught, or was understood by now.</p>
      ) : (
        <Question question={question} answers={data.answers} />
      )}
    </Pane>
  )
}

type QuestionProps = {
  question: ResultOf<'training.list'>['questions'][number]
  answers: ResultOf<'training.list'>['answers']
}

function Question({ question: { message, reference, reply, nearest }, answers }: QuestionProps) {
  const [words, setWords] = useState(message)
  const [, go] = useLocation()
  const { change, notice } = useActions()
  const teach = async (id: string) => {
    let taught: ResultOf<'training.teach'> = { id: '', example: '', file: '', mark: '' }
    await notice(
      async () => {
        taught = await change('training.teach', { id, words, message })
        go('/questions')
        return `“${taught.example}” is written to ${id}, in ${taught.file}. Build the site again: npm start.`
      },
      { text: '', undo: () => change('training.undo', taught) },
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
            <button type="button" className="quiet" onClick={() => void teach(id)} aria-label={`Teach it to ${id}`}>
              Teach it
            </button>
          </li>
        ))}
      </ul>
      <AnyAnswer answers={answers} onTeach={(id) => void teach(id)} />
    </div>
  )
}

type AnyAnswerProps = { answers: ResultOf<'training.list'>['answers']; onTeach: (id: string) => void }

/** Any answer, found by its id or its first sentence as they are typed. */
function AnyAnswer({ answers, onTeach }: AnyAnswerProps) {
  const [id, setId] = useState('')
  const says = answers.find((answer) => answer.id === id)?.says
  return (
    <form action={() => onTeach(id)}>
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
