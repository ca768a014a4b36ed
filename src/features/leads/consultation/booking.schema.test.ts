import { describe, expect, test } from 'vitest'
import { adaBooking } from '../../../../tests/support/desk.ts'
import { textMessages } from '../../../lib/text/form-text.ts'
import { bookingLimits, checkBooking } from './booking.schema.ts'
import { bookingOf } from './booking-info.ts'

function errorsOf(input: Parameters<typeof checkBooking>[0]) {
  const check = checkBooking(input)
  return check.ok ? undefined : check.errors
}

describe('checkBooking', () => {
  test('passes what a person writes, trimmed and with one kind of line break', () => {
    const check = checkBooking({ ...adaBooking, name: ' Zoe\u0308 ', requirements: '\r\nA\r\nB\n' })
    expect(check).toEqual({ ok: true, values: { ...adaBooking, name: 'Zoë', requirements: 'A\nB' } })
  })

  test('needs name and address alone', () => {
    const { name, email } = adaBooking
    expect(checkBooking({ name, email })).toEqual({ ok: true, values: { ...bookingOf(() => ''), name, email } })
    expect(errorsOf({})).toEqual({
      message: 'Please fill in all fields',
      fields: { name: textMessages.empty, email: textMessages.empty },
    })
  })

  test.each(['name', 'company', 'budget', 'timeline', 'requirements'] as const)('bounds the %s', (field) => {
    const most = bookingLimits[field]
    expect(errorsOf({ ...adaBooking, [field]: '😀'.repeat(most) })).toBeUndefined()
    expect(errorsOf({ ...adaBooking, [field]: 'x'.repeat(most + 1) })?.fields).toEqual({
      [field]: textMessages.tooLong(most, most + 1),
    })
  })

  test.each(['name', 'company', 'budget', 'timeline'] as const)('takes a %s of one line alone', (field) => {
    expect(errorsOf({ ...adaBooking, [field]: 'a\r\nBcc: b@example.com' })?.fields[field]).toBe(
      textMessages.controlCharacters,
    )
  })

  test('refuses what is no text, and an address that is none', () => {
    expect(errorsOf({ ...adaBooking, company: ['x'] })?.fields).toEqual({ company: textMessages.noText })
    expect(errorsOf({ ...adaBooking, email: 'ada@nowhere' })?.fields).toEqual({ email: textMessages.wrongAddress })
  })
})
