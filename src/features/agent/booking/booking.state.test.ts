import { expect, test } from 'vitest'
import { adaBooking } from '../../../../tests/support/desk.ts'
import { type BookingAction, hasNews, newBooking, nextBookingState, shownValue } from './booking.state.ts'

const info = { name: 'Ada', email: null, company: null, budget: null, timeline: null, requirements: null }
const errors = { message: 'Please fill in all fields', fields: { email: 'Please fill in this field' } }

function after(...events: BookingAction[]) {
  return events.reduce(nextBookingState, newBooking(1))
}

test('a field shows what was read from the messages until the visitor types into it, and then what they typed', () => {
  expect(shownValue(after(), info, 'name')).toBe('Ada')
  const typed = after({ type: 'typed', field: 'name', text: 'Ada L' }, { type: 'typed', field: 'company', text: '' })
  expect(shownValue(typed, { ...info, name: 'Somebody', company: 'Engines' }, 'name')).toBe('Ada L')
  expect(shownValue(typed, { ...info, company: 'Engines' }, 'company')).toBe('')
  expect(shownValue(typed, { ...info, budget: '5000 USD' }, 'budget')).toBe('5000 USD')
})

test('nobody has agreed before they say so', () => {
  expect(after().isAgreed).toBeUndefined()
  expect(after({ type: 'agreed', isAgreed: true }).isAgreed).toBe(true)
})

test('a refusal keeps key and words and opens the fields; the next attempt clears what was wrong', () => {
  const before = after({ type: 'typed', field: 'name', text: 'Ada' }, { type: 'submitted' })
  expect(before).toMatchObject({ isSending: true })
  const refused = nextBookingState(before, { type: 'refused', errors })
  expect(refused).toMatchObject({
    requestId: before.requestId,
    typed: { name: 'Ada' },
    isSending: false,
    isOpen: true,
    errors,
  })
  expect(nextBookingState(refused, { type: 'submitted' }).errors).toBeUndefined()
})

test('the fields are folded until somebody unfolds them', () => {
  expect(after().isOpen).toBeFalsy()
  const open = after({ type: 'folded', isOpen: true })
  expect(open.isOpen).toBe(true)
  expect(nextBookingState(open, { type: 'folded', isOpen: false }).isOpen).toBe(false)
})

test('a stored request ends with its reference', () => {
  expect(after({ type: 'submitted' }, { type: 'stored', reference: 'KW-1', sent: adaBooking })).toMatchObject({
    isSending: false,
    reference: 'KW-1',
  })
})

test('another request after one that was sent has a key of its own, and the same visitor', () => {
  const sent = after(
    { type: 'typed', field: 'name', text: 'Ada L' },
    { type: 'typed', field: 'requirements', text: 'A kite' },
    { type: 'stored', reference: 'KW-1', sent: adaBooking },
  )
  const another = nextBookingState(sent, { type: 'offered' })
  expect(another).toMatchObject({ begunAt: 1, typed: { name: 'Ada L' }, isOpen: true })
  expect(another.typed.requirements).toBeUndefined()
  expect(another.reference).toBeUndefined()
  expect(another.requestId).not.toBe(sent.requestId)
})

test('what was sent can be sent again only as something else', () => {
  expect(hasNews(after(), adaBooking)).toBe(true)
  const sent = after({ type: 'stored', reference: 'KW-1', sent: adaBooking })
  expect(hasNews(sent, adaBooking)).toBe(false)
  expect(hasNews(sent, { ...adaBooking, email: 'ada@mended.example' })).toBe(true)
})
