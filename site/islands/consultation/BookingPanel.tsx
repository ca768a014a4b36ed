import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { fieldsOf, mapFields } from '../../../platform/form.ts'
import { draftHref } from '../../../server/leads/consultation-draft.ts'
import { type ConsultationInfo, type ConsultationValues, consultationRules } from '../../../server/leads/lead.fields.ts'
import type { ProvableMessage } from '../../../server/leads/talk-proof.ts'
import { Field } from '../../ui/form/Field.tsx'
import { leadTo } from '../../ui/form/lead-to.ts'
import {
  type BookingAction,
  type BookingPanelWords,
  type BookingState,
  forgetBooking,
  hasNews,
  nextBookingState,
  recallBooking,
  rememberBooking,
  shownValue,
} from './booking.state.ts'
import { forgetSent, sendAbandoned, sendBooking } from './send-booking.ts'

type Transcript = readonly (ProvableMessage & { at?: number })[]

export type BookingPlace = {
  info: Partial<ConsultationInfo>
  transcript: Transcript
  draft: string
  /** The visitor leaves a request because nobody answers; what they typed is in `info.requirements`. */
  isOffered?: boolean
  onDone: () => void
}

type BookingPanelProps = BookingPlace & { words: BookingPanelWords }

/** The booking of one conversation; another one has a memory of its own. It goes when nothing is said or typed any more. */
export function BookingPanel(props: BookingPanelProps) {
  useEffect(() => forgetBooking, [])
  return <Booking key={props.transcript[0]?.at} {...props} />
}

function Booking({ words, info, transcript, draft, isOffered = false, onDone }: BookingPanelProps) {
  const [state, dispatch] = useReducer(nextBookingState, transcript[0]?.at, recallBooking)
  const frame = useRef<HTMLDivElement>(null)
  const { reference, errors, isSending, isAgreed } = state
  const values = mapFields(consultationRules, (field) => shownValue(state, info, field))
  const parcel = { values, requestId: state.requestId, transcript, consent: isAgreed ? 'yes' : '' }
  const isTouched = isAgreed !== undefined || Object.keys(state.typed).length > 0
  const isAsked = useRef(false)

  useAway(() => {
    if (isAgreed !== undefined && reference === undefined) sendAbandoned(parcel, draft)
  })

  useEffect(() => {
    // Whatever may have reached the server has to keep its key.
    if (isTouched || isSending || reference !== undefined) rememberBooking(state)
  }, [state, isTouched, isSending, reference])

  useTalk(transcript, isOffered, dispatch)

  useEffect(() => {
    // A conversation that was restored takes the focus from nobody.
    if (isSending || !isAsked.current || (reference === undefined && !errors)) return
    if (frame.current) leadTo(frame.current)
  }, [reference, errors, isSending])

  async function submit(event: React.SyntheticEvent) {
    event.preventDefault()
    if (isSending) return
    isAsked.current = true
    dispatch({ type: 'submitted' })
    const result = await sendBooking(parcel, state.begunAt, words.unreachable)
    if (!result.ok) return dispatch({ type: 'refused', errors: result.errors })
    dispatch({ type: 'stored', reference: result.reference, sent: values })
    onDone()
  }

  // An address that is only being typed counts; a field may be emptied to be filled anew.
  const isShown = isOffered || isTouched || values.name || values.email || /\S@[^\s@.]+\.\S/.test(draft)
  if (!isShown) return null
  return (
    <div className={`booking ${errors && state.isOpen ? 'booking-wrong' : ''}`} ref={frame}>
      <BookingForm
        words={words}
        values={values}
        state={state}
        href={values.name && values.email && draftHref(values, words)}
        dispatch={dispatch}
        onSubmit={submit}
      />
    </div>
  )
}

function useTalk(transcript: Transcript, isOffered: boolean, dispatch: (action: BookingAction) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message of the visitor's, once
  useEffect(() => {
    if (transcript.at(-1)?.role === 'user') dispatch({ type: 'folded', isOpen: false })
  }, [transcript.length])

  useEffect(() => {
    if (isOffered) dispatch({ type: 'offered' })
  }, [isOffered, dispatch])
}

function useAway(onAway: () => void): void {
  const away = useEffectEvent(({ type }: Event) => {
    if (type === 'pagehide' || document.hidden) onAway()
    else forgetSent()
  })
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('visibilitychange', (event) => away(event), { signal })
    addEventListener('pagehide', (event) => away(event), { signal })
    return () => listeners.abort()
  }, [])
}

type BookingFormProps = {
  words: BookingPanelWords
  values: ConsultationValues
  state: BookingState
  /** The e-mail draft; '' while name or address is missing. */
  href: string
  dispatch: (action: BookingAction) => void
  onSubmit: (event: React.SyntheticEvent) => void
}

/** The booking in each of its states. Closed it takes a few lines, so that the talk stays in sight on a phone. */
export function BookingForm({ words, values, state, href, dispatch, onSubmit }: BookingFormProps) {
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
        <form noValidate onSubmit={onSubmit}>
          {errors && (
            <p className="field-error" role="alert" tabIndex={-1}>
              {errors.message}
            </p>
          )}
          <div>
            {words.call && (
              <a className="booking-call" href="/call">
                {words.call}
              </a>
            )}
            <BookingFields words={words} values={values} state={state} dispatch={dispatch} />
          </div>
          {!isSent && (
            <label className="booking-agree">
              <input
                type="checkbox"
                checked={isAgreed ?? false}
                onChange={({ target }) => dispatch({ type: 'agreed', isAgreed: target.checked })}
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

function BookingFields({ words, values, state, dispatch }: Omit<BookingFormProps, 'href' | 'onSubmit'>) {
  return (
    <details
      open={state.isOpen}
      onToggle={({ currentTarget }) => dispatch({ type: 'folded', isOpen: currentTarget.open })}
    >
      <summary>{words.heading}</summary>
      {fieldsOf(consultationRules).map((field) => (
        <Field
          key={field}
          id={`booking-${field}`}
          name={field}
          label={words.labels[field]}
          rule={consultationRules[field]}
          value={values[field]}
          error={state.errors?.fields[field]}
          isSending={state.isSending}
          onType={(text) => dispatch({ type: 'typed', field, text })}
        />
      ))}
    </details>
  )
}
