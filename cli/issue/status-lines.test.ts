import { expect, test } from 'vitest'
import type { IssueStatus } from '../../src/features/newsletter/issue/issue-status.ts'
import { statusNotes } from '../../src/features/newsletter/issue/status-words.ts'
import { noteLine, statusLines } from './status-lines.ts'

const now = Date.UTC(2026, 10, 20, 9, 30)
const none = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, all: 0 }

function status(changes: Partial<IssueStatus>): IssueStatus {
  return {
    slug: 'a',
    subject: 'An article\u001B[31m',
    from_name: '',
    from_address: '',
    text: '',
    html: '',
    readers: 10_000,
    state: 'sending',
    paused_because: null,
    refusals: 0,
    deferrals: 0,
    next_at: now,
    created_at: now,
    finished_at: null,
    database_id: 'h',
    mails: { ...none, queued: 5_995, sending: 4, sent: 3_990, failed: 1, unknown: 0, all: 9_990 },
    left: 10,
    msToGo: 50 * 60_000,
    isSilent: false,
    retryable: { failed: 1, unknown: 0 },
    lastDeferral: null,
    ...changes,
  }
}

test('an issue that goes out is told in bare lines where no terminal is', () => {
  expect(statusLines(status({}), now)).toBe(
    [
      'Subject\tAn article [31m',
      'Sent off\t2026-11-20 09:30 UTC',
      'State\tgoing out, 120 a minute, about 50 min to go',
      'Readers\t10,000',
      'Got it\t3,990 (39 %)',
      'Waiting\t5,995, and 4 under way',
      'Failed\t1',
      'Unknown\t0',
      'Left the list\t10',
      '',
    ].join('\n'),
  )
})

test.each([
  [
    { state: 'paused', paused_because: 'you have paused it' },
    'It waits for you: you have paused it. To go on: npm run studio -- issue resume a',
  ],
  [
    { deferrals: 2, next_at: now + 120_000, lastDeferral: '451 later' },
    'The mail server makes trouble (451 later): the next try is in 2 min.',
  ],
  [{ isSilent: true }, 'Nothing has moved since 2026-11-20 09:30 UTC: is the site running (npm start)?'],
  [
    { retryable: { failed: 0, unknown: 0 } },
    '1 failed one is off the list: dead addresses, or readers who have left since.',
  ],
] as const)('%j is explained', (changes, note) => {
  expect(statusNotes(status(changes), undefined, now).map(noteLine)).toContain(note)
})

test('a muted database is told before anything else', () => {
  const muted = { because: 'restored from the backup of yesterday', since: now }
  const notes = statusNotes(status({ isSilent: true }), muted, now).map(noteLine)
  expect(notes[0]).toBe(
    'This database sends nothing: restored from the backup of yesterday. To change that: npm run studio -- mail unmute',
  )
  expect(notes.join()).not.toContain('npm start')
})
