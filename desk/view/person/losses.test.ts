import { expect, test } from 'vitest'
import { callsLost, countsOf } from './losses.ts'

const nothing = { requests: [], mails: [], subscription: null, issues: [], mentionedIn: [] }

test('what is kept of a person is told in numbers', () => {
  expect(countsOf(nothing)).toBeUndefined()
  expect(countsOf({ ...nothing, mentionedIn: ['KW-1', 'KW-2'] })).toBe('2 requests of others that name them')
})

test('a call to come is named with its time', () => {
  const call = { id: 'KW-1', starts_at: Date.parse('2026-11-24T14:00:00Z') }
  const lost = (...callsToCome: (typeof call)[]) => callsLost({ callsToCome, zone: 'Asia/Kolkata' })
  expect(lost()).toBeUndefined()
  expect(lost(call)).toMatch(
    /^1 call to come, on Tue, Nov 24, (?:2026, )?19:30.*, is taken off the calendar; nobody is told\.$/,
  )
  expect(lost(call, call)).toMatch(/^2 calls to come, on Tue, .*; Tue, .*, are taken off the calendar/)
})
