import type { Kysely } from 'kysely'
import type { IssueRow, IssueState, Tables } from '../../../migrations/tables.ts'
import { type Database, Rollback } from '../../../platform/db/database.ts'
import { emailKey, type MailAddress } from '../../../platform/email/mail-address.ts'
import type { RenderedIssue } from '../letter/letter.ts'
import { findSubscriber } from '../subscriber.repository.ts'
import { deleteIssue, findIssue, insertIssue, updateIssue } from './issue.repository.ts'
import {
  countMails,
  countRetryable,
  dropQueuedMails,
  hasMailUnderWay,
  queueMails,
  requeueMails,
} from './issue-mail.repository.ts'

export type SendResult =
  | { outcome: 'begun'; readers: number }
  | { outcome: 'miscounted'; readers: number }
  | { outcome: 'known'; issue: IssueRow }

class Miscounted extends Rollback {}

/** Queues one mail for each confirmed reader; the serving process sends them. @throws StorageError */
export async function sendIssue(
  { database, now, from }: { database: Database; now: () => number; from: MailAddress },
  { slug, issue, confirm }: { slug: string; issue: RenderedIssue; confirm: number },
): Promise<SendResult> {
  let readers = 0
  const write = database.write(async (tx): Promise<SendResult> => {
    const inserted = await insertIssue(tx, {
      slug,
      ...issue,
      from_name: from.name,
      from_address: from.address,
      readers: confirm,
      created_at: now(),
      ...goingOn(database, now()),
    })
    const known = inserted ? undefined : await findIssue(tx, slug)
    if (known !== undefined) return { outcome: 'known', issue: known }
    // Whatever suppresses an address also ends its `confirmed`.
    readers = await queueMails(tx, slug)
    if (readers !== confirm || readers === 0) throw new Miscounted()
    // Queuing many takes a while, which must not count as a delay.
    await updateIssue(tx, slug, { next_at: now() })
    return { outcome: 'begun', readers }
  })
  return await write.catch((error: unknown) => {
    if (error instanceof Miscounted) return { outcome: 'miscounted', readers } as const
    throw error
  })
}

type ControlNeeds = { database: Database; now: () => number }

export type Before = IssueState | 'unknown'

async function onIssue<T>(database: Database, slug: string, work: (tx: Kysely<Tables>, before: Before) => Promise<T>) {
  return await database.write(async (tx) => {
    const issue = await findIssue(tx, slug, database.engine)
    return await work(tx, issue?.state ?? 'unknown')
  })
}

export const pausedByOwner = 'you have paused it'

export async function pauseIssue({ database }: ControlNeeds, slug: string): Promise<Before> {
  return await onIssue(database, slug, async (tx, state) => {
    if (state === 'sending') await updateIssue(tx, slug, { state: 'paused', paused_because: pausedByOwner })
    return state
  })
}

export async function resumeIssue({ database, now }: ControlNeeds, slug: string): Promise<Before> {
  return await onIssue(database, slug, async (tx, state) => {
    if (state === 'paused') await updateIssue(tx, slug, goingOn(database, now()))
    return state
  })
}

/** Where nobody can have got it, the issue is erased, so that the article can be sent another time. */
export async function cancelIssue({ database, now }: ControlNeeds, slug: string) {
  return await onIssue(database, slug, async (tx, before) => {
    if (before !== 'sending' && before !== 'paused') return { before, dropped: 0, isErased: false }
    const dropped = await dropQueuedMails(tx, slug)
    const isErased = (await countMails(tx, slug)).all === 0
    const finished_at = (await hasMailUnderWay(tx, slug)) ? null : now()
    if (isErased) await deleteIssue(tx, slug)
    else await updateIssue(tx, slug, { state: 'cancelled', paused_because: null, finished_at })
    return { before, dropped, isErased }
  })
}

export type RetryResult =
  | { outcome: 'queued'; count: number; before: Before }
  | { outcome: 'unknown' | 'cancelled' | 'nothing' }
  | { outcome: 'unconfirmed'; unknown: number }
  | { outcome: 'refused'; addresses: string[] }

type RetryChoice = {
  states: readonly ('failed' | 'unknown')[]
  addresses?: readonly string[]
  /** How many `unknown` ones the owner expects: they may arrive twice. */
  confirm: number | undefined
}

export async function retryIssue(
  { database, now }: ControlNeeds,
  slug: string,
  { states, addresses = [], confirm }: RetryChoice,
): Promise<RetryResult> {
  return await onIssue(database, slug, async (tx, before) => {
    if (before === 'unknown' || before === 'cancelled') return { outcome: before }
    const subscriberIds: string[] = []
    const refused: string[] = []
    for (const address of addresses) {
      const reader = await findSubscriber(tx, { email_key: emailKey(address) })
      const counts = reader && (await countRetryable(tx, slug, [reader.id]))
      if (reader !== undefined && states.some((state) => (counts?.[state] ?? 0) > 0)) subscriberIds.push(reader.id)
      else refused.push(address)
    }
    if (refused.length > 0) return { outcome: 'refused', addresses: refused }
    const only = addresses.length === 0 ? undefined : subscriberIds
    const { unknown } = await countRetryable(tx, slug, only)
    if (states.includes('unknown') && unknown > 0 && confirm !== unknown) return { outcome: 'unconfirmed', unknown }
    const count = await requeueMails(tx, slug, states, only)
    if (count === 0) return { outcome: 'nothing' }
    if (before === 'done') await updateIssue(tx, slug, goingOn(database, now()))
    return { outcome: 'queued', count, before }
  })
}

function goingOn({ identity }: Database, now: number) {
  const anew = { paused_because: null, refusals: 0, deferrals: 0, next_at: now, finished_at: null }
  return { ...anew, state: 'sending', database_id: identity } as const
}
