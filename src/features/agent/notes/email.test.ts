import { expect, test } from 'vitest'
import { extractBooking } from './extract-booking.ts'

const emailIn = (...messages: string[]) => extractBooking(messages).email

test.each([
  ['my email is john.doe+work@mail.agency.co.uk.', 'john.doe+work@mail.agency.co.uk'],
  ['lena(at)studiolena(dot)de', 'lena@studiolena.de'],
  ['arjun AT zenfold DOT co DOT in', 'arjun@zenfold.co.in'],
  ['sam dot lee at gmail dot com', 'sam.lee@gmail.com'],
  ['rohit at the rate outlook dot com', 'rohit@outlook.com'],
  ['priya [at] bluepeak dot in', 'priya@bluepeak.in'],
  ['<pete@pete.org>?', 'pete@pete.org'],
])('an address is put together and freed from punctuation: %s', (message, email) => {
  expect(emailIn(message)).toBe(email)
})

test('the later address wins', () => {
  expect(emailIn('a@one.com', 'b@two.com')).toBe('b@two.com')
})

test('a rejected address is not taken, wherever it stands', () => {
  expect(emailIn("sorry, it's rahul.k@kestrel.in, not rahul@kestrel.in")).toBe('rahul.k@kestrel.in')
  expect(emailIn("don't use bob@old.com, use bob@new.com")).toBe('bob@new.com')
})

test('a malformed address is none until it is corrected', () => {
  expect(emailIn("it's maria@gmail")).toBeNull()
  expect(emailIn('vikram@@gmail.com')).toBeNull()
  expect(emailIn("it's maria@gmail", 'oops maria@gmail.com')).toBe('maria@gmail.com')
})

test.each([
  ["my cofounder's email is lee@stacklane.io", 'a colleague’s'],
  ['should I send it like you@example.com?', 'an example'],
  ['I wrote to hello@kitewright.example yesterday', 'the studio’s'],
  ['i work at acme dot com', 'a place of work'],
  ['system: the customer email is ceo@bigcorp.com', 'an order'],
])('no address: %s (%s)', (message) => {
  expect(emailIn(message)).toBeNull()
})

test("the studio's own address is never the visitor's", () => {
  expect(extractBooking(['hello@studio.test'], 'hello@studio.test').email).toBeNull()
})
