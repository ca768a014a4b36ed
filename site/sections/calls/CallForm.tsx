import type { Calls } from '../../../platform/content/calls.ts'
import { callFields } from '../../../server/leads/fields.ts'
import { type Filled, Form } from '../../ui/form/Form.tsx'

type ChosenProps = {
  words: Calls
  start: string
  zone: string
  /** The time as the visitor reads it, and as the studio does if that differs. */
  chosen: readonly string[]
}

type CallFormProps = Filled &
  ChosenProps & {
    /** Other times, if that one was taken meanwhile. They're in the form, so that nothing typed is lost. */
    near: readonly { start: string; words: string }[]
  }

export function CallForm({ near, ...props }: CallFormProps) {
  const { words, start, zone, chosen, ...filled } = props
  const { labels, send } = words.form
  return (
    <Form
      {...filled}
      action="/api/call"
      id="call"
      className="form"
      fields={callFields}
      labels={labels}
      send={send}
      draftKey="call"
    >
      {near.length === 0 ? (
        <Chosen {...{ words, start, zone, chosen }} otherTimes={`/call?zone=${encodeURIComponent(zone)}`} />
      ) : (
        <>
          <input type="hidden" name="zone" value={zone} />
          <fieldset className="call-near">
            <legend>{words.page.near}</legend>
            {near.map((time) => (
              <label key={time.start}>
                <input type="radio" name="start" value={time.start} required /> {time.words}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </Form>
  )
}

export function MoveForm({ move, ...chosen }: ChosenProps & { move: string }) {
  return (
    <form method="post" action={`/call/manage?key=${move}`}>
      <Chosen {...chosen} />
      <button type="submit" className="button">
        {chosen.words.links.moveHere}
      </button>
    </form>
  )
}

function Chosen({ words: { page }, start, zone, chosen, otherTimes }: ChosenProps & { otherTimes?: string }) {
  return (
    <>
      <input type="hidden" name="zone" value={zone} />
      <input type="hidden" name="start" value={start} />
      <p>
        {`${page.chosen}: `}
        <strong>{chosen[0]}</strong>
        {chosen[1] !== undefined && <small>{` (${chosen[1]})`}</small>}
        {otherTimes !== undefined && (
          <>
            {' '}
            <a href={otherTimes}>{page.otherTimes}</a>
          </>
        )}
      </p>
    </>
  )
}
