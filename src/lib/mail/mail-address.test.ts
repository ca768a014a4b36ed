import { expect, test } from 'vitest'
import { emailKey, mailboxKey, parseMailAddress } from './mail-address.ts'

test.each([
  ['hello@kitewright.example', { name: '', address: 'hello@kitewright.example' }],
  [' Kitewright <hello@kitewright.example> ', { name: 'Kitewright', address: 'hello@kitewright.example' }],
  ['"Kites, Ltd." <hello@kitewright.example>', { name: 'Kites, Ltd.', address: 'hello@kitewright.example' }],
])('%j is read in its parts', (text, parts) => {
  expect(parseMailAddress(text)).toEqual(parts)
})

test.each(['', 'Kitewright', 'a@example.com, b@example.com', 'A <a@example.com> b', 'A\nB <a@example.com>', '<>'])(
  '%j is not one address',
  (text) => {
    expect(parseMailAddress(text)).toBeUndefined()
  },
)

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

test('all addresses that may end in one mailbox are one', () => {
  const same = [
    'ada.lovelace@gmail.com',
    'AdaLovelace+letters@googlemail.com',
    'a.d.a.l.o.v.e.l.a.c.e+x+y@gmail.com',
    'ada_lovelace@gmail.com',
  ]
  expect(new Set(same.map(mailboxKey))).toEqual(new Set(['adalovelace@gmail.com']))
  expect(mailboxKey('ada@PM.me')).toBe(mailboxKey('a.d-a@protonmail.com'))
  expect(mailboxKey('a+b@MÜNCHEN.example')).toBe('a@xn--mnchen-3ya.example')
})

test('other people, and other domains, are other mailboxes', () => {
  const others = ['ada@gmail.com', 'adah@gmail.com', 'ada@example.com', 'ada@sub.example.com']
  expect(new Set(others.map(mailboxKey)).size).toBe(others.length)
})

test('an address of punctuation alone keeps its name', () => {
  expect(mailboxKey('+x@example.com')).toBe('+x@example.com')
  expect(mailboxKey('___@example.com')).not.toBe(mailboxKey('__@example.com'))
})
