import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../platform/text/time-text.ts'
import { createClock } from '../times.ts'
import {
  callsText,
  callText,
  consentText,
  emailsText,
  leadsText,
  lossText,
  newsletterText,
  type Person,
} from './person.ts'

const now = Date.parse('2026-11-26T17:40:00+05:30')
const clock = createClock('Asia/Kolkata', now)
const call = { id: 'KW-1', starts_at: now + dayMs, ends_at: now + dayMs + hourMs, about: '' }

test('a person’s call, leads, and newsletter are named in a few words', () => {
  expect([dayMs, 4 * dayMs, 20 * dayMs].map((ms) => callText(now + ms, clock))).toEqual([
    'Call tomorrow',
    'Call Mon',
    'Call Wed, Dec 16',
  ])
  expect([0, 1].map((waiting) => leadsText({ leads: ['KW-1', 'KW-2'], waiting }))).toEqual([
    '2, answered',
    '2, 1 to reply',
  ])
  expect(callsText({ calls: [call], upcoming: call }, clock)).toBe('1, tomorrow')
  expect(callsText({ calls: [{ ...call, starts_at: now - 2 * dayMs }], upcoming: null }, clock)).toBe(
    '1, last on Nov 24',
  )
  expect([0, 1].map((failed) => emailsText({ count: 9, failed }))).toEqual(['9, none failed', '9, 1 failed'])
  const newsletter = { state: 'active', since: now - 9 * dayMs } as const
  expect(newsletterText({ newsletter, suppressed: null }, clock)).toBe('Active since Nov 17')
  expect(newsletterText({ newsletter: null, suppressed: 'removed' }, clock)).toBe('You removed them')
})

test('a consent says when it was given and confirmed', () => {
  const consent = { words: 'Send me articles', at: now, confirmedAt: now + 2 * minuteMs }
  expect(consentText(consent, clock)).toBe('Given on Thu, Nov 26, 5:40 PM, confirmed by email 2 minutes later.')
  expect(consentText({ ...consent, confirmedAt: null }, clock)).toBe('Given on Thu, Nov 26, 5:40 PM.')
})

test('before a person’s data is deleted, it’s counted and their call is named', () => {
  const person = { leads: ['KW-1'], calls: [call], emails: { count: 3, failed: 0 }, upcoming: call } as Partial<Person>
  expect(lossText(person as Person, clock)).toBe(
    '1 lead, 1 call, 3 emails, and their subscription. Their call on Fri, Nov 27, 5:40 PM is deleted without notifying them.',
  )
})
