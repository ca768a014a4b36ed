import { expect, test } from 'vitest'
import { helpFor } from '../setup/setup-text.ts'
import { createClock } from '../times.ts'
import { attemptEvents, attemptText, leadFacts, outboxRows } from './outbox-text.ts'

const now = Date.parse('2026-11-26T12:10:00Z')
const clock = createClock('Asia/Kolkata', now)
const hour = 3_600_000

type Lists = Parameters<typeof outboxRows>[0]
type Listed = Lists['emails'][number]

test('the outbox shows what failed, what is next, and what was sent, in words', () => {
  const email = (id: string, change: Partial<Listed>) =>
    ({
      id,
      subject: id,
      to_address: 'a@x.example',
      created_at: now,
      attempts: 0,
      due_at: now,
      sent_at: null,
      ...change,
    }) as Listed
  const emails = [
    email('planned', { state: 'queued', due_at: now + 72 * hour }),
    email('old', { state: 'sent', sent_at: now - 25 * hour, isToOwner: true }),
    email('again too', { state: 'queued', due_at: now + hour }),
    email('today', { state: 'queued', due_at: now + 2 * hour }),
    email('again', { state: 'queued', due_at: now + hour, attempts: 2 }),
    email('failed', { state: 'failed', to_address: '' }),
  ]
  const issue = { slug: 'kites', subject: 'Kites', subscribers: 2_032, at: now - hour, words: '', sent: 9 }
  const issues = [
    { ...issue, state: 'going out', waiting: 2_023, failed: 2 } as Lists['issues'][number],
    { ...issue, slug: 'later', subject: 'Later', at: now + 24 * hour, state: 'scheduled', waiting: 2_032, failed: 0 },
  ] satisfies Lists['issues']
  const rows = outboxRows({ emails, issues }, clock)
  expect(rows.map(({ heading, title, aside, text }) => [heading, title, aside, text])).toEqual([
    ['Failed', 'failed', 'Failed', 'To an erased address'],
    ['Next', 'Kites', 'Sending', 'Issue to 2,032 subscribers, 2 failed'],
    [undefined, 'again', 'Again 6:40 PM', 'To a@x.example'],
    [undefined, 'again too', '6:40 PM', 'To a@x.example'],
    [undefined, 'today', '7:40 PM', 'To a@x.example'],
    [undefined, 'Later', 'Fri 5:40 PM', 'Issue to 2,032 subscribers'],
    [undefined, 'planned', 'Sun 5:40 PM', 'To a@x.example'],
    ['Sent', 'old', 'Wed 4:40 PM', 'To you'],
  ])
  expect(rows.filter(({ hasFailed }) => hasFailed).map(({ key }) => key)).toEqual(['failed'])
})

test('attempts are named by the server’s answer, the last one in red', () => {
  const answers = ['550 5.1.1 no', '451 later', 'connect ECONNREFUSED', 'answered 2x']
  expect(answers.map(attemptText)).toEqual(['Refused, 550', 'Deferred, 451', 'No response', 'No response'])
  type Email = Parameters<typeof attemptEvents>[0]
  const failed = { id: 'x', state: 'failed', last_error: '550 no', created_at: now - hour, sent_at: null }
  const failures = [
    { at: now - hour, answer: 'no answer in time' },
    { at: now, answer: '550 no' },
  ]
  const texts = (email: object) => attemptEvents(email as Email, clock).map(({ text, time }) => `${text} ${time}`)
  expect(texts({ ...failed, failures })).toEqual(['Refused, 550 5:40 PM', 'No response 4:40 PM', 'Queued 4:40 PM'])
  expect(texts({ ...failed, failures: [] })).toEqual(['Refused, 550 undefined', 'Queued 4:40 PM'])
  const lead = { reference: '', name: '', email: '', created_at: now, status: 'suspicious', others: [] } as const
  expect(leadFacts({ ...lead, others: ['b@x.example'] }, clock)).toEqual([
    ['Received', 'Today 5:40 PM'],
    ['Status', 'Suspicious'],
    ['Other addresses', 'b@x.example'],
  ])
})

test('a finding offers a line to copy, its view, its command, a test email, or another try', () => {
  const found = { state: 'wrong', text: '' } as const
  expect(helpFor({ ...found, about: 'backup', setting: 'BACKUP_KEY=' }, 'x1')).toMatchObject({
    label: 'Copy line',
    text: 'BACKUP_KEY=x1',
  })
  expect(helpFor({ ...found, about: 'outbox', command: 'outbox resume' }, '')).toMatchObject({ href: '/outbox' })
  expect(helpFor({ ...found, about: 'content', command: 'voice' }, '')).toMatchObject({
    text: 'npm run studio -- voice',
  })
  expect(helpFor({ ...found, about: 'email', command: 'outbox test' }, '')).toMatchObject({ name: 'outbox.test' })
  expect(helpFor({ ...found, about: 'calls' }, '')).toMatchObject({ name: 'setup.check' })
  expect(helpFor({ ...found, about: 'content' }, '')).toBeUndefined()
})
