import { fieldsOf } from '../../../lib/form.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { type ConsultationField, type ConsultationValues, consultationRules } from '../../leads/lead.fields.ts'
import { type BookingPanelWords, type BookingState, hasNews } from './booking-panel.state.ts'

type BookingPanelViewProps = {
  words: BookingPanelWords
  values: ConsultationValues
  state: BookingState
  /** The e-mail draft; '' while name or address is missing. */
  href: string
  onType: (field: ConsultationField, text: string) => void
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
            {fieldsOf(consultationRules).map((field) => (
              <Field
                key={field}
                id={`booking-${field}`}
                name={field}
                label={words.labels[field]}
                rule={consultationRules[field]}
                value={values[field]}
                error={errors?.fields[field]}
                isSending={isSending}
                onType={(text) => on.onType(field, text)}
              />
            ))}
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
