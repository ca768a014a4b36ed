import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { adaBooking } from '../../../../tests/support/desk.ts'
import { siteContent } from '../../../content/site-content.ts'
import { BookingForm } from './BookingPanel.tsx'
import { type BookingState, newBooking } from './booking.state.ts'

const words = siteContent().agent.booking

function html(state: Partial<BookingState> = {}, href = '', values = adaBooking, call?: string): string {
  const nothing = () => {}
  return renderToStaticMarkup(
    <BookingForm
      words={{ ...words, call }}
      values={values}
      state={{ ...newBooking(1), ...state }}
      href={href}
      dispatch={nothing}
      onSubmit={nothing}
    />,
  )
}

test('every field stands under its label, folded away until it is asked for', () => {
  expect(html()).toMatch(/<details><summary>Your consultation request<\/summary>/)
  for (const [name, value] of Object.entries(adaBooking)) {
    expect(html()).toMatch(new RegExp(`<label for="booking-${name}">.*(value="${value}"|>${value}</textarea>)`))
  }
})

test('the draft is offered once it can be written, and sending always', () => {
  expect(html()).not.toContain('Book Consultation Now')
  expect(html({}, 'mailto:x')).toContain('href="mailto:x">Book Consultation Now</a>')
  expect(html()).toMatch(/<button type="submit"[^>]*>Send it now</)
  expect(html()).not.toContain(words.draftNote)
  expect(html({}, 'mailto:x')).toContain(`>${words.draftNote}</small>`)
})

test('the free times of calls are a step away, where there are any', () => {
  expect(html()).not.toContain('/call')
  expect(html({}, '', adaBooking, 'Book a call')).toMatch(/href="\/call">Book a call<\/a>/)
})

test('the box of the agreement is empty, and its label is what is agreed to', () => {
  expect(html()).toMatch(
    /<label class="booking-agree"><input type="checkbox"\/> If I leave without sending, keep this form/,
  )
  expect(html({ isAgreed: true })).toMatch(/type="checkbox" checked=""/)
})

test('what is wrong is said above the fields and beside each field concerned, which are in sight', () => {
  const wrong = html({ isOpen: true, errors: { message: 'Please fill in all fields', fields: { email: 'Missing' } } })
  expect(wrong).toContain('role="alert" tabindex="-1">Please fill in all fields')
  expect(wrong).toContain('<details open="">')
  expect(wrong).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="booking-email-error"/)
  expect(wrong).toContain('<span id="booking-email-error" class="field-error">Missing')
})

test('cannot be sent twice, nor changed, while it is being sent', () => {
  expect(html({ isSending: true })).toMatch(/<button[^>]* disabled[^>]*>Sending\.\.\.</)
  expect(html({ isSending: true }).match(/<(input|textarea)[^>]* readonly/gi)).toHaveLength(6)
})

test('gives way to the success message and the reference', () => {
  const sent = html({ reference: 'KW-AB12' })
  expect(sent).toContain('role="status"')
  expect(sent).toContain('Thank you! We&#x27;ve received your request and will contact you within 24 hours.')
  expect(sent).toContain('Your reference <b>KW-AB12</b>')
  expect(sent).not.toContain('<form')
})
