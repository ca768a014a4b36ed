import { type BookingMemory, type BookingState, newBooking } from './booking-panel.state.ts'
import { takeBack } from './send-booking.ts'

/** Key in the tab's session storage. */
const bookingKey = 'chat-booking'

/** What this page has seen itself: it lasts where there is no storage, and where 'Start over' is undone. */
let keptHere: BookingMemory | undefined

/** What is remembered of the conversation that began then; of another one nothing is. */
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
  } catch {
    return
  }
}

/** Empties the tab's storage when the conversation that this page has seen is emptied, and takes back what it left. */
export function forgetBooking(): void {
  if (keptHere?.isAgreed && keptHere.reference === undefined) takeBack(keptHere.requestId)
  try {
    if (keptHere) sessionStorage.removeItem(bookingKey)
  } catch {
    return
  }
}

function stored(): BookingMemory | undefined {
  try {
    const kept: BookingMemory | null = JSON.parse(sessionStorage.getItem(bookingKey) ?? 'null')
    return typeof kept?.requestId === 'string' && typeof kept.typed === 'object' ? kept : undefined
  } catch {
    return undefined
  }
}
