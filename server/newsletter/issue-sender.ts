import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { IssueRow, Tables } from '../../migrations/tables.ts'
import type { Studio } from '../../platform/content/studio.ts'
import { maxRetryPauseMs, retryPausesMs, settlementOf } from '../../platform/email/outbox-store.ts'
import { type Claim, type Result, SendLoop } from '../../platform/email/send-loop.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import {
  type ClaimedIssueEmail,
  claimIssueEmail,
  dropQueuedEmails,
  expireClaims,
  hasEmailInTransit,
  hasOpenIssue,
  lockOpenIssues,
  nextDueEmailAt,
  settleEmail,
  updateIssue,
} from './issue-store.ts'
import { issueEmail, issueEmailId, type LinkSettings, unsubscribeLink } from './links.ts'
import { endSubscriber } from './store.ts'

/** How much lost time is made up for; more would send an issue in bursts. */
const slackMs = 250
/** If an issue is overdue for longer, nothing was running, or this is a copy of the database. */
const staleAfterMs = 60 * 60_000
/** A due time further ahead was written by a clock that has been set back since. */
const latestMs = maxRetryPauseMs + 60 * 60_000
const latestByPaceMs = 5 * 60_000
/** This many in a row mean that the sender is blocked, so the issue is paused. */
const maxRefusals = 10
const maxPauseMs = 60 * 60_000

type SenderDeps = Pick<Context, 'database' | 'mailer' | 'now' | 'log' | 'salt'> & {
  limits: Pick<Context['limits'], 'emailsPerMinute'>
  links: LinkSettings
  studio: Pick<Studio, 'name' | 'email'>
}

type IssueClaim = Claim & ClaimedIssueEmail
type IssueResult = Result<IssueClaim>

export function createIssueSender(deps: SenderDeps): SendLoop<IssueClaim> {
  const { database, log } = deps
  return new SendLoop(deps, {
    maxSleepMs: 5_000,
    step: async (results, wantsMore, onClaim) => {
      if (results.length === 0 && !(await hasOpenIssue(database.db))) return {}
      const step = await database.write(async (tx) => {
        const step = await sendStep(tx, deps, results, wantsMore)
        if (step.claim !== undefined) onClaim(step.claim)
        return step
      })
      for (const { slug, state, paused_because } of step.stopped) {
        if (state === 'paused') log.error({ issue: slug, reason: paused_because }, 'issue paused')
        else log.info({ issue: slug }, 'issue done')
      }
      return step
    },
    report: ({ claim: { email, kind, attempts }, delivery }) => {
      // Failures only: an issue to 100,000 subscribers must not fill the log.
      if (delivery.outcome === 'sent' || delivery.outcome === 'released') return
      const fields = { email: email.id, kind, attempt: attempts, reason: delivery.answer }
      log.warn(fields, `issue email: ${delivery.outcome}`)
    },
  })
}

/** Stores results and claims the next email with all open issues locked, so that all processes keep one pace. */
async function sendStep(tx: Kysely<Tables>, deps: SenderDeps, results: readonly IssueResult[], wantsMore: boolean) {
  const now = deps.now()
  const before = await lockOpenIssues(tx, deps.database.engine)
  const issues = before.map((issue) => ({ ...issue }))
  for (const result of results) {
    const issue = issues.find(({ slug }) => slug === result.claim.issue.slug)
    await settleResult(tx, deps.salt, issue, result, now)
  }
  let claim: IssueClaim | undefined
  let nextAt = Number.POSITIVE_INFINITY
  for (const issue of issues) {
    await expireClaims(tx, issue.slug, now)
    // An email that was being sent when the owner canceled the issue isn't retried.
    if (issue.state === 'cancelled') await dropQueuedEmails(tx, issue.slug)
    if (issue.state === 'sending' && wantsMore && claim === undefined) {
      const next = await claimFrom(tx, deps, issue, issues)
      if (typeof next === 'number') nextAt = Math.min(nextAt, next)
      else claim = next
    }
    if (claim?.issue === issue || (await nextDueEmailAt(tx, issue.slug)) !== undefined) continue
    if (await hasEmailInTransit(tx, issue.slug)) continue
    if (issue.state !== 'cancelled') issue.state = 'done'
    issue.paused_because = null
    issue.finished_at = now
  }
  const changed = issues.filter((issue, index) => !isDeepStrictEqual(before[index], issue))
  for (const { slug, text, html, ...change } of changed) await updateIssue(tx, slug, change)
  const stopped = issues.filter(({ state }, index) => state !== before[index]?.state)
  return { claim, nextAt, stopped }
}

/** @returns the next email, or when this issue may continue, if known */
async function claimFrom(
  tx: Kysely<Tables>,
  deps: SenderDeps,
  issue: IssueRow,
  issues: readonly IssueRow[],
): Promise<IssueClaim | number | undefined> {
  const now = deps.now()
  if (issue.database_id !== deps.database.identity) return void pause(issue, copiedReason)
  if (isStale(issue.next_at, now)) {
    // It may be waiting for a deferred email, or for those being sent.
    const dueAt = await nextDueEmailAt(tx, issue.slug)
    if (dueAt === undefined) return undefined
    issue.next_at = Math.max(issue.next_at, dueAt)
  }
  if (isStale(issue.next_at, now)) {
    const why = 'the site wasn’t running, or this is a copy of the database'
    return void pause(issue, `it should have continued at ${minuteOf(issue.next_at)}: ${why}`)
  }
  if (issue.next_at - now > (issue.deferrals === 0 ? latestByPaceMs : latestMs)) issue.next_at = now
  const from = Math.max(issue.next_at, now - slackMs)
  if (from > now) return from
  const claimed = await claimIssueEmail(tx, issue, now)
  if (claimed === undefined) {
    const dueAt = await nextDueEmailAt(tx, issue.slug)
    // Nothing is left, or the outbox is paused.
    if (dueAt === undefined || dueAt <= now) return undefined
    issue.next_at = Math.max(issue.next_at, dueAt)
    return issue.next_at
  }
  // All issues share one pace, because they share the mail server. In whole ms.
  const nextAt = Math.round(from + 60_000 / deps.limits.emailsPerMinute)
  for (const each of issues) if (each.state === 'sending') each.next_at = Math.max(each.next_at, nextAt)
  const recipient = {
    id: issueEmailId(issue.slug, claimed.subscriberId),
    from: { name: issue.from_name, address: issue.from_address },
    to: { name: '', address: claimed.address },
    link: unsubscribeLink(deps.links, claimed.subscriberId),
    createdAt: issue.created_at,
  }
  return { ...claimed, kind: 'issue', email: issueEmail(issue, recipient, deps.studio) }
}

const copiedReason = 'this is a copy of the database that sent it, so people who are waiting here may already have it'

function isStale(nextAt: number, now: number): boolean {
  return now - nextAt > staleAfterMs
}

async function settleResult(
  tx: Kysely<Tables>,
  salt: string,
  issue: IssueRow | undefined,
  result: IssueResult,
  now: number,
): Promise<void> {
  const { claim, delivery } = result
  // In the same order as forgetting a subscriber, to avoid a deadlock on PostgreSQL.
  if (delivery.outcome === 'refused' && delivery.isDeadAddress) {
    await endSubscriber(tx, claim.subscriberId, 'bounced', { salt, now })
  }
  // Before all deferred emails.
  const first = delivery.outcome === 'released' && { due_at: 0 }
  const settlement = { ...settlementOf(result, now, true), ...first }
  const isSettled = await settleEmail(tx, claim, settlement, issue !== undefined)
  if (issue !== undefined && isSettled && !result.isAborted) judgeServer(issue, result, now)
}

function judgeServer(issue: IssueRow, { claim, delivery }: IssueResult, now: number): void {
  const { outcome } = delivery
  if (outcome === 'sent') issue.refusals = 0
  if (outcome === 'sent' || outcome === 'refused') issue.deferrals = 0
  if (outcome === 'deferred' || outcome === 'unknown') delayIssue(issue, claim, now)
  if (outcome !== 'refused' && outcome !== 'unknown') return
  issue.refusals++
  if (issue.refusals < maxRefusals || issue.state !== 'sending') return
  const what =
    outcome === 'refused'
      ? `the mail server refused ${maxRefusals} emails in a row`
      : `${maxRefusals} emails in a row ended without an answer`
  pause(issue, `${what}, the last one with: ${delivery.answer}`)
}

function pause(issue: IssueRow, because: string): void {
  issue.state = 'paused'
  issue.paused_because = because
}

/** Emails sent together fail together, so only one that was claimed after the last delay began extends it. */
function delayIssue(issue: IssueRow, { claimedAt }: ClaimedIssueEmail, now: number): void {
  const beganAt = issue.deferrals === 0 ? Number.NEGATIVE_INFINITY : issue.next_at - delayMs(issue.deferrals)
  if (claimedAt <= beganAt) return
  issue.deferrals++
  issue.next_at = Math.max(issue.next_at, now + delayMs(issue.deferrals))
}

function delayMs(deferrals: number): number {
  return Math.min(retryPausesMs[deferrals - 1] ?? maxPauseMs, maxPauseMs)
}
