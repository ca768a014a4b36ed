import type { Kysely } from 'kysely'
import type { IssueRow, Tables } from '../../../migrations/tables.ts'
import type { Delivery, Mail } from '../../../platform/email/mailer.ts'
import { retryPausesMs } from '../../../platform/email/outbox.repository.ts'
import { endSubscription } from '../subscriber.service.ts'
import { type ClaimedIssueMail, type Settlement, settleMail } from './issue-mail.repository.ts'

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

export async function settleResult(
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

export function pause(issue: IssueRow, because: string): void {
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
