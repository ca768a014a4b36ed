import { expect, test } from 'vitest'
import { checkNewsletter } from './newsletter.schema.ts'

test('takes an address as it is written, without what stands around it', () => {
  expect(checkNewsletter({ email: ' Ada@münchen.example\n' })).toEqual({ ok: true, email: 'Ada@münchen.example' })
})

test.each([{}, { email: '' }, { email: '  ' }, { email: null }])('answers %j as the contract says', (input) => {
  expect(checkNewsletter(input)).toEqual({
    ok: false,
    email: '',
    errors: { message: 'Please fill in all fields', fields: { email: 'Please fill in this field' } },
  })
})

test.each([
  'ada',
  'ada@example',
  'a b@example.com',
  'a@b.example, c@d.example',
  'a\0@b.example',
  `${'x'.repeat(250)}@b.example`,
])('tells beside the field what is wrong with %j, and keeps it', (email) => {
  const checked = checkNewsletter({ email })
  expect(checked).toMatchObject({ ok: false, email, errors: { fields: { email: expect.any(String) } } })
})

test.each([[['a@b.example']], [{ a: 1 }], [7]])('refuses %j, which is no text', (email) => {
  expect(checkNewsletter({ email })).toMatchObject({ ok: false, email: '' })
})
