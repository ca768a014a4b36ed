import { sql } from 'kysely'
import type { Db, EmailState, OutboxRow } from '../../../migrations/tables.ts'
import { countRows } from '../../db/stored-rows.ts'
import { dayMs } from '../../text/time-text.ts'
import { emailKey, messageIdOf } from '../address.ts'
import { type EmailFilter, filterByAddress, type RenderEmail, renderForDisplay } from './store.ts'

export const emailViews = ['waiting', 'failed', 'sent', 'all'] as const
export type EmailView = (typeof emailViews)[number]

const statesOf: Record<EmailView, readonly EmailState[]> = {
  waiting: ['queued', 'sending'],
  failed: ['failed', 'unknown'],
  sent: ['sent'],
  all: ['queued', 'sending', 'failed', 'unknown', 'sent'],
}

type StoredEmail = OutboxRow & { message_id: string }

type ListOptions = {
  view: EmailView
  /** Lists only emails to this address. `recipient`: the ID of the address's subscriber, to include batches. */
  to?: { address: string; recipient: string | undefined } | undefined
  limit: number
}

/** Lists failed emails, then queued emails, then the newest. Includes batches only with `to`. */
export async function listEmails(db: Db, { view, to, limit }: ListOptions, render: RenderEmail) {
  const isToAddress = to && (await filterByAddress(db, emailKey(to.address), to.recipient))
  const filter: EmailFilter = isToAddress || hasNoBatch
  // Run a query per state to use the index on states: the outbox keeps every email ever sent.
  const lists = statesOf[view].map((state) => {
    const inState = db.selectFrom('outbox').selectAll().where('state', '=', sql.lit(state)).where(filter)
    return inState.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
  })
  const rows = (await Promise.all(lists)).flat().toSorted(inOrder)
  const emails: Omit<StoredEmail, 'text' | 'html' | 'headers' | 'failures'>[] = []
  for (const row of rows.slice(0, limit)) {
    const { text, html, headers, failures, ...listed } = await toStoredEmail(db, row, render)
    emails.push(listed)
  }
  return emails
}

const ranks: Record<EmailState, number> = { failed: 0, unknown: 0, sending: 1, queued: 2, sent: 3 }

/** Sorts failed emails first, queued emails by due time, and others newest first. */
function inOrder(a: OutboxRow, b: OutboxRow): number {
  const byTime = a.state === 'queued' ? a.due_at - b.due_at : b.created_at - a.created_at
  return ranks[a.state] - ranks[b.state] || byTime
}

export const hasNoBatch: EmailFilter = (eb) => eb('batch', 'is', null)

async function toStoredEmail(db: Db, row: OutboxRow, render: RenderEmail): Promise<StoredEmail> {
  const email = await renderForDisplay(db, row, render)
  return { ...email, message_id: messageIdOf(email.id, email.from_address) }
}

/** Finds an email by the start of its ID, or in batches by its whole ID. @returns two IDs if it's ambiguous */
export async function findEmailIds(db: Db, start: string): Promise<string[]> {
  const ids = db.selectFrom('outbox').select('id').limit(2)
  const exact = await ids.where('id', '=', start).execute()
  const prefix = start.toLowerCase()
  if (exact.length > 0 || !/^[0-9a-f-]{4,36}$/.test(prefix)) return exact.map(({ id }) => id)
  const matches = await ids.where(hasNoBatch).where('id', 'like', `${prefix}%`).execute()
  return matches.map(({ id }) => id)
}

export async function findEmail(db: Db, id: string, render: RenderEmail): Promise<StoredEmail | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await toStoredEmail(db, row, render))
}

const statusColumns = [
  'id',
  'batch',
  'to_address',
  'state',
  'attempts',
  'due_at',
  'last_error',
  'sent_at',
  'details',
] as const

export type EmailStatus = Pick<OutboxRow, (typeof statusColumns)[number]>

/** IDs per statement. Databases limit a statement's parameters. */
const pageSize = 500

export async function findEmails(db: Db, ids: readonly string[]): Promise<EmailStatus[]> {
  const emails: EmailStatus[] = []
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize)
    emails.push(...(await db.selectFrom('outbox').select(statusColumns).where('id', 'in', page).execute()))
  }
  return emails
}

export type EmailCounts = Record<EmailState | 'all', number>

export async function countEmails(db: Db, filter: EmailFilter): Promise<EmailCounts> {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where(filter)
    .groupBy('state')
    .execute()
  const counts: EmailCounts = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, all: 0 }
  for (const { state, count } of rows) {
    counts[state] = count
    counts.all += count
  }
  return counts
}

export type OutboxSummary = Awaited<ReturnType<typeof summarizeOutbox>>

/**
 * Summarizes emails without a batch. `waiting.since`: when the oldest due email should have been sent.
 * `untriedSince`: the same for emails never tried. `later`: number of emails not due yet. `soon`: number due within
 * a day. `lastError`: why an email was deferred.
 */
export async function summarizeOutbox(db: Db, now: number) {
  const { due, soon, since, untriedSince, all, lastError } = await db
    .selectFrom('outbox')
    .select(({ fn, eb }) => {
      const isUntried = eb('attempts', '=', 0)
      const isDue = eb.or([eb('attempts', '>', 0), eb('due_at', '<=', now)])
      const plannedAt = eb.case().when(isUntried).then(eb.ref('due_at')).else(eb.ref('created_at')).end()
      return [
        fn.countAll<number>().filterWhere(isDue).as('due'),
        fn
          .countAll<number>()
          .filterWhere('due_at', '<=', now + dayMs)
          .as('soon'),
        fn.min<number | null>(plannedAt).filterWhere(isDue).as('since'),
        fn.min<number | null>('due_at').filterWhere(isUntried).filterWhere(isDue).as('untriedSince'),
        fn.countAll<number>().as('all'),
        fn.max<string | null>('last_error').as('lastError'),
      ]
    })
    .where(hasNoBatch)
    .where('state', 'in', statesOf.waiting)
    .executeTakeFirstOrThrow()
  const failed = await countFailedEmails(db)
  const newest = failedEmails(db).select(['id', 'to_address', 'last_error']).orderBy('created_at', 'desc').orderBy('id')
  const lastFailed = failed === 0 ? undefined : await newest.limit(1).executeTakeFirst()
  return { waiting: { count: due, since }, soon, untriedSince, later: all - due, failed, lastFailed, lastError }
}

/** Counts failed emails without a batch. */
export async function countFailedEmails(db: Db): Promise<number> {
  return await countRows(failedEmails(db))
}

function failedEmails(db: Db) {
  return db.selectFrom('outbox').where(hasNoBatch).where('state', '=', 'failed')
}
