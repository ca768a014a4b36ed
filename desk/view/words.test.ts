import { expect, test } from 'vitest'
import { formatShare, groupByResponse, progressFacts } from './issues/progress.ts'
import { replyLink } from './leads/LeadView.tsx'
import { lostCallsText, summarizeStored } from './person/Person.tsx'
import { formatCallTime, formatTime } from './times.ts'
import { findView } from './today/Setup.tsx'
import { listFailures } from './today/Today.tsx'

const lead = { reference: 'KW-1', name: 'Ada', email: 'ada+work@example.com', text: 'An engine & more?\u2028By March.' }

test('a reply is a short draft to the lead that quotes them, without other headers', () => {
  const { pathname, searchParams } = new URL(replyLink(lead))
  const draft = [decodeURIComponent(pathname), searchParams.get('subject'), searchParams.get('body')]
  const quote = '\r\n\r\nAda wrote:\r\n> An engine & more?\r\n> By March.\r\n'
  expect(draft).toEqual(['ada+work@example.com', 'Re: your message KW-1', quote])
  expect(replyLink({ ...lead, text: 'word '.repeat(10_000) }).length).toBeLessThan(2_000)
  const hostile = { email: 'a?bcc=all@example.com', text: 'x&bcc=all@example.com' }
  expect([...new URL(replyLink({ ...lead, ...hostile })).searchParams.keys()]).toEqual(['subject', 'body'])
})

test('before a person is forgotten, their data is counted and their calls are named', () => {
  const nothing = { leads: [], emails: [], subscription: null, issues: [], mentionedIn: [] }
  expect(summarizeStored(nothing)).toBeUndefined()
  expect(summarizeStored({ ...nothing, mentionedIn: ['KW-1', 'KW-2'] })).toBe('2 leads of others that mention them')
  const call = { id: 'KW-1', starts_at: Date.parse('2026-11-24T14:00:00Z') }
  const lost = (...upcomingCalls: (typeof call)[]) => lostCallsText({ upcomingCalls, zone: 'Asia/Kolkata' })
  expect(lost()).toBeUndefined()
  expect(lost(call)).toMatch(/^1 upcoming call, on Tue, Nov 24, (2026, )?19:30.*, is removed from the calendar/)
  expect(lost(call, call)).toMatch(/^2 upcoming calls, on Tue, .*; Tue, .*, are removed from the calendar/)
})

test('a call’s time is the studio’s, and names the zone if the owner’s differs; other years are shown', () => {
  const zones = ['Asia/Kolkata', 'America/New_York']
  const times = zones.map((zone) => formatCallTime(Date.parse('2026-11-24T14:00:00Z'), zone))
  expect(times[0]).toMatch(/^Tue, Nov 24, 19:30( \(Asia\/Kolkata\))?$/)
  expect(times[1]).toMatch(/^Tue, Nov 24, 09:00( \(America\/New_York\))?$/)
  expect(times.join()).toMatch(/\((Asia\/Kolkata|America\/New_York)\)/)
  expect(formatTime(Date.parse('2019-06-15T12:00:00Z'))).toMatch(/^Sat, Jun 15, 2019, \d\d:\d\d$/)
})

test('an issue’s progress omits zeros, and groups failures by the server’s answer', () => {
  const none = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, all: 0 }
  const progress = { state: 'sending', words: 'going out', subscribers: 3, left: 0 } as const
  const issue = { ...progress, created_at: 0, finished_at: null }
  const facts = progressFacts({ ...issue, emails: { ...none, sent: 2, queued: 1, all: 3 } })
  const shown = ['State going out', `Started ${formatTime(0)}`, 'Delivered 2 of 3 (66%)', 'Waiting 1']
  expect(facts.flatMap(([label, value]) => (value === null ? [] : `${label} ${value}`))).toEqual(shown)
  const shares = [formatShare(999, 1_000), formatShare(1_000, 1_000), formatShare(0, 0)]
  expect(shares).toEqual(['999 of 1,000 (99%)', '1,000 of 1,000 (100%)', '0 of 0 (0%)'])
  const wrong = [
    { email: 'a@x.example', state: 'unknown', answer: null },
    { email: 'b@x.example', state: 'failed', answer: '550 no such user' },
    { email: null, state: 'failed', answer: '550 no such user' },
  ] as const
  expect(groupByResponse(wrong)).toMatchObject([
    { state: 'failed', answer: '550 no such user', addresses: ['b@x.example', '(erased)'] },
    { state: 'unknown', answer: 'no answer', addresses: ['a@x.example'] },
  ])
})

test('each failure on Today links to where it is fixed', () => {
  const emails = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, all: 0 }
  const issue = { slug: 'kites', subject: 'Kites', subscribers: 3, next_at: 0, created_at: 0, finished_at: null, emails }
  const waiting = { waiting: { count: 1, since: 0 }, untouchedSince: null, later: 0 }
  const failures = {
    ...{ failingCalendars: ['calendar 1 hasn’t been read.'], zone: 'Asia/Kolkata' },
    requestedCalls: ['KW-1', 'KW-2'].map((id) => ({ id, starts_at: Date.UTC(2026, 10, 24, 18, 30) })),
    ...{ stoppedAt: Date.UTC(2026, 10, 20, 9, 30), pause: { because: 'a copy', since: 0 }, problems: [] },
    ...{ emails: { ...waiting, failed: 1, lastError: null }, lowDisk: 'The disk is full.' },
    issues: [{ ...issue, state: 'paused' as const, paused_because: null as string | null }],
  } satisfies Parameters<typeof listFailures>[0]
  const all = listFailures(failures, 86_400_000)
  expect(all.map(({ text, href }) => `${href} ${text}`)).toEqual([
    'undefined calendar 1 hasn’t been read.',
    '/calls?week=2026-11-25&call=KW-1 2 calls are waiting for your approval.',
    expect.stringMatching(/ The site has been down since .*Nov 20/),
    '/outbox?view=waiting Outbox: paused for 1 d: a copy; 1 email queued',
    '/outbox?view=failed Outbox: 1 failed permanently',
    '/issues/kites “Kites” is paused: by you.',
    'undefined The disk is full.',
  ])
})

test('a finding with a command links to its view', () => {
  expect(findView({ about: 'outbox', command: 'outbox --state failed' })?.href).toBe('/outbox?view=all')
  expect(findView({ about: 'leads', command: 'forget KW-1' })?.href).toBe('/leads?view=all')
  expect(findView({ about: 'email' })).toBeUndefined()
})
