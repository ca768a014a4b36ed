import { expect, test } from 'vitest'
import { emailKey } from './email-key.ts'

test('all spellings of an address are one person', () => {
  expect(emailKey('Ada@Example.COM')).toBe('ada@example.com')
  for (const spelling of [
    'a@münchen.example',
    'A@MÜNCHEN.example',
    'a@mu\u0308nchen.example',
    'a@xn--mnchen-3ya.example',
  ]) {
    expect(emailKey(spelling)).toBe('a@xn--mnchen-3ya.example')
  }
})
