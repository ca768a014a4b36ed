import { expect, test } from 'vitest'
import { parseMailAddress } from './mail-address.ts'

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
