import { maxAddressLength } from '../../../lib/mail/mail-address.ts'
import { cleanText, complainOfAddress, complainOfText, headlineOf, textMessages } from '../../../lib/text/form-text.ts'
import { type BookingField, bookingFields, bookingOf } from './booking-info.ts'

/** '' is unknown. */
export type BookingValues = Record<BookingField, string>

/** What is wrong: one sentence above the fields, and one beside each field concerned. */
export type BookingErrors = { message: string; fields: Partial<BookingValues> }

/** In characters as a reader counts them (Unicode code points), after trimming. */
export const bookingLimits: Readonly<Record<BookingField, number>> = {
  name: 100,
  email: maxAddressLength,
  company: 200,
  budget: 200,
  timeline: 200,
  requirements: 5_000,
}

/** `values` is what to store, or to show again; it holds '' for what was no text. */
export type BookingCheck =
  | { ok: true; values: BookingValues }
  | { ok: false; values: BookingValues; errors: BookingErrors }

type Input = { readonly [K in BookingField]?: unknown }

/** The check of a consultation that is sent: name and e-mail are required, the rest may be missing. */
export function checkBooking(input: Input): BookingCheck {
  const values = bookingOf((field) => cleanText(input[field]))
  const fields: BookingErrors['fields'] = {}
  for (const field of bookingFields) {
    const wrong = complaint(field, input[field], values[field])
    if (wrong !== undefined) fields[field] = wrong
  }
  const message = headlineOf(Object.values(fields))
  return message === undefined ? { ok: true, values } : { ok: false, values, errors: { message, fields } }
}

function complaint(field: BookingField, given: unknown, value: string): string | undefined {
  if (field === 'email') return complainOfAddress(given, value)
  const wrong = complainOfText(given, value, { most: bookingLimits[field], lines: field === 'requirements' })
  return wrong === textMessages.empty && field !== 'name' ? undefined : wrong
}
