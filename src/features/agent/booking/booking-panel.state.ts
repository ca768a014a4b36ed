import type { BookingWords } from '../../../content/agent/booking.ts'
import { type FormErrors, fieldsOf } from '../../../lib/form.ts'
import { newRequestId } from '../../../lib/net/request-id.ts'
import { type ConsultationField, type ConsultationInfo, type ConsultationValues, consultationRules } from '../../leads/lead.fields.ts'

/** The words that the panel needs in the browser, and no other. */
export type BookingPanelWords = Omit<BookingWords, 'noRequirements' | 'problems' | 'page'>

/** What the tab remembers of a conversation's booking. */
export type BookingMemory = {
  /** When the conversation's first message was sent (epoch milliseconds); undefined before it. */
  begunAt: number | undefined
  /** The idempotency key of everything that is sent of this conversation, by the visitor or when they leave. */
  requestId: string
  /** What the visitor has typed into fields; it stands before what was read from his messages. */
  typed: Partial<ConsultationValues>
  /** Whether they may be written to when they leave; undefined before they have said anything to it. */
  isAgreed?: boolean | undefined
  /** Of the request that was sent. */
  reference?: string | undefined
  /** What stood in the fields then. */
  sent?: ConsultationValues | undefined
}

export type BookingState = BookingMemory & {
  isSending?: boolean
  errors?: FormErrors | undefined
  /** The fields are unfolded. */
  isOpen?: boolean
}

export type BookingEvent =
  | { type: 'typed'; field: ConsultationField; text: string }
  | { type: 'agreed'; isAgreed: boolean }
  /** By the visitor, or by what he does next: who talks on looks at the talk. */
  | { type: 'folded'; isOpen: boolean }
  | { type: 'submitted' }
  | { type: 'refused'; errors: FormErrors }
  | { type: 'stored'; reference: string; sent: ConsultationValues }
  /** There is another request to be left after one that was sent. */
  | { type: 'reopened' }

export function newBooking(begunAt: number | undefined): BookingState {
  return { begunAt, requestId: newRequestId(), typed: {} }
}

export function nextBookingState(state: BookingState, event: BookingEvent): BookingState {
  switch (event.type) {
    case 'typed':
      return { ...state, typed: { ...state.typed, [event.field]: event.text } }
    case 'agreed':
      return { ...state, isAgreed: event.isAgreed }
    case 'folded':
      return { ...state, isOpen: event.isOpen }
    case 'submitted':
      return { ...state, isSending: true, errors: undefined }
    case 'refused':
      return { ...state, isSending: false, isOpen: true, errors: event.errors }
    case 'stored':
      return { ...state, isSending: false, reference: event.reference, sent: event.sent }
    case 'reopened': {
      const { requirements: _, ...typed } = state.typed
      return { ...newBooking(state.begunAt), typed, isAgreed: state.isAgreed, isOpen: true }
    }
  }
}

/** What stands in a field: what was typed into it, else what was read from the messages. */
export function shownValue({ typed }: BookingState, info: Partial<ConsultationInfo>, field: ConsultationField): string {
  return typed[field] ?? info[field] ?? ''
}

/** Whether there is something to send: nothing was sent yet, or what stands in the fields is another by now. */
export function hasNews({ reference, sent }: BookingState, values: ConsultationValues): boolean {
  return (
    reference === undefined ||
    (sent !== undefined && fieldsOf(consultationRules).some((field) => values[field] !== sent[field]))
  )
}
