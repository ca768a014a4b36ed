import { expect, test } from 'vitest'
import { readAnswer } from './send-form.ts'

test('only a reference counts as success', () => {
  expect(readAnswer({ ok: true, reference: 'KW-1' })).toEqual({ ok: true, reference: 'KW-1' })
  for (const other of [undefined, null, 'ok', { ok: true }, { ok: true, reference: 7 }]) {
    expect(readAnswer(other)).toBeUndefined()
  }
})

test('a firewall’s own answer is none, though it too has a reference or a message', () => {
  expect(readAnswer({ reference: '18.5e3a1202', message: 'Access denied' })).toBeUndefined()
  expect(readAnswer({ ok: false, reference: '18.5e3a1202' })).toBeUndefined()
  expect(readAnswer({ message: 'Bad Gateway' })).toBeUndefined()
})

test('a refusal brings its sentence and the fields concerned', () => {
  const errors = { message: 'Please fill in all fields', fields: { name: 'Please fill in this field' } }
  expect(readAnswer({ ok: false, ...errors })).toEqual({ ok: false, errors })
  expect(readAnswer({ ok: false, message: 'No.' })).toEqual({ ok: false, errors: { message: 'No.', fields: {} } })
})
