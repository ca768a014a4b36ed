import type { Calls } from '../../../platform/content/calls.ts'
import { callFields } from '../../../server/leads/fields.ts'
import { type Filled, Form } from '../../ui/form/Form.tsx'

type CallFormProps = Filled & {
  words: Calls
  start: string
  zone: string
  /** The time as the visitor reads it, and as the studio does where that is another. */
  chosen: readonly string[]
  /** Those to choose from where that time was taken meanwhile: in the form, so that nothing typed is lost. */
  near: readonly { start: string; words: string }[]
}

export function CallForm({ words: { page, form }, start, zone, chosen, near, ...filled }: CallFormProps) {
  const { labels, send } = form
  const shown = {
    action: '/api/call',
    id: 'call',
    className: 'form',
    fields: callFields,
    labels,
    send,
    draftKey: 'call',
  }
  return (
    <Form {...filled} {...shown}>
      <input type="hidden" name="zone" value={zone} />
      {near.length === 0 ? (
        <>
          <input type="hidden" name="start" value={start} />
          <p>
            {`${page.chosen}: `}
            <strong>{chosen[0]}</strong>
            {chosen[1] !== undefined && <small>{` (${chosen[1]})`}</small>}{' '}
            <a href={`/call?zone=${encodeURIComponent(zone)}`}>{page.otherTimes}</a>
          </p>
        </>
      ) : (
        <fieldset className="call-near">
          <legend>{page.near}</legend>
          {near.map((time) => (
            <label key={time.start}>
              <input type="radio" name="start" value={time.start} required /> {time.words}
            </label>
          ))}
        </fieldset>
      )}
    </Form>
  )
}
