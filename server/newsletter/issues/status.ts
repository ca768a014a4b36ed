import type { Db, IssueRow, IssueState } from '../../../migrations/tables.ts'
import { inBatch } from '../../../platform/email/outbox/batches.ts'
import { countEmails, type EmailCounts } from '../../../platform/email/outbox/list.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { roughDuration } from '../../../platform/text/durations.ts'
import { formatMinute, minuteMs } from '../../../platform/text/time-text.ts'
import type { Context } from '../../context.ts'
import { listHints } from './issue-hints.ts'
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

export type IssueSummary = Pick<
  IssueRow,
  'slug' | 'subject' | 'state' | 'paused_because' | 'subscribers' | 'created_at' | 'next_at'
> & { emails: EmailCounts }

/** Lists unfinished issues and those that finished since a time, newest first. */
export async function summarizeIssues(db: Db, doneSince: number): Promise<IssueSummary[]> {
  const issues = (await listIssues(db)).filter(({ finished_at }) => finished_at === null || finished_at >= doneSince)
  return await Promise.all(
    issues.map(async ({ slug, subject, state, paused_because, subscribers, created_at, next_at }) => {
      const emails = await countEmails(db, inBatch(slug))
      return { slug, subject, state, paused_because, subscribers, created_at, next_at, emails }
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
    hints: await listHints(context, { issue, emails, retryable: retryableCounts }),
  }
}

/** Returns text like `going out, 120 a minute, about 7 minutes to go`. */
function progressText({ state, next_at, finished_at }: IssueRow, queued: number, now: number): string {
  const stateName = issueStateLabels[state]
  if (state === 'scheduled') return `${stateName} for ${formatMinute(next_at)}`
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
