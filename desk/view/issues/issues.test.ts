import { expect, test } from 'vitest'
import { roughDuration } from '../../../platform/text/durations.ts'
import { createClock } from '../times.ts'
import { toFrameHtml } from '../ui/EmailFrame.tsx'
import { groupByResponse, isIn, localTime, nowText, progressFacts, readLocalTime, rowText } from './issue-text.ts'

const now = Date.parse('2026-11-26T12:10:00Z')
const clock = createClock('Asia/Kolkata', now)
const row = { slug: 'kites', title: 'Kites', at: now, subscribers: 2_032, sent: 1_364, failed: 0, status: '' }

test('a row says how far an issue is, and a draft when its article was published', () => {
  const at = Date.parse('2026-11-24')
  const texts = [
    { ...row, state: 'draft', status: 'draft', at } as const,
    { ...row, state: 'draft', status: 'not published', at } as const,
    { ...row, state: 'scheduled', at: Date.parse('2026-11-27T14:00:00Z') } as const,
    { ...row, state: 'sending' } as const,
    { ...row, state: 'done', failed: 12 } as const,
    { ...row, state: 'cancelled' } as const,
  ]
  expect(texts.map((each) => rowText(each, clock))).toEqual([
    'Article published Nov 24',
    'Article not published',
    'Goes out Fri, Nov 27, 7:30 PM',
    '1,364 of 2,032',
    'Sent to 1,364, 12 failed',
    'Canceled after 1,364 of 2,032',
  ])
  expect(rowText({ ...row, state: 'draft', status: 'draft', at }, createClock('America/New_York', now))).toMatch(/24$/)
  expect(texts.map((each) => isIn('sending', each))).toEqual([false, false, false, true, false, false])
  expect(texts.map((each) => isIn('scheduled', each))).toEqual([false, false, true, false, false, false])
})

test('how long an issue takes is rounded, and times are typed as the studio’s', () => {
  expect([0, 29_000, 60_000, 1_015_500, 6_000_000].map(roughDuration)).toEqual([
    'less than a minute',
    'less than a minute',
    'about 1 minute',
    'about 17 minutes',
    'about 2 hours',
  ])
  expect(localTime(Date.parse('2026-11-27T14:00:00Z'), 'Asia/Kolkata')).toBe('2026-11-27 19:30')
  expect(['2026-11-27 09:00', '2026-12-18 09:00', ' 09:00'].map((at) => readLocalTime(at, clock))).toEqual([
    { short: 'Fri 9:00 AM', moment: 'Fri, Nov 27, 9:00 AM' },
    { short: 'Fri, Dec 18, 9:00 AM', moment: 'Fri, Dec 18, 9:00 AM' },
    undefined,
  ])
  const dryRun = { subscribers: 2_032, durationMs: 1_015_500, testedAt: null, checks: [] }
  expect([0, 333_500].map((waitMs) => nowText({ ...dryRun, waitMs }, clock))).toEqual([
    'Takes about 17 minutes, done by 5:56 PM',
    'After the current issue, done by about 6:02 PM',
  ])
})

test('progress omits zeros, and failures are grouped by the mail server’s response', () => {
  const emails = { queued: 1, sending: 0, sent: 2, failed: 0, unknown: 0, all: 3 }
  const facts = progressFacts(
    {
      ...{ state: 'sending', summary: '', created_at: now, next_at: now, finished_at: null, subscribers: 3, emails },
      ...{ remainingMs: 0, skipped: 0, hints: [], undelivered: [], retryable: { failed: 0, unknown: 0 } },
    },
    clock,
  )
  expect(facts.flatMap(([label, value]) => (value === null ? [] : `${label} ${value}`))).toEqual([
    'Started Thu, Nov 26, 5:40 PM',
    'Delivered 2 of 3',
    'Waiting 1',
  ])
  const undelivered = [
    { email: 'a@x.example', state: 'unknown', answer: null } as const,
    { email: 'b@x.example', state: 'failed', answer: '550 no such user' } as const,
    { email: null, state: 'failed', answer: '550 no such user' } as const,
  ]
  expect(groupByResponse(undelivered).map(({ title, addresses }) => `${title} (${addresses})`)).toEqual([
    '2 failed: 550 no such user (b@x.example, (erased))',
    '1 unknown: no response (a@x.example)',
  ])
})

test('an email stays paper in dark mode', () => {
  const html = '<html><head><style>@media (prefers-color-scheme:dark){p{color:#fff}}</style></head></html>'
  expect(toFrameHtml(html)).toMatch(/<base target="_blank">.*color-scheme:light.*@media not all\{p/)
})
