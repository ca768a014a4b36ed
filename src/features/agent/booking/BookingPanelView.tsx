import { BookingFields } from '../../leads/consultation/BookingFields.tsx'
import type { BookingValues } from '../../leads/consultation/booking.schema.ts'
import type { BookingField } from '../../leads/consultation/booking-info.ts'
import { type BookingState, hasNews } from './booking-panel.state.ts'
import type { BookingPanelWords } from './booking-panel-words.ts'

type BookingPanelViewProps = {
  words: BookingPanelWords
  values: BookingValues
  state: BookingState
  /** The e-mail draft; '' while name or address is missing. */
  href: string
  onType: (field: BookingField, text: string) => void
  onAgree: (isAgreed: boolean) => void
  onFold: (isOpen: boolean) => void
  onSubmit: (event: React.SyntheticEvent) => void
}

/** The booking in each of its states. Closed it takes a few lines, so that the talk stays in sight on a phone. */
export function BookingPanelView({ words, values, state, href, ...on }: BookingPanelViewProps) {
  const { errors, isSending, isAgreed, reference } = state
  const isSent = reference !== undefined
  return (
    <>
      {isSent && (
        <p role="status" tabIndex={-1}>
          {words.success} {words.referenceLabel} <b>{reference}</b>
        </p>
      )}
      {hasNews(state, values) && (
        <form noValidate onSubmit={on.onSubmit}>
          {errors && (
            <p className="field-error" role="alert" tabIndex={-1}>
              {errors.message}
            </p>
          )}
          <details open={state.isOpen} onToggle={({ currentTarget }) => on.onFold(currentTarget.open)}>
            <summary>{words.heading}</summary>
            <BookingFields
              labels={words.labels}
              values={values}
              errors={errors?.fields}
              isSending={isSending}
              onType={on.onType}
            />
          </details>
          {!isSent && (
            <label className="booking-agree">
              <input
                type="checkbox"
                checked={isAgreed ?? false}
                onChange={({ target }) => on.onAgree(target.checked)}
              />{' '}
              {words.consent}
            </label>
          )}
          <div className="booking-acts">
            <button type="submit" className="button" disabled={isSending} aria-describedby="booking-send-note">
              {isSending ? words.sending : words.send}
            </button>
            <small id="booking-send-note">{words.sendNote}</small>
            {href && (
              <>
                <a className="booking-draft" aria-describedby="booking-draft-note" href={href}>
                  {words.draft}
                </a>
                <small id="booking-draft-note">{words.draftNote}</small>
              </>
            )}
          </div>
        </form>
      )}
    </>
  )
}
