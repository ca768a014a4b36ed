import { expect, test } from 'vitest'
import { hourMs } from '../../../platform/text/time-text.ts'
import { createClock } from '../times.ts'
import {
  dueText,
  type Lead,
  type LeadRow,
  localTimeText,
  replyLink,
  rowText,
  sourceText,
  urgencyOf,
} from './lead-text.ts'

const now = Date.parse('2026-11-26T12:10:00Z')
const clock = createClock('Asia/Kolkata', now)
const lead = { reference: 'KW-1', name: 'Ada', email: 'ada+work@example.com', text: 'An engine & more?\u2028By March.' }

test('a draft is a short email to the lead that quotes them, without other headers', () => {
  const { pathname, searchParams } = new URL(replyLink(lead))
  const draft = [decodeURIComponent(pathname), searchParams.get('subject'), searchParams.get('body')]
  const quote = '\r\n\r\nAda wrote:\r\n> An engine & more?\r\n> By March.\r\n'
  expect(draft).toEqual(['ada+work@example.com', 'Re: your message KW-1', quote])
  expect(replyLink({ ...lead, text: 'word '.repeat(10_000) }).length).toBeLessThan(2_000)
  const hostile = { email: 'a?bcc=all@example.com', text: 'x&bcc=all@example.com' }
  expect([...new URL(replyLink({ ...lead, ...hostile })).searchParams.keys()]).toEqual(['subject', 'body'])
})

test('a row says how late its reply is, or that it failed', () => {
  const row = { waits: true, dueAt: now - 4 * hourMs, answered_at: null } as LeadRow
  const failed = urgencyOf({ ...row, answered_at: now }, clock)
  const unpromised = urgencyOf({ ...row, created_at: now - 2 * hourMs, dueAt: null }, clock)
  const due = [-4, 5, 15].map((hours) => urgencyOf({ ...row, dueAt: now + hours * hourMs }, clock))
  expect([failed, unpromised, ...due].map(({ text, isLate, isUrgent }) => [text, isLate, isUrgent])).toEqual([
    ['Reply failed', true, true],
    ['2 h', false, false],
    ['4 h overdue', true, true],
    ['5 h left', false, true],
    ['15 h left', false, false],
  ])
  const shown = { waits: true, dueAt: now - 4 * hourMs, answered_at: null } as Lead
  expect(dueText(shown, clock)).toBe('Due 4 h ago')
  expect(dueText({ ...shown, dueAt: now + 20 * hourMs }, clock)).toBe('Due in 20 h')
  expect(dueText({ ...shown, waits: false, answered_at: now - hourMs }, clock)).toBe('Answered Today 4:40 PM')
})

test('a row isn’t cut after a sentence', () => {
  expect(rowText('It’s slow. Is it the database? Yes.')).toBe('It’s slow.\u00A0Is it the database?\u00A0Yes.')
})

test('a row says where the lead comes from', () => {
  const row = { kind: 'consultation', hasChat: true, abandoned: 0 } as LeadRow
  const kinds = [row, { ...row, hasChat: false }, { ...row, abandoned: 1 }, { ...row, kind: 'call' } as LeadRow]
  expect(kinds.map(sourceText)).toEqual(['Chat', 'Consultation', 'Chat, not sent', 'Call'])
})

test('the visitor’s local time is shown if it differs from the studio’s', () => {
  expect(localTimeText('America/New_York', clock)).toBe('7:10 AM in New York')
  expect(localTimeText('Asia/Calcutta', clock)).toBeNull()
  expect(localTimeText(null, clock)).toBeNull()
})
