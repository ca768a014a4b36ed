import { type BookingMemory, type BookingState, newBooking } from './booking-panel.state.ts'

/** Key in the tab's session storage. */
export const bookingKey = 'chat-booking'

/** What this page has kept itself: it lasts where there is no storage, and until 'Start over' can't be undone any more. */
let keptHere: BookingMemory | undefined

/** What is remembered of the conversation that began then; of another one nothing is. */
export function recallBooking(begunAt: number | undefined): BookingState {
  const kept = keptHere ?? stored()
  if (kept && (kept.begunAt === undefined || kept.begunAt === begunAt)) return { ...kept, begunAt }
  // The conversation was emptied, and so is what the tab keeps of it.
  if (keptHere) forget()
  return newBooking(begunAt)
}

export function rememberBooking({ begunAt, requestId, typed, isAgreed, reference }: BookingMemory): void {
  keptHere = { begunAt, requestId, typed, isAgreed, reference }
  try {
    sessionStorage.setItem(bookingKey, JSON.stringify(keptHere))
  } catch {
    return
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(bookingKey)
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
