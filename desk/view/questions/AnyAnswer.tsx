import { useState } from 'react'
import type { ReadOf } from '../client.ts'

type AnyAnswerProps = { answers: ReadOf<'questions'>['answers']; onTeach: (id: string) => void }

/** Any answer, found by its id or its first sentence as they are typed. */
export function AnyAnswer({ answers, onTeach }: AnyAnswerProps) {
  const [id, setId] = useState('')
  const says = answers.find((answer) => answer.id === id)?.says
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onTeach(id)
      }}
    >
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
