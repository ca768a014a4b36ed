import type { Db, IssueRow } from '../../../migrations/tables.ts'
import type { Database } from '../../../platform/db/database.ts'
import { inBatch, inBatchWithState } from '../../../platform/email/outbox/batches.ts'
import type { Batch, Batches } from '../../../platform/email/outbox/claims.ts'
import { maxRetryPauseMs, type Result, retryPausesMs } from '../../../platform/email/outbox/claims.ts'
import { countEmails } from '../../../platform/email/outbox/list.ts'
import { dropUnsent } from '../../../platform/email/outbox/store.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import { formatMinute, hourMs, minuteMs } from '../../../platform/text/time-text.ts'
import { endSubscriber } from '../store.ts'
import { deleteIssue, lockOpenIssues, type OpenIssue, queueEmails, updateIssue } from './store.ts'

/** Maximum delay an issue that fell behind can catch up on. More would send emails in bursts. */
const maxCatchUpMs = 250
/** Issues overdue by more than this pause: the site wasn't running, or this is a copy of the database. */
const staleAfterMs = hourMs
/** A due time farther ahead was written before the clock was set back. After deferrals, it also includes retry pauses. */
const maxAheadMs = maxRetryPauseMs + hourMs
const maxAheadByPaceMs = 5 * minuteMs
/** After this many refusals in a row, the mail server probably blocks the sender, so the issue pauses. */
const maxRefusals = 10
/** Longest delay after repeated deferrals. */
const maxDelayMs = hourMs

/** The context available before the outbox, which sends these batches, is created. */
type SenderContext = { database: Database; limits: Limits; salt: string; now: () => number; log: Log }

/** Provides issues as batches for the outbox to send. */
export function issueBatches(context: SenderContext): Batches {
  const { salt, now } = context
  return {
    lockOpen: async (tx) => {
      const issues = await lockOpenIssues(tx)
      return issues.map((issue) => batchOf(issue, issues, tx, context))
    },
    onDeadAddress: async (tx, subscriberId) => {
      await endSubscriber(tx, subscriberId, 'bounced', { salt, now: now() })
    },
  }
}

function batchOf(issue: OpenIssue, issues: readonly OpenIssue[], tx: Db, context: SenderContext): Batch {
  const { database, limits, log } = context
  const { slug } = issue
  const now = context.now()
  const change = async (changes: Partial<IssueRow>) => {
    Object.assign(issue, changes)
    await updateIssue(tx, slug, changes)
  }
  const pause = async (reason: string) => {
    await change({ state: 'paused', paused_because: reason })
    log.error({ issue: slug, reason }, 'issue paused')
  }
  /** Queues a scheduled issue's emails in the sender's transaction, so the issue only starts once. */
  const startIfDue = async () => {
    if (issue.next_at > now) return
    if (issue.database_id !== database.identity) return await pause(copiedReason)
    if (now - issue.next_at > staleAfterMs) return await pause(staleReason('started', issue.next_at))
    const subscribers = await queueEmails(tx, slug, now)
    if (subscribers === 0) return await pause('there were no active subscribers at the scheduled time')
    await change({ state: 'sending', subscribers, created_at: now, next_at: now })
    log.info({ issue: slug, subscribers }, 'scheduled issue started')
  }
  return {
    id: slug,
    nextAt: async (findDueAt) => {
      // Don't retry an email that was being sent when the owner canceled the issue.
      if (issue.state === 'cancelled') await dropUnsent(tx, inBatchWithState(slug, 'queued'))
      if (issue.state === 'scheduled') await startIfDue()
      if (issue.state !== 'sending') return undefined
      if (issue.database_id !== database.identity) {
        await pause(copiedReason)
        return undefined
      }
      // Don't treat it as stale if it was waiting for an email that was deferred or being sent.
      const isStale = now - issue.next_at > staleAfterMs
      const at = isStale ? Math.max(issue.next_at, (await findDueAt()) ?? now) : issue.next_at
      if (now - at > staleAfterMs) {
        await pause(staleReason('continued', at))
        return undefined
      }
      const latest = now + (issue.deferrals === 0 ? maxAheadByPaceMs : maxAheadMs)
      issue.next_at = Math.max(at > latest ? now : at, now - maxCatchUpMs)
      return issue.next_at
    },
    onClaim: async () => {
      // All issues share a mail server, so they share one pace. The column stores whole ms.
      const next_at = Math.round(issue.next_at + minuteMs / limits.emailsPerMinute)
      await change({ next_at })
      const waiting = issues.filter((each) => each.state === 'sending' && each.next_at < next_at)
      for (const each of waiting) await updateIssue(tx, each.slug, { next_at })
    },
    onResult: async (result) => {
      const changes = progressAfter(issue, result, now)
      const hasChanged = Object.entries(changes).some(([name, value]) => Reflect.get(issue, name) !== value)
      if (hasChanged) await change(changes)
      if (issue.state === 'sending' && issue.refusals >= maxRefusals) await pause(blockedReason(result))
    },
    onEnd: async () => {
      if (issue.state === 'scheduled') return
      const hasStarted = (await countEmails(tx, inBatch(slug))).all > 0
      if (issue.state === 'paused' && !hasStarted) return
      // If no email went out, delete the issue, so the owner can send the article again.
      if (issue.state === 'cancelled' && !hasStarted) return await deleteIssue(tx, slug)
      if (issue.state !== 'cancelled') log.info({ issue: slug }, 'issue done')
      const state = issue.state === 'cancelled' ? issue.state : 'done'
      await change({ state, paused_because: null, finished_at: now })
    },
  }
}

const copiedReason = 'this is a copy of the database, and the original might have sent these emails already'

function staleReason(what: 'started' | 'continued', at: number): string {
  return `it should have ${what} at ${formatMinute(at)}, but the site wasn’t running, or this is a copy of the database`
}

function blockedReason({ delivery }: Result): string {
  const failures =
    delivery.outcome === 'refused'
      ? `the mail server refused ${maxRefusals} emails in a row`
      : `${maxRefusals} emails in a row got no response`
  return `${failures}, most recently: ${'answer' in delivery ? delivery.answer : ''}`
}

/** The changes to an issue's progress after an email's outcome. */
function progressAfter(issue: OpenIssue, { claim, delivery: { outcome } }: Result, now: number): Partial<IssueRow> {
  if (outcome === 'sent') return { refusals: 0, deferrals: 0 }
  if (outcome === 'refused') return { refusals: issue.refusals + 1, deferrals: 0 }
  if (outcome === 'deferred') return delayAfterFailure(issue, claim.claimedAt, now)
  if (outcome === 'unknown') return { refusals: issue.refusals + 1, ...delayAfterFailure(issue, claim.claimedAt, now) }
  return {}
}

/** Emails sent together fail together, so this only extends the delay if the email was claimed after it began. */
function delayAfterFailure({ deferrals, next_at }: OpenIssue, claimedAt: number, now: number): Partial<IssueRow> {
  const delayBeganAt = deferrals === 0 ? Number.NEGATIVE_INFINITY : next_at - delayMs(deferrals)
  if (claimedAt <= delayBeganAt) return {}
  return { deferrals: deferrals + 1, next_at: Math.max(next_at, now + delayMs(deferrals + 1)) }
}

function delayMs(deferrals: number): number {
  return Math.min(retryPausesMs[deferrals - 1] ?? maxDelayMs, maxDelayMs)
}
