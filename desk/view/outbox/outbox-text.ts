import { counted } from '../../../platform/text/amounts.ts'
import { dayMs } from '../../../platform/text/time-text.ts'
import type { ResultOf } from '../client.ts'
import type { Clock } from '../times.ts'

type Listing = ResultOf<'outbox.list'>
type ListedEmail = Listing['emails'][number]
export type IssueLine = Listing['issues'][number]
export type Email = ResultOf<'outbox.show'>

/** Failed emails, then what goes out within a day, what was sent, and what is planned. An issue is one row. */
export function outboxRows({ emails, issues }: Pick<Listing, 'emails' | 'issues'>, clock: Clock) {
  const rows = [
    ...emails.map((email) => ({ ...orderOf(email, clock), row: emailRow(email, clock) })),
    ...issues.map((issue) => {
      const [rank, at] = issue.waiting > 0 ? [1, issue.created_at] : [2, -issue.created_at]
      return { rank, at, row: issueRow(issue, clock) }
    }),
  ]
  return rows.toSorted((one, other) => one.rank - other.rank || one.at - other.at).map(({ row }) => row)
}

function hasFailed(state: ListedEmail['state']): boolean {
  return state === 'failed' || state === 'unknown'
}

function orderOf({ state, due_at, sent_at, created_at }: ListedEmail, clock: Clock) {
  if (hasFailed(state)) return { rank: 0, at: -created_at }
  if (state === 'sent') return { rank: 2, at: -(sent_at ?? created_at) }
  return { rank: due_at > clock.now + dayMs ? 3 : 1, at: due_at }
}

function emailRow(email: ListedEmail, clock: Clock) {
  const { id, subject, to_address, isToOwner, state } = email
  const text = isToOwner ? 'To you' : to_address || 'Address erased'
  return { key: id, title: subject, aside: stateText(email, clock), text, hasFailed: hasFailed(state) }
}

function issueRow({ slug, subject, state, subscribers, waiting, failed, created_at }: IssueLine, clock: Clock) {
  const failedText = failed > 0 ? `, ${failed.toLocaleString('en')} failed` : ''
  const openState = state === 'paused' ? 'Paused' : 'Sending'
  const aside = waiting > 0 ? openState : shortTime(created_at, clock)
  const text = `Issue to ${counted(subscribers, 'subscriber')}${failedText}`
  return { key: slug, title: subject, aside, text, hasFailed: false }
}

/** `Failed`, `Sending`, `At 8:00 PM`, or when it was sent. */
function stateText({ state, due_at, sent_at, attempts, created_at }: ListedEmail, clock: Clock): string {
  if (state === 'failed') return 'Failed'
  if (state === 'unknown') return 'Unknown'
  if (state === 'sending') return 'Sending'
  if (state === 'sent') return shortTime(sent_at ?? created_at, clock)
  if (attempts > 0) return `Again ${shortTime(due_at, clock)}`
  if (due_at <= clock.now) return 'Queued'
  return clock.daysFromToday(due_at) === 0 ? `At ${clock.time(due_at)}` : clock.recent(due_at)
}

function shortTime(ms: number, clock: Clock): string {
  return clock.daysFromToday(ms) === 0 ? clock.time(ms) : clock.recent(ms)
}

/** `Refused, 550`, `Put off, 451`, or `No answer`. */
export function attemptText(answer: string): string {
  const [, code = ''] = /^([45]\d\d)\b/.exec(answer) ?? []
  if (code === '') return 'No answer'
  return code.startsWith('4') ? `Put off, ${code}` : `Refused, ${code}`
}

/** What happened to an email, newest first. */
export function attemptEvents({ id, state, failures, last_error, created_at, sent_at }: Email, clock: Clock) {
  // Before a migration, only the last answer was stored.
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

/** `Lead from today, 3:58 PM, suspicious.` */
export function leadText({ created_at, status, others }: NonNullable<Email['lead']>, clock: Clock): string {
  const day = clock.daysFromToday(created_at) === 0 ? 'today' : clock.day(created_at)
  const mark = status === 'ok' ? '' : `, ${status}`
  const addresses = others.length === 0 ? 'none' : others.join(', ')
  return `Lead from ${day}, ${clock.time(created_at)}${mark}. Other addresses on file: ${addresses}.`
}
