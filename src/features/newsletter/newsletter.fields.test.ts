import { expect, test } from 'vitest'
import { checkForm, englishTexts } from '../../lib/form.ts'
import { newsletterRules } from './newsletter.fields.ts'

test('takes an address as it is written, without what stands around it', () => {
  expect(checkForm(newsletterRules, { email: ' Ada@münchen.example\n' }, englishTexts)).toEqual({
    values: { email: 'Ada@münchen.example' },
  })
})

test.each([{}, { email: '' }, { email: '  ' }, { email: null }])('answers %j as the contract says', (input) => {
  expect(checkForm(newsletterRules, input, englishTexts)).toEqual({
    values: { email: '' },
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
  const checked = checkForm(newsletterRules, { email }, englishTexts)
  expect(checked).toMatchObject({ values: { email }, errors: { fields: { email: expect.any(String) } } })
})

test.each([[['a@b.example']], [{ a: 1 }], [7]])('refuses %j, which is no text', (email) => {
  expect(checkForm(newsletterRules, { email }, englishTexts)).toMatchObject({ values: { email: '' }, errors: {} })
})
