import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { IssueRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Delivery, Mail } from '../../platform/email/mailer.ts'
import { longestRetryPauseMs, retryPausesMs } from '../../platform/email/outbox-store.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import {
  type ClaimedIssueMail,
  dropQueuedMails,
  giveUpEndedClaims,
  hasMailUnderWay,
  keptSubscribers,
  lockOpenIssues,
  nextDueMailAt,
  type Settlement,
  settleMail,
  takeDueMails,
  updateIssue,
} from './issue-store.ts'
import { endSubscription } from './subscribers.ts'

/** Longer than the longest try of the mailer: a claim ends only when its process is gone. */
const claimMs = 120_000
/** Only so much lost time is made up for: an issue never comes in bursts. */
const slackMs = 250
/** A living process moves an issue on: one that is longer overdue was off, or is a copy. */
const staleAfterMs = 60 * 60_000
/** What is due later was written by a clock that has been set back. */
const latestMs = longestRetryPauseMs + 60 * 60_000
const latestByPaceMs = 5 * 60_000

export type SendBatchNeeds = {
  database: Pick<Database, 'engine' | 'identity'>
  limits: Pick<Limits, 'mailsPerMinute'>
  salt: string
}

export type SendBatch = {
  claimed: ClaimedIssueMail[]
  erased: IssueResult[]
  stopped: IssueRow[]
  nextAt: number | undefined
}

/** Settles the sender's mails and claims the next, with all open issues locked: several processes keep one pace. */
export async function claimBatch(
  tx: Kysely<Tables>,
  needs: SendBatchNeeds,
  { results, places, now }: { results: readonly IssueResult[]; places: number; now: number },
): Promise<SendBatch> {
  const before = await lockOpenIssues(tx, needs.database.engine)
  const issues = before.map((issue) => ({ ...issue }))
  const batch: SendBatch = { claimed: [], erased: [], stopped: [], nextAt: undefined }
  for (const result of results) {
    const issue = issues.find(({ slug }) => slug === result.mail.issue.slug)
    await settleResult(tx, needs, issue, result, now)
  }
  const readers = results.map(({ mail }) => mail.subscriberId)
  const kept = await keptSubscribers(tx, readers)
  batch.erased.push(...results.filter(({ mail }) => !kept.has(mail.subscriberId)))
  for (const issue of issues) {
    await giveUpEndedClaims(tx, issue.slug, now)
    // One that was under way when the owner cancelled the rest.
    if (issue.state === 'cancelled') await dropQueuedMails(tx, issue.slug)
    if (issue.state === 'sending') await claimFrom(tx, needs, issue, issues, { places, now, batch })
    const isMoving = batch.claimed.some((mail) => mail.issue.slug === issue.slug)
    if (isMoving || (await nextDueMailAt(tx, issue.slug)) !== undefined) continue
    if (await hasMailUnderWay(tx, issue.slug)) continue
    if (issue.state !== 'cancelled') issue.state = 'done'
    issue.paused_because = null
    issue.finished_at = now
  }
  for (const [index, issue] of issues.entries()) {
    if (isDeepStrictEqual(before[index], issue)) continue
    const { slug, text, html, ...changed } = issue
    await updateIssue(tx, slug, changed)
    if (before[index]?.state !== issue.state) batch.stopped.push(issue)
  }
  return batch
}

async function claimFrom(
  tx: Kysely<Tables>,
  { database, limits }: SendBatchNeeds,
  issue: IssueRow,
  issues: readonly IssueRow[],
  { places, now, batch }: { places: number; now: number; batch: SendBatch },
): Promise<void> {
  if (issue.database_id !== database.identity) return pause(issue, copied)
  if (isStale(issue.next_at, now)) {
    // It may only wait for a mail that was put off; without any, it waits for those that are under way.
    const dueAt = await nextDueMailAt(tx, issue.slug)
    if (dueAt === undefined) return
    issue.next_at = Math.max(issue.next_at, dueAt)
  }
  if (isStale(issue.next_at, now)) {
    const why = 'since then nothing was running, or this is a copy of the database'
    return pause(issue, `it should have gone on at ${minuteOf(issue.next_at)}: ${why}`)
  }
  if (issue.next_at - now > (issue.deferrals === 0 ? latestByPaceMs : latestMs)) issue.next_at = now
  const pace = allowance(issue.next_at, now, limits.mailsPerMinute)
  const most = Math.min(places - batch.claimed.length, pace.most)
  if (most > 0) {
    const { taken, isCut } = await takeDueMails(tx, issue, { most, now, claimMs })
    batch.claimed.push(...taken)
    // One pace for all issues: the same mail server gets them.
    const paced = taken.length > 0 ? issues.filter(({ state }) => state === 'sending') : []
    for (const each of paced) each.next_at = Math.max(each.next_at, pace.after(taken.length))
    if (taken.length < most && !isCut) {
      const dueAt = await nextDueMailAt(tx, issue.slug)
      // Nothing is left, or the database is muted: time alone changes nothing.
      if (dueAt === undefined || dueAt <= now) return
      issue.next_at = Math.max(issue.next_at, dueAt)
    }
  }
  batch.nextAt = Math.min(batch.nextAt ?? issue.next_at, issue.next_at)
}

const copied =
  'this is a copy of the database that it was sent from: readers who wait here may have it from there by now'

function isStale(nextAt: number, now: number): boolean {
  return now - nextAt > staleAfterMs
}

/** How many mails may go now, and when the next one may once that many have gone: in whole ms, as exact as some 10,000 a minute need. */
function allowance(nextAt: number, now: number, mailsPerMinute: number) {
  const intervalMs = 60_000 / mailsPerMinute
  const from = Math.max(nextAt, now - slackMs)
  return {
    most: from > now ? 0 : Math.floor((now - from) / intervalMs) + 1,
    after: (count: number) => Math.round(from + count * intervalMs),
  }
}

/** In a row, these speak of the sender: the rest of the list must not be burnt on it. */
const mostRefusals = 10
const longestPauseMs = 60 * 60_000

/** `released`: never transmitted, for this process's own reasons. `isBrokenOff`: by us, not by the mail server. */
export type IssueResult = {
  mail: ClaimedIssueMail
  delivery: Delivery | { outcome: 'released' } | { outcome: 'unusable'; answer: string }
  isBrokenOff?: boolean
  letter?: Mail
}

async function settleResult(
  tx: Kysely<Tables>,
  { salt }: { salt: string },
  issue: IssueRow | undefined,
  result: IssueResult,
  now: number,
): Promise<void> {
  const { mail, delivery } = result
  // In the order of forgetting a reader: else PostgreSQL would find a deadlock.
  if (delivery.outcome === 'refused' && delivery.isDeadAddress) {
    await endSubscription(tx, mail.subscriberId, { salt, now })
  }
  const settlement = settlementOf(result, now)
  const isSettled = await settleMail(tx, mail, settlement, issue !== undefined)
  if (issue !== undefined && isSettled && result.isBrokenOff !== true) judgeServer(issue, result, now)
}

function settlementOf({ mail: { attempts }, delivery, isBrokenOff }: IssueResult, now: number): Settlement {
  const base = { attempts, due_at: now }
  const notBegun = { ...base, state: 'queued', attempts: attempts - 1, due_at: 0, answer: null } as const
  switch (delivery.outcome) {
    case 'sent':
      return { ...base, state: 'sent', answer: delivery.answer, sent_at: now }
    case 'unknown':
      return { ...base, state: 'unknown', answer: delivery.answer }
    case 'refused':
    case 'unusable':
      return { ...base, state: 'failed', answer: delivery.answer }
    case 'released':
      return notBegun
    case 'deferred': {
      if (isBrokenOff === true) return notBegun
      const pause = retryPausesMs[attempts - 1]
      if (pause === undefined) return { ...base, state: 'failed', answer: delivery.answer }
      return { ...base, state: 'queued', due_at: now + pause, answer: delivery.answer }
    }
  }
}

function judgeServer(issue: IssueRow, { mail, delivery }: IssueResult, now: number): void {
  switch (delivery.outcome) {
    case 'sent':
      issue.refusals = 0
      issue.deferrals = 0
      return
    case 'refused':
      issue.deferrals = 0
      countRefusal(issue, `the mail server has refused ${mostRefusals} mails in a row`, delivery.answer)
      return
    case 'deferred':
      pauseAll(issue, mail, now)
      return
    case 'unknown':
      pauseAll(issue, mail, now)
      countRefusal(issue, `${mostRefusals} mails in a row have ended without an answer`, delivery.answer)
  }
}

function countRefusal(issue: IssueRow, what: string, answer: string): void {
  issue.refusals++
  if (issue.refusals >= mostRefusals && issue.state === 'sending') {
    pause(issue, `${what}, the last one with: ${answer}`)
  }
}

function pause(issue: IssueRow, because: string): void {
  issue.state = 'paused'
  issue.paused_because = because
}

/** Mails under way together fail together: only one claimed since the last pause began makes the next longer. */
function pauseAll(issue: IssueRow, { claimedAt }: ClaimedIssueMail, now: number): void {
  const beganAt = issue.deferrals === 0 ? Number.NEGATIVE_INFINITY : issue.next_at - pauseMs(issue.deferrals)
  if (claimedAt <= beganAt) return
  issue.deferrals++
  issue.next_at = Math.max(issue.next_at, now + pauseMs(issue.deferrals))
}

function pauseMs(deferrals: number): number {
  return Math.min(retryPausesMs[deferrals - 1] ?? longestPauseMs, longestPauseMs)
}
