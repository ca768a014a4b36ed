import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { adaBooking } from '../../../../tests/support/desk.ts'
import { siteContent } from '../../../content/site-content.ts'
import { BookingForm } from './BookingPanel.tsx'
import {
  type BookingAction,
  type BookingState,
  hasNews,
  newBooking,
  nextBookingState,
  shownValue,
} from './booking.state.ts'

const words = siteContent().agent.booking
const errors = { message: 'Please fill in all fields', fields: { email: 'Missing' } }

function html(state: Partial<BookingState> = {}, href = '', call?: string): string {
  const nothing = () => {}
  const whole = { ...newBooking(1), ...state }
  return renderToStaticMarkup(
    <BookingForm
      {...{ words: { ...words, call }, values: adaBooking, state: whole, href, dispatch: nothing, onSubmit: nothing }}
    />,
  )
}

function stateAfter(...actions: BookingAction[]): BookingState {
  return actions.reduce(nextBookingState, newBooking(1))
}

test('every field has its label and value, folded away until someone opens it', () => {
  expect(html()).toMatch(/<details><summary>Your consultation request<\/summary>/)
  for (const [name, value] of Object.entries(adaBooking))
    expect(html()).toMatch(new RegExp(`<label for="booking-${name}">.*(value="${value}"|>${value}</textarea>)`))
  const open = stateAfter({ type: 'folded', isOpen: true })
  expect(html(open)).toContain('<details open="">')
  expect(html(nextBookingState(open, { type: 'folded', isOpen: false }))).toContain('<details>')
})

test('a field shows what was read from the messages until the visitor types into it', () => {
  const info = { name: 'Ada', email: null, company: 'Engines', budget: '5000 USD', timeline: null, requirements: null }
  expect(shownValue(stateAfter(), info, 'name')).toBe('Ada')
  const typed = stateAfter(
    { type: 'typed', field: 'name', text: 'Ada L' },
    { type: 'typed', field: 'company', text: '' },
  )
  expect(shownValue(typed, info, 'name')).toBe('Ada L')
  expect(shownValue(typed, info, 'company')).toBe('')
  expect(shownValue(typed, info, 'budget')).toBe('5000 USD')
})

test('offers the email draft once it can be written, and sending always', () => {
  expect(html()).toMatch(/<button type="submit"[^>]*>Send it now</)
  expect(html()).not.toMatch(new RegExp(`Book Consultation Now|${words.draftNote}`))
  expect(html({}, 'mailto:x')).toContain('href="mailto:x">Book Consultation Now</a>')
  expect(html({}, 'mailto:x')).toContain(`>${words.draftNote}</small>`)
})

test('links to the free times of calls where the site offers calls', () => {
  expect(html()).not.toContain('/call')
  expect(html({}, '', 'Book a call')).toMatch(/href="\/call">Book a call<\/a>/)
})

test('the consent box is empty until the visitor checks it', () => {
  expect(stateAfter().isAgreed).toBeUndefined()
  expect(html()).toMatch(
    /<label class="booking-agree"><input type="checkbox"\/> If I leave without sending, keep this form/,
  )
  expect(html(stateAfter({ type: 'agreed', isAgreed: true }))).toMatch(/type="checkbox" checked=""/)
})

test('an error keeps what was typed, opens the fields and stands beside its field; the next attempt clears it', () => {
  const before = stateAfter({ type: 'typed', field: 'name', text: 'Ada' }, { type: 'submitted' })
  expect(html(before)).toMatch(/<button[^>]* disabled[^>]*>Sending\.\.\.</)
  expect(html(before).match(/<(input|textarea)[^>]* readonly/gi)).toHaveLength(6)
  const refused = nextBookingState(before, { type: 'refused', errors })
  expect(refused).toMatchObject({ requestId: before.requestId, typed: { name: 'Ada' }, isSending: false })
  const wrong = html(refused)
  expect(wrong).toContain('role="alert" tabindex="-1">Please fill in all fields')
  expect(wrong).toContain('<details open="">')
  expect(wrong).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="booking-email-error"/)
  expect(wrong).toContain('<span id="booking-email-error" class="field-error">Missing')
  expect(html(nextBookingState(refused, { type: 'submitted' }))).not.toContain('Missing')
})

test('gives way to the thanks and the reference, until something of it changes', () => {
  const sent = stateAfter({ type: 'submitted' }, { type: 'stored', reference: 'KW-AB12', sent: adaBooking })
  expect(html(sent)).toMatch(
    /role="status".*Thank you! We&#x27;ve received your request and will contact you within 24 hours\./,
  )
  expect(html(sent)).toContain('Your reference <b>KW-AB12</b>')
  expect(html(sent)).not.toContain('<form')
  expect(hasNews(stateAfter(), adaBooking)).toBe(true)
  expect(hasNews(sent, { ...adaBooking, email: 'ada@mended.example' })).toBe(true)
})

test('a second consultation has its own key and the same visitor', () => {
  const sent = stateAfter(
    { type: 'typed', field: 'name', text: 'Ada L' },
    { type: 'typed', field: 'requirements', text: 'A kite' },
    { type: 'stored', reference: 'KW-1', sent: adaBooking },
  )
  const another = nextBookingState(sent, { type: 'offered' })
  expect(another).toMatchObject({ begunAt: 1, typed: { name: 'Ada L' }, isOpen: true })
  expect(another.typed.requirements ?? another.reference).toBeUndefined()
  expect(another.requestId).not.toBe(sent.requestId)
})
