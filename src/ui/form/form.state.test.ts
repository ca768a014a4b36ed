import { expect, test } from 'vitest'
import { type FormState, nextFormState } from './form.state.ts'

const errors = { message: 'Please fill in all fields', fields: { name: 'Please fill in this field' } }

test('a request goes from idle over sending to sent, and back after the success was shown', () => {
  let state: FormState = { status: 'idle' }
  state = nextFormState(state, { type: 'submitted' })
  expect(state).toEqual({ status: 'sending' })
  state = nextFormState(state, { type: 'stored', reference: 'KW-1' })
  expect(state).toEqual({ status: 'sent', reference: 'KW-1' })
  expect(nextFormState(state, { type: 'shownLongEnough' })).toEqual({ status: 'idle' })
})

test('a refusal keeps the form and shows what is wrong; the next attempt clears it', () => {
  const refused = nextFormState({ status: 'sending' }, { type: 'refused', errors })
  expect(refused).toEqual({ status: 'idle', errors })
  expect(nextFormState(refused, { type: 'submitted' })).toEqual({ status: 'sending' })
})

test('a late timer does not disturb a form that is in use again', () => {
  expect(nextFormState({ status: 'sending' }, { type: 'shownLongEnough' })).toEqual({ status: 'sending' })
})
