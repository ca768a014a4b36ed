import type { Db, IssueRow, IssueState } from '../../../migrations/tables.ts'
import type { Hint } from '../../../platform/actions.ts'
import { inBatch, inBatchWithState } from '../../../platform/email/outbox/batches.ts'
import { countEmails, type EmailCounts } from '../../../platform/email/outbox/list.ts'
import { readPause } from '../../../platform/email/outbox/pause.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { roughDuration, untilText } from '../../../platform/text/durations.ts'
import { minuteMs, minuteOf } from '../../../platform/text/time-text.ts'
import type { Context } from '../../context.ts'
import { listUndelivered } from './issue-log.ts'
import { listIssues, retryable, retryableStates } from './store.ts'

/** Labels for the states of an issue. */
export const issueStateLabels = {
  scheduled: 'scheduled',
  sending: 'going out',
  paused: 'paused',
  done: 'done',
  cancelled: 'canceled',
} satisfies Record<IssueState, string>

export type IssueSummary = Awaited<ReturnType<typeof summarizeIssues>>[number]

/** Lists unfinished issues and those that finished since a time, newest first. */
export async function summarizeIssues(db: Db, doneSince: number) {
  const issues = (await listIssues(db)).filter(({ finished_at }) => finished_at === null || finished_at >= doneSince)
  return await Promise.all(
    issues.map(async ({ name, address, database_id, ...issue }) => {
      return { ...issue, emails: await countEmails(db, inBatch(issue.slug)) }
    }),
  )
}

/** Reads the progress of a sent or scheduled issue. */
export async function readStatus(context: Context, issue: IssueRow) {
  const { db } = context.database
  const { slug, state, created_at, next_at, finished_at, subscribers } = issue
  const emails = await countEmails(db, inBatch(slug))
  const retryableCounts = await countEmails(db, retryable(db, slug, { states: retryableStates }))
  const unknown = await listUndelivered(db, slug, 'unknown')
  const failed = await listUndelivered(db, slug, 'failed')
  return {
    state,
    summary: progressText(issue, emails.queued, context.now()),
    created_at,
    next_at,
    finished_at,
    remainingMs: sendingMs(emails.queued),
    subscribers,
    emails,
    /** Number of subscribers who unsubscribed before their email went out, or whose emails were dropped. */
    skipped: emails.all === 0 ? 0 : subscribers - emails.all,
    retryable: { failed: retryableCounts.failed, unknown: retryableCounts.unknown },
    undelivered: [...unknown, ...failed],
    hints: await listHints(context, issue, emails, retryableCounts),
  }
}

/** Returns text like `going out, 120 a minute, about 7 minutes to go`. */
function progressText({ state, next_at, finished_at }: IssueRow, queued: number, now: number): string {
  const stateName = issueStateLabels[state]
  if (state === 'scheduled') return `${stateName} for ${minuteOf(next_at)}`
  if (state === 'sending') {
    const ms = Math.max(0, next_at - now) + sendingMs(queued)
    return `${stateName}, ${defaultLimits.emailsPerMinute} a minute, ${roughDuration(ms)} to go`
  }
  if (state === 'paused' || finished_at) return stateName
  return `${stateName}; an email is still being sent`
}

/** Time to send this many emails at the rate limit, in ms. The first email doesn't wait. */
export function sendingMs(emails: number): number {
  return (Math.max(0, emails - 1) * minuteMs) / defaultLimits.emailsPerMinute
}

/** Maximum time between signs of life from a running sender, which polls more often. */
const silentAfterMs = 30_000

/** Lists hints for the owner about an issue's progress, with possible actions. */
async function listHints(
  { database: { db }, now }: Context,
  { slug, state, paused_because, deferrals, next_at }: IssueRow,
  emails: EmailCounts,
  retryableCounts: EmailCounts,
): Promise<Hint[]> {
  const hints: Hint[] = []
  const pause = await readPause(db)
  const isSending = state === 'sending'
  if (pause !== undefined && (isSending || state === 'paused')) {
    const fix = { label: 'To resume', command: 'outbox resume' }
    hints.push({ text: `The outbox is paused: ${pause.because}.`, fix })
  }
  if (state === 'paused') {
    const fix = { label: 'To resume', command: `issue resume ${slug}` }
    hints.push({ text: `Paused: ${paused_because ?? ''}.`, fix })
  }
  if (isSending && deferrals > 0 && next_at > now()) {
    const answer = await lastDeferral(db, slug)
    const next = untilText(next_at, now())
    hints.push({ text: `The mail server is deferring emails${answer && ` (${answer})`}. The next attempt is ${next}.` })
  }
  const isSilent = isSending && emails.queued > 0 && emails.sending === 0 && now() - next_at > silentAfterMs
  if (isSilent && pause === undefined)
    hints.push({ text: `No email has gone out since ${minuteOf(next_at)}. Is the site running (npm start)?` })
  if (retryableCounts.unknown > 0) {
    const text =
      'Emails marked unknown were being sent when the connection dropped or the server stopped. They might have arrived.'
    hints.push({ text, fix: { label: 'To send them again', command: `issue retry ${slug} --unknown` } })
  }
  if (retryableCounts.failed > 0) {
    const fix = { label: 'To send them again', command: `issue retry ${slug} --failed` }
    hints.push({ text: `You can resend ${counted(retryableCounts.failed, 'failed email')}.`, fix })
  }
  const final = emails.failed - retryableCounts.failed
  if (final > 0) {
    const text = `You can’t resend ${counted(final, 'failed email')}. The address doesn’t exist, or its owner has unsubscribed.`
    hints.push({ text })
  }
  return hints
}

/** The mail server's last reason for deferring an email of this issue. */
async function lastDeferral(db: Db, issue: string): Promise<string> {
  const deferred = db
    .selectFrom('outbox')
    .select('last_error')
    .where(inBatchWithState(issue, 'queued'))
    .where('due_at', '>', 0)
  return (await deferred.orderBy('due_at', 'desc').limit(1).executeTakeFirst())?.last_error ?? ''
}
