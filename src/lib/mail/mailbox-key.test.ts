import { expect, test } from 'vitest'
import { mailboxKey } from './mailbox-key.ts'

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
