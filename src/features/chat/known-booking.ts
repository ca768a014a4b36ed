import type { BookingInfo } from '../../lib/booking-info.ts'

/** Anything but a text counts as not said. */
export function toBookingInfo(value: unknown): BookingInfo {
  const found: Record<string, unknown> = Object(value)
  const field = (name: keyof BookingInfo) => {
    const text = found[name]
    return typeof text === 'string' ? text : null
  }
  return {
    name: field('name'),
    email: field('email'),
    company: field('company'),
    budget: field('budget'),
    timeline: field('timeline'),
    requirements: field('requirements'),
  }
}

/** What was known stays where the newest reading, of which the oldest messages may be missing, finds nothing. */
export function mergeBooking(before: BookingInfo, now: BookingInfo): BookingInfo {
  return { ...before, ...Object.fromEntries(Object.entries(now).filter(([, text]) => text !== null)) }
}
