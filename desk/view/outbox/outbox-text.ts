import { labelOf } from '../../../platform/fields.ts'
import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import type { Clock } from '../times.ts'

type Listing = ResultOf<'outbox.list'>
type ListedEmail = Listing['emails'][number]
export type IssueLine = Listing['issues'][number]
export type Email = ResultOf<'outbox.show'>

const headings = ['Failed', 'Next', 'Sent'] as const

/** Sorts failed emails first (newest first), then queued (soonest first), then sent. Each issue is a single row. */
export function outboxRows({ emails, issues }: Pick<Listing, 'emails' | 'issues'>, clock: Clock) {
  const rows = [
    ...emails.map((email) => ({ ...orderOf(email), row: emailRow(email, clock) })),
    ...issues.map((issue) => ({ ...orderOfIssue(issue), row: issueRow(issue, clock) })),
  ]
  rows.sort(
    (a, b) =>
      a.group - b.group || a.at - b.at || a.row.title.localeCompare(b.row.title) || a.row.key.localeCompare(b.row.key),
  )
  return rows.map(({ group, row }, n) => ({
    ...row,
    heading: rows[n - 1]?.group === group ? undefined : headings[group],
  }))
}

function hasFailed(state: ListedEmail['state']): boolean {
  return state === 'failed' || state === 'unknown'
}

function orderOf({ state, due_at, sent_at, created_at }: ListedEmail) {
  if (hasFailed(state)) return { group: 0, at: -created_at }
  return state === 'sent' ? { group: 2, at: -(sent_at ?? created_at) } : { group: 1, at: due_at }
}

function orderOfIssue({ waiting, at }: IssueLine) {
  return waiting > 0 ? { group: 1, at } : { group: 2, at: -at }
}

function emailRow(email: ListedEmail, clock: Clock) {
  const { id, subject, to_address, isToOwner, state } = email
  const text = `To ${isToOwner ? 'you' : to_address || 'an erased address'}`
  return { key: id, title: subject, aside: stateText(email, clock), text, hasFailed: hasFailed(state) }
}

function issueRow({ slug, subject, state, subscribers, waiting, failed, at }: IssueLine, clock: Clock) {
  const failedText = failed > 0 ? `, ${failed.toLocaleString('en')} failed` : ''
  const openState = state === 'paused' ? 'Paused' : 'Sending'
  const aside = waiting > 0 && state !== 'scheduled' ? openState : shortTime(at, clock)
  const text = `Issue to ${counted(subscribers, 'subscriber')}${failedText}`
  return { key: slug, title: subject, aside, text, hasFailed: false }
}

/** An email’s state in a row: `Failed`, `Sending`, its due time, or the time it was sent. */
function stateText({ state, due_at, sent_at, attempts, created_at }: ListedEmail, clock: Clock): string {
  if (state === 'failed') return 'Failed'
  if (state === 'unknown') return 'Unknown'
  if (state === 'sending') return 'Sending'
  if (state === 'sent') return shortTime(sent_at ?? created_at, clock)
  if (attempts > 0) return `Again ${shortTime(due_at, clock)}`
  return due_at <= clock.now ? 'Queued' : shortTime(due_at, clock)
}

function shortTime(ms: number, clock: Clock): string {
  return clock.daysFromToday(ms) === 0 ? clock.time(ms) : clock.recent(ms)
}

/** `Refused, 550`, `Deferred, 451`, or `No response` */
export function attemptText(answer: string): string {
  const [, code = ''] = /^([45]\d\d)\b/.exec(answer) ?? []
  if (code === '') return 'No response'
  return code.startsWith('4') ? `Deferred, ${code}` : `Refused, ${code}`
}

/** An email’s timeline events, newest first. */
export function attemptEvents({ id, state, failures, last_error, created_at, sent_at }: Email, clock: Clock) {
  // Emails from earlier versions have only the last response.
  const isUnlisted = failures.length === 0 && last_error !== null && state !== 'sent'
  const known: { at?: number; answer: string }[] = isUnlisted ? [{ answer: last_error }] : failures
  const events = known.map(({ at, answer }, n) => ({
    key: `${id} ${n}`,
    text: attemptText(answer),
    time: at === undefined ? undefined : shortTime(at, clock),
    isLate: hasFailed(state) && n === known.length - 1,
  }))
  const sent = sent_at === null ? [] : [{ key: 'sent', text: 'Sent', time: shortTime(sent_at, clock) }]
  return [...sent, ...events.toReversed(), { key: 'queued', text: 'Queued', time: shortTime(created_at, clock) }]
}

export function leadFacts({ created_at, status, others }: NonNullable<Email['lead']>, clock: Clock) {
  return [
    ['Received', clock.recent(created_at)],
    ['Status', status === 'ok' ? null : labelOf(status)],
    ['Other addresses', others.length === 0 ? null : others.join(', ')],
  ] as const
}
