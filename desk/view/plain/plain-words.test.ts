import { expect, test } from 'vitest'
import { moment } from '../times.ts'
import { isEmpty, plainName, plainText } from './plain-words.ts'

test('what is kept is named and told in plain words', () => {
  expect(['consentWords', 'confirmedAt', 'nextTryAt', 'state'].map(plainName)).toEqual([
    'Agreed to',
    'Confirmed',
    'Next try',
    'State',
  ])
  const time = '2026-10-03T00:00:00.000Z'
  expect([time, true, 3, 'confirmed'].map((value) => plainText(value))).toEqual([
    moment(Date.parse(time)),
    'yes',
    '3',
    'confirmed',
  ])
  expect(plainText('call-booked', { name: 'kind' })).toBe('The mail that the call is booked')
  expect(plainText(time, { name: 'startsAt', zone: 'Asia/Kolkata' })).toContain('05:30')
  expect(['', null, [], {}, 0, false].map(isEmpty)).toEqual([true, true, true, true, false, false])
})

test('the time of another year has its year', () => {
  expect(moment(Date.parse('2019-06-15T12:00:00Z'))).toMatch(/^Sat, Jun 15, 2019, \d\d:\d\d$/)
})
