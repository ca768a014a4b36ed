import { expect, test } from 'vitest'
import { countsOf } from './losses.ts'

const nothing = { requests: [], mails: [], subscription: null, issues: [], mentionedIn: [] }

test('what is kept of a person is told in numbers', () => {
  expect(countsOf(nothing)).toBeUndefined()
  expect(countsOf({ ...nothing, mentionedIn: ['KW-1', 'KW-2'] })).toBe('2 requests of others that name them')
})
