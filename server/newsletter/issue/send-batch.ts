import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { IssueRow, Tables } from '../../../migrations/tables.ts'
import type { Database } from '../../../platform/db/database.ts'
import { longestRetryPauseMs } from '../../../platform/email/outbox.repository.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import { minuteOf } from '../../../platform/text/time-text.ts'
import { lockOpenIssues, updateIssue } from './issue.repository.ts'
import {
  type ClaimedIssueMail,
  dropQueuedMails,
  giveUpEndedClaims,
  hasMailUnderWay,
  keptSubscribers,
  nextDueMailAt,
  takeDueMails,
} from './issue-mail.repository.ts'
import { type IssueResult, pause, settleResult } from './settle-result.ts'

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
