import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { minuteOf } from '../../../lib/text/time-text.ts'
import type { Database } from '../../../server/db/database.ts'
import { type IssueHead, lockOpenIssues, updateIssue } from './issue.repository.ts'
import {
  type ClaimedIssueMail,
  dropQueuedMails,
  giveUpEndedClaims,
  hasMailUnderWay,
  keptReaders,
  nextDueMailAt,
  takeDueMails,
} from './issue-mail.repository.ts'
import { allowance, isFromAnotherClock, isStale } from './issue-pace.ts'
import { type IssueResult, settleResult } from './settle-result.ts'

/** Longer than the longest try of the mailer, so that a claim ends only when its process is gone. */
const claimMs = 120_000

export type TurnNeeds = {
  database: Pick<Database, 'engine' | 'identity'>
  mailsPerMinute: number
  /** Of the suppressed addresses. */
  salt: string
}

export type Turn = {
  claimed: ClaimedIssueMail[]
  /** Whose readers were erased while they were sent. */
  erased: IssueResult[]
  /** Issues that are finished, or wait for the owner, from here on. */
  stopped: IssueHead[]
  /** When the next mail may be claimed, as far as that depends on time alone. */
  nextAt: number | undefined
}

/**
 * One transaction of the sender: writes down what became of its mails, and claims the next ones. All open issues are held
 * meanwhile, so that several processes keep one pace.
 * @param places how many mails can be transmitted at once with those that are under way
 */
export async function takeTurn(
  tx: Kysely<Tables>,
  needs: TurnNeeds,
  { results, places, now }: { results: readonly IssueResult[]; places: number; now: number },
): Promise<Turn> {
  const before = await lockOpenIssues(needs.database, tx)
  const issues = before.map((issue) => ({ ...issue }))
  const turn: Turn = { claimed: [], erased: [], stopped: [], nextAt: undefined }
  for (const result of results) {
    const issue = issues.find(({ slug }) => slug === result.mail.issue)
    await settleResult(tx, needs, issue, result, now)
  }
  const kept = await keptReaders(
    tx,
    results.map(({ mail }) => mail.subscriberId),
  )
  turn.erased.push(...results.filter(({ mail }) => !kept.has(mail.subscriberId)))
  for (const issue of issues) {
    await giveUpEndedClaims(tx, issue.slug, now)
    // One that was under way when the owner cancelled the rest, and came back.
    if (issue.state === 'cancelled') await dropQueuedMails(tx, issue.slug)
    if (issue.state === 'sending') await moveOn(tx, needs, issue, issues, { places, now, turn })
    const isMoving = turn.claimed.some((mail) => mail.issue === issue.slug)
    if (!isMoving && (await isFinished(tx, issue))) finish(issue, now)
  }
  for (const [index, issue] of issues.entries()) {
    const changes = changesOf(before[index], issue)
    if (changes !== undefined) await updateIssue(tx, issue.slug, changes)
    if (changes?.state !== undefined) turn.stopped.push(issue)
  }
  return turn
}

/** Claims what an issue may send now, or finds out when it may. */
async function moveOn(
  tx: Kysely<Tables>,
  { database, mailsPerMinute }: TurnNeeds,
  issue: IssueHead,
  issues: readonly IssueHead[],
  { places, now, turn }: { places: number; now: number; turn: Turn },
): Promise<void> {
  if (issue.home !== database.identity) return pause(issue, copyWords)
  if (isStale(issue.next_at, now)) {
    // It may only wait for a mail that was put off; without any, it waits for those that are under way.
    const dueAt = await nextDueMailAt(tx, issue.slug)
    if (dueAt === undefined) return
    issue.next_at = Math.max(issue.next_at, dueAt)
  }
  if (isStale(issue.next_at, now)) return pause(issue, staleWords(issue.next_at))
  // It may also wait for mails that were put off; then it does so again below.
  if (isFromAnotherClock(issue.next_at, now, issue.deferrals)) issue.next_at = now
  const pace = allowance(issue.next_at, now, mailsPerMinute)
  const most = Math.min(places - turn.claimed.length, pace.most)
  if (most > 0) {
    const { taken, isCut } = await takeDueMails(tx, issue, { most, now, claimMs })
    turn.claimed.push(...taken)
    // One pace for all issues: it is the same mail server that gets them.
    const paced = taken.length > 0 ? issues.filter(({ state }) => state === 'sending') : []
    for (const each of paced) each.next_at = Math.max(each.next_at, pace.after(taken.length))
    if (taken.length < most && !isCut) {
      const dueAt = await nextDueMailAt(tx, issue.slug)
      // Nothing is left to claim; or it is due and was not to be had, since the database is muted: time alone changes nothing.
      if (dueAt === undefined || dueAt <= now) return
      // Its own time is not past before that, however long it takes.
      issue.next_at = Math.max(issue.next_at, dueAt)
    }
  }
  turn.nextAt = Math.min(turn.nextAt ?? issue.next_at, issue.next_at)
}

const copyWords =
  'this is a copy of the database that it was sent from: readers who wait here may have it from there by now'

function pause(issue: IssueHead, because: string): void {
  issue.state = 'paused'
  issue.paused_because = because
}

function staleWords(nextAt: number): string {
  return `it should have gone on at ${minuteOf(nextAt)}: since then nothing was running, or this is a copy of the database`
}

async function isFinished(tx: Kysely<Tables>, { slug }: IssueHead): Promise<boolean> {
  return (await nextDueMailAt(tx, slug)) === undefined && !(await hasMailUnderWay(tx, slug))
}

function finish(issue: IssueHead, now: number): void {
  if (issue.state !== 'cancelled') issue.state = 'done'
  issue.paused_because = null
  issue.finished_at = now
}

function changesOf(before: IssueHead | undefined, after: IssueHead): Partial<IssueHead> | undefined {
  if (before === undefined) return undefined
  const changeable = ['state', 'paused_because', 'refusals', 'deferrals', 'next_at', 'finished_at'] as const
  const changed = changeable.filter((key) => before[key] !== after[key])
  return changed.length === 0 ? undefined : Object.fromEntries(changed.map((key) => [key, after[key]]))
}
