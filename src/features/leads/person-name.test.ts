import { expect, test } from 'vitest'
import { givenName, isNameLike } from './person-name.ts'

test.each([
  ['Ada Lovelace', 'Ada'],
  ['Ada', 'Ada'],
  ['Jean-Luc Picard', 'Jean-Luc'],
  ['O’Brien', 'O’Brien'],
  ['Zoë  de', undefined],
  ['Zoë Müller', 'Zoë'],
  ['Иван Петров', 'Иван'],
  ['ada', undefined],
  ['ADA LOVELACE', undefined],
  ['Mr Smith', undefined],
  ['Dr. Ada Lovelace', undefined],
  ['Evil.example', undefined],
  ['Http://evil', undefined],
  ['You Won 500', undefined],
  ['Call +49 30', undefined],
  ['YouHaveWon', undefined],
  ['Youhavewonaverylargesumofmoney', undefined],
  ['Your Account Is On Hold', undefined],
  ['您的账户已被冻结请立即联系', undefined],
  ['Ada\nBcc', undefined],
  ['Ada\u202E', undefined],
  ['', undefined],
])('of “%s” a stranger’s mail would greet %s', (name, greeted) => {
  expect(givenName(name)).toBe(greeted)
})

test.each([
  ['Ada Lovelace', true],
  ['ada', true],
  ['J. R. Tolkien', true],
  ['Martin Luther King Jr.', true],
  ['अदा लवलेस', true],
  ['Security: click here', false],
  ['www.evil.example', false],
  ['evil.example', false],
  ['Ada <b>', false],
  ['', false],
  ['x'.repeat(61), false],
])('“%s” may stand large where a name does: %s', (name, may) => {
  expect(isNameLike(name)).toBe(may)
})
