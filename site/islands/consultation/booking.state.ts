import type { BookingWords } from '../../../platform/content/chat/agent.ts'
import { type FormErrors, fieldsOf } from '../../../platform/form.ts'
import { newRequestId } from '../../../platform/http/request-id.ts'
import {
  type ConsultationField,
  type ConsultationInfo,
  type ConsultationValues,
  consultationRules,
} from '../../../server/leads/lead.fields.ts'
import { withdrawAbandoned } from './send-booking.ts'

/** `call` leads to the free times, where the site offers calls. */
export type BookingPanelWords = Omit<BookingWords, 'noRequirements' | 'problems' | 'page'> & {
  call?: string | undefined
}

export type BookingMemory = {
  /** When the conversation's first message was sent (epoch milliseconds); undefined before it. */
  begunAt: number | undefined
  /** The idempotency key of everything that is sent of this conversation, by the visitor or when they leave. */
  requestId: string
  /** What the visitor has typed into fields; it is before what was read from their messages. */
  typed: Partial<ConsultationValues>
  /** Whether they may be written to when they leave; undefined before they have said anything to it. */
  isAgreed?: boolean | undefined
  reference?: string | undefined
  sent?: ConsultationValues | undefined
}

export type BookingState = BookingMemory & { isSending?: boolean; errors?: FormErrors | undefined; isOpen?: boolean }

export type BookingAction =
  | { type: 'typed'; field: ConsultationField; text: string }
  | { type: 'agreed'; isAgreed: boolean }
  | { type: 'folded'; isOpen: boolean }
  | { type: 'submitted' }
  | { type: 'refused'; errors: FormErrors }
  | { type: 'stored'; reference: string; sent: ConsultationValues }
  | { type: 'offered' }

export function newBooking(begunAt: number | undefined): BookingState {
  return { begunAt, requestId: newRequestId(), typed: {} }
}

export function nextBookingState(state: BookingState, action: BookingAction): BookingState {
  switch (action.type) {
    case 'typed':
      return { ...state, typed: { ...state.typed, [action.field]: action.text } }
    case 'agreed':
      return { ...state, isAgreed: action.isAgreed }
    case 'folded':
      return { ...state, isOpen: action.isOpen }
    case 'submitted':
      return { ...state, isSending: true, errors: undefined }
    case 'refused':
      return { ...state, isSending: false, isOpen: true, errors: action.errors }
    case 'stored':
      return { ...state, isSending: false, reference: action.reference, sent: action.sent }
    case 'offered': {
      if (state.reference === undefined) return { ...state, isOpen: true }
      const { requirements: _, ...typed } = state.typed
      return { ...newBooking(state.begunAt), typed, isAgreed: state.isAgreed, isOpen: true }
    }
  }
}

export function shownValue({ typed }: BookingState, info: Partial<ConsultationInfo>, field: ConsultationField): string {
  return typed[field] ?? info[field] ?? ''
}

export function hasNews({ reference, sent }: BookingState, values: ConsultationValues): boolean {
  return (
    reference === undefined ||
    (sent !== undefined && fieldsOf(consultationRules).some((field) => values[field] !== sent[field]))
  )
}

const bookingKey = 'chat-booking'

/** What this page has seen itself: it lasts where there is no storage, and where 'Start over' is undone. */
let keptHere: BookingMemory | undefined

export function recallBooking(begunAt: number | undefined): BookingState {
  const kept = keptHere ?? stored()
  if (kept && (kept.begunAt ?? begunAt) === begunAt) {
    keptHere = { ...kept, begunAt }
    return keptHere
  }
  forgetBooking()
  return newBooking(begunAt)
}

export function rememberBooking({ begunAt, requestId, typed, isAgreed, reference, sent }: BookingMemory): void {
  keptHere = { begunAt, requestId, typed, isAgreed, reference, sent }
  try {
    sessionStorage.setItem(bookingKey, JSON.stringify(keptHere))
  } catch {}
}

/** Empties the storage along with the conversation, and withdraws what this page sent as abandoned. */
export function forgetBooking(): void {
  if (keptHere?.isAgreed && keptHere.reference === undefined) withdrawAbandoned(keptHere.requestId)
  try {
    if (keptHere) sessionStorage.removeItem(bookingKey)
  } catch {}
}

function stored(): BookingMemory | undefined {
  try {
    const kept: BookingMemory | null = JSON.parse(sessionStorage.getItem(bookingKey) ?? 'null')
    return typeof kept?.requestId === 'string' && typeof kept.typed === 'object' ? kept : undefined
  } catch {
    return undefined
  }
}
