import type { Calls } from '../../../platform/content/calls.ts'
import { callFields } from '../../../server/leads/fields.ts'
import { Form, type PageFormProps } from '../../ui/form/Form.tsx'

type ChosenTimeProps = {
  words: Calls
  start: string
  zone: string
  /** The time in the visitor's time zone, and in the studio's if that differs. */
  chosen: readonly string[]
}

type CallFormProps = PageFormProps &
  ChosenTimeProps & {
    /** Other times, if the chosen one was taken meanwhile. They're in the form, so that typed text isn't lost. */
    near: readonly { start: string; words: string }[]
  }

export function CallForm({ near, words, start, zone, chosen, ...props }: CallFormProps) {
  const form = { action: '/api/call', id: 'call', className: 'form', fields: callFields, send: words.form.send }
  return (
    <Form {...props} {...form} draftKey="call" isBrief>
      {near.length === 0 ? (
        <ChosenTime {...{ words, start, zone, chosen }} otherTimes={`/call?zone=${encodeURIComponent(zone)}`} />
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

export function MoveForm({ move, ...chosenTime }: ChosenTimeProps & { move: string }) {
  return (
    <form method="post" action={`/call/manage?key=${move}`}>
      <ChosenTime {...chosenTime} />
      <button type="submit" className="button">
        {chosenTime.words.links.moveHere}
      </button>
    </form>
  )
}

function ChosenTime({ words: { page }, start, zone, chosen, otherTimes }: ChosenTimeProps & { otherTimes?: string }) {
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
