import { expect, test } from 'vitest'
import { type ContactFormState, nextContactFormState } from './contact-form.state.ts'

const errors = { message: 'Please fill in all fields', fields: { name: 'Please fill in this field' } }

test('a request goes from idle over sending to sent, and back after the success was shown', () => {
  let state: ContactFormState = { status: 'idle' }
  state = nextContactFormState(state, { type: 'submitted' })
  expect(state).toEqual({ status: 'sending' })
  state = nextContactFormState(state, { type: 'stored', reference: 'KW-1' })
  expect(state).toEqual({ status: 'sent', reference: 'KW-1' })
  expect(nextContactFormState(state, { type: 'shownLongEnough' })).toEqual({ status: 'idle' })
})

test('a refusal keeps the form and shows what is wrong; the next attempt clears it', () => {
  const refused = nextContactFormState({ status: 'sending' }, { type: 'refused', errors })
  expect(refused).toEqual({ status: 'idle', errors })
  expect(nextContactFormState(refused, { type: 'submitted' })).toEqual({ status: 'sending' })
})

test('a late timer does not disturb a form that is in use again', () => {
  expect(nextContactFormState({ status: 'sending' }, { type: 'shownLongEnough' })).toEqual({ status: 'sending' })
})
