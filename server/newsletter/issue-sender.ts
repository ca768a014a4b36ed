import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { IssueRow, Tables } from '../../migrations/tables.ts'
import type { Studio } from '../../platform/content/studio.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Mailer } from '../../platform/email/mailer.ts'
import { maxRetryPauseMs, retryPausesMs } from '../../platform/email/outbox-store.ts'
import { type Claim, type Result, SendLoop } from '../../platform/email/send-loop.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { issueEmail, issueEmailId, type LinkSettings, unsubscribeLink } from './emails.ts'
import {
  type ClaimedIssueEmail,
  claimIssueEmail,
  dropQueuedEmails,
  giveUpEndedClaims,
  hasEmailUnderWay,
  hasOpenIssue,
  keptSubscribers,
  lockOpenIssues,
  nextDueEmailAt,
  type Settlement,
  settleEmail,
  updateIssue,
} from './issue-store.ts'
import { endSubscriber } from './store.ts'

/** How much lost time is made up for, so that an issue never goes out in bursts. */
const slackMs = 250
/** A running process keeps an issue moving. If it's overdue for longer, the machine was off or this is a copy. */
const staleAfterMs = 60 * 60_000
/** A later due time was written by a clock that has been set back since. */
const latestMs = maxRetryPauseMs + 60 * 60_000
const latestByPaceMs = 5 * 60_000
/** This many in a row mean that the sender is blocked, so the rest of the list has to wait. */
const maxRefusals = 10
const maxPauseMs = 60 * 60_000

type Needs = {
  database: Database
  mailer: Mailer
  now: () => number
  log: Log
  limits: Pick<Limits, 'emailsPerMinute'>
  salt: string
  links: LinkSettings
  studio: Pick<Studio, 'name' | 'email'>
}

type IssueClaim = Claim & ClaimedIssueEmail
type IssueResult = Result<IssueClaim>

export function createIssueSender(needs: Needs): SendLoop<IssueClaim> {
  const { database, log } = needs
  return new SendLoop(needs, {
    maxSleepMs: 5_000,
    step: async (results, wantsMore, onClaim) => {
      if (results.length === 0 && !(await hasOpenIssue(database.db))) return { erased: [] }
      const step = await database.write(async (tx) => {
        const { claimed, ...rest } = await sendStep(tx, needs, results, wantsMore)
        const claim = claimed && asClaim(claimed, needs)
        if (claim !== undefined) onClaim(claim)
        return { ...rest, claim }
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

function asClaim(claimed: ClaimedIssueEmail, { links, studio }: Needs): IssueClaim {
  const { issue, subscriberId, address } = claimed
  const recipient = {
    id: issueEmailId(issue.slug, subscriberId),
    from: { name: issue.from_name, address: issue.from_address },
    to: { name: '', address },
    link: unsubscribeLink(links, subscriberId),
    createdAt: issue.created_at,
  }
  return { ...claimed, kind: 'issue', email: issueEmail(issue, recipient, studio) }
}

type Step = {
  claimed: ClaimedIssueEmail | undefined
  nextAt: number | undefined
  erased: IssueResult[]
  stopped: IssueRow[]
}

/** Stores results and claims the next email with all open issues locked, so that all processes keep one pace. */
async function sendStep(tx: Kysely<Tables>, needs: Needs, results: readonly IssueResult[], wantsMore: boolean) {
  const now = needs.now()
  const before = await lockOpenIssues(tx, needs.database.engine)
  const issues = before.map((issue) => ({ ...issue }))
  for (const result of results) {
    const issue = issues.find(({ slug }) => slug === result.claim.issue.slug)
    await settleResult(tx, needs.salt, issue, result, now)
  }
  const kept = await keptSubscribers(
    tx,
    results.map(({ claim }) => claim.subscriberId),
  )
  const erased = results.filter(({ claim }) => !kept.has(claim.subscriberId))
  const step: Step = { claimed: undefined, nextAt: undefined, erased, stopped: [] }
  for (const issue of issues) {
    await giveUpEndedClaims(tx, issue.slug, now)
    // It was being sent when the owner canceled the rest.
    if (issue.state === 'cancelled') await dropQueuedEmails(tx, issue.slug)
    if (issue.state === 'sending' && wantsMore && step.claimed === undefined) {
      const nextAt = await claimFrom(tx, needs, issue, issues, step)
      if (nextAt !== undefined) step.nextAt = Math.min(step.nextAt ?? nextAt, nextAt)
    }
    if (step.claimed?.issue === issue || (await nextDueEmailAt(tx, issue.slug)) !== undefined) continue
    if (await hasEmailUnderWay(tx, issue.slug)) continue
    if (issue.state !== 'cancelled') issue.state = 'done'
    issue.paused_because = null
    issue.finished_at = now
  }
  for (const [index, issue] of issues.entries()) {
    if (isDeepStrictEqual(before[index], issue)) continue
    const { slug, text, html, ...changed } = issue
    await updateIssue(tx, slug, changed)
    if (before[index]?.state !== issue.state) step.stopped.push(issue)
  }
  return step
}

/** @returns when this issue may continue, if known */
async function claimFrom(
  tx: Kysely<Tables>,
  { database, limits, now: clock }: Needs,
  issue: IssueRow,
  issues: readonly IssueRow[],
  step: Step,
): Promise<number | undefined> {
  const now = clock()
  if (issue.database_id !== database.identity) return void pause(issue, copied)
  if (isStale(issue.next_at, now)) {
    // It may be waiting for a deferred email, or else for those being sent.
    const dueAt = await nextDueEmailAt(tx, issue.slug)
    if (dueAt === undefined) return undefined
    issue.next_at = Math.max(issue.next_at, dueAt)
  }
  if (isStale(issue.next_at, now)) {
    const why = 'nothing was running since, or this is a copy of the database'
    return void pause(issue, `it should have continued at ${minuteOf(issue.next_at)}: ${why}`)
  }
  if (issue.next_at - now > (issue.deferrals === 0 ? latestByPaceMs : latestMs)) issue.next_at = now
  const from = Math.max(issue.next_at, now - slackMs)
  if (from > now) return from
  step.claimed = await claimIssueEmail(tx, issue, now)
  if (step.claimed === undefined) {
    const dueAt = await nextDueEmailAt(tx, issue.slug)
    // Nothing is left, or the outbox is paused: waiting won't help.
    if (dueAt === undefined || dueAt <= now) return undefined
    issue.next_at = Math.max(issue.next_at, dueAt)
    return issue.next_at
  }
  // All issues share one pace, because they share the mail server. In whole ms.
  const nextAt = Math.round(from + 60_000 / limits.emailsPerMinute)
  for (const each of issues) if (each.state === 'sending') each.next_at = Math.max(each.next_at, nextAt)
  return undefined
}

const copied =
  'this is a copy of the database that it was sent from, so people who are waiting here may have it already'

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
  const isSettled = await settleEmail(tx, claim, settlementOf(result, now), issue !== undefined)
  if (issue !== undefined && isSettled && !result.isBrokenOff) judgeServer(issue, result, now)
}

function settlementOf({ claim: { attempts }, delivery }: IssueResult, now: number): Settlement {
  const base = { attempts, due_at: now }
  switch (delivery.outcome) {
    case 'sent':
      return { ...base, state: 'sent', answer: delivery.answer, sent_at: now }
    case 'unknown':
      return { ...base, state: 'unknown', answer: delivery.answer }
    case 'refused':
    case 'unusable':
      return { ...base, state: 'failed', answer: delivery.answer }
    case 'released':
      return { state: 'queued', attempts: attempts - 1, due_at: 0, answer: null }
    case 'deferred': {
      const pause = retryPausesMs[attempts - 1]
      if (pause === undefined) return { ...base, state: 'failed', answer: delivery.answer }
      return { ...base, state: 'queued', due_at: now + pause, answer: delivery.answer }
    }
  }
}

function judgeServer(issue: IssueRow, { claim, delivery }: IssueResult, now: number): void {
  switch (delivery.outcome) {
    case 'sent':
      issue.refusals = 0
      issue.deferrals = 0
      return
    case 'refused':
      issue.deferrals = 0
      countRefusal(issue, `the mail server refused ${maxRefusals} emails in a row`, delivery.answer)
      return
    case 'deferred':
      pauseAll(issue, claim, now)
      return
    case 'unknown':
      pauseAll(issue, claim, now)
      countRefusal(issue, `${maxRefusals} emails in a row ended without an answer`, delivery.answer)
  }
}

function countRefusal(issue: IssueRow, what: string, answer: string): void {
  issue.refusals++
  if (issue.refusals >= maxRefusals && issue.state === 'sending') {
    pause(issue, `${what}, the last one with: ${answer}`)
  }
}

function pause(issue: IssueRow, because: string): void {
  issue.state = 'paused'
  issue.paused_because = because
}

/** Emails sent together fail together, so only one that was claimed after the last pause began extends it. */
function pauseAll(issue: IssueRow, { claimedAt }: ClaimedIssueEmail, now: number): void {
  const beganAt = issue.deferrals === 0 ? Number.NEGATIVE_INFINITY : issue.next_at - pauseMs(issue.deferrals)
  if (claimedAt <= beganAt) return
  issue.deferrals++
  issue.next_at = Math.max(issue.next_at, now + pauseMs(issue.deferrals))
}

function pauseMs(deferrals: number): number {
  return Math.min(retryPausesMs[deferrals - 1] ?? maxPauseMs, maxPauseMs)
}
