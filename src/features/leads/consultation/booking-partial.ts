import { isMailAddress } from '../../../lib/mail/mail-address.ts'
import { cleanText } from '../../../lib/text/form-text.ts'
import { type BookingValues, bookingLimits } from './booking.schema.ts'
import { type BookingField, type BookingInfo, bookingOf } from './booking-info.ts'

/**
 * What is known of a visitor who left without sending: what stood in the fields, made to fit rather than refused, since
 * nobody is there to mend it, and else what the messages tell.
 * @param said what was read out of the messages
 * @returns undefined without an address
 */
export function knownOf(fields: Readonly<Record<string, unknown>>, said: BookingInfo): BookingValues | undefined {
  const values = bookingOf((field) => fitting(field, fields[field]) || fitting(field, said[field]))
  return values.email === '' ? undefined : values
}

function fitting(field: BookingField, given: unknown): string {
  const text = cleanText(given)
  if (field === 'email') return isMailAddress(text) ? text : ''
  const controls = field === 'requirements' ? /[^\P{Cc}\n\t]+/gu : /\p{Cc}+/gu
  const kept = [...text.replaceAll(controls, ' ')].slice(0, bookingLimits[field]).join('').trim()
  return /[^\s\p{Cf}]/u.test(kept) ? kept : ''
}
