import type { BookingInfo } from '../../../lib/booking-info.ts'

/** Reads what a visitor tells of themselves: so far the last address alone. */
export function extractBooking(messages: readonly string[], studioAddress?: string): BookingInfo {
  const addresses = messages
    .flatMap((message) => message.match(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g) ?? [])
    .filter((address) => address !== studioAddress)
  const nothing = { name: null, company: null, budget: null, timeline: null, requirements: null }
  return { ...nothing, email: addresses.at(-1) ?? null }
}
