import { useState } from 'react'
import { counted } from '../../../platform/text/amounts.ts'
import { change, type ResultOf } from '../client.ts'
import { useChanges } from '../shell/changes.tsx'
import { Field } from '../ui/Field.tsx'

type TrainingData = ResultOf<'training.list'>
export type MessageData = TrainingData['messages'][number]
export type MessageProps = { message: MessageData; training: TrainingData }

/** The value of the option “Another answer…”. All other values are answer IDs. */
const other = 'other'
/** Number of likely answers to choose from. The search field offers all answers. */
const maxNearest = 3

export function TeachForm({ message: { message, nearest }, training: { answers } }: MessageProps) {
  const [words, setWords] = useState(message)
  const [choice, setChoice] = useState(nearest[0]?.id ?? other)
  const [search, setSearch] = useState('')
  const { runChange } = useChanges()
  const found = answers.find(({ title }) => title.toLowerCase() === search.trim().toLowerCase())
  const save = async () => {
    const id = choice === other ? (found?.id ?? search) : choice
    await runChange('training.teach', { id, words, message }, { undo: (added) => change('training.undo', added) })
  }
  const another = { id: other, title: 'Another answer…', says: `Search all ${counted(answers.length, 'answer')}` }
  return (
    <form className="stack" id="teach" action={save}>
      <Field
        label="Example message"
        hint="Reword it to cover similar questions."
        required
        maxLength={160}
        value={words}
        onText={setWords}
      />
      <fieldset>
        <legend>What should the chat have answered?</legend>
        <div className="card options">
          {[...nearest.slice(0, maxNearest), another].map(({ id, title, says }) => (
            <label key={id} className="choice">
              <input type="radio" name="answer" checked={choice === id} onChange={() => setChoice(id)} />
              <span>
                <b>{title}</b>
                <small dir="auto">{says}</small>
              </span>
            </label>
          ))}
          {choice === other && (
            <div>
              <Field
                isLabelHidden
                label="Another answer"
                placeholder="Search answers"
                list="answers"
                required
                hint={found?.says}
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
