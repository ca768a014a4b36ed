import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, EmailState, OutboxRow } from '../../../migrations/tables.ts'
import type { Database } from '../../db/database.ts'
import { countRows } from '../../db/stored-rows.ts'
import { dayMs } from '../../text/time-text.ts'
import type { EmailFilter } from '../batches.ts'
import { emailKey, messageIdOf } from '../address.ts'
import type { Outbox } from './worker.ts'
import { changeableStates, type EmailComposers, filterByAddress, readPause, renderForDisplay } from './store.ts'

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
  /** Lists only emails to this address. `recipient`: id of its subscriber, who may also have emails of batches. */
  to?: { address: string; recipient: string | undefined } | undefined
  limit: number
}

/** Lists failed emails, then queued emails, then the newest. Leaves out batches, except `to` one address. */
export async function listEmails(db: Db, { view, to, limit }: ListOptions, composers: EmailComposers) {
  const isToThem = to && (await filterByAddress(db, emailKey(to.address), to.recipient))
  const filter: EmailFilter = isToThem || hasNoBatch
  // One query per state: the index is by state, and the outbox keeps every email ever sent.
  const lists = statesOf[view].map((state) => {
    const inState = db.selectFrom('outbox').selectAll().where('state', '=', sql.lit(state)).where(filter)
    return inState.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
  })
  const rows = (await Promise.all(lists)).flat().toSorted(inOrder)
  const emails: Omit<StoredEmail, 'text' | 'html' | 'headers' | 'failures'>[] = []
  for (const row of rows.slice(0, limit)) {
    const { text, html, headers, failures, ...listed } = await toStoredEmail(db, row, composers)
    emails.push(listed)
  }
  return emails
}

const ranks: Record<EmailState, number> = { failed: 0, unknown: 0, sending: 1, queued: 2, sent: 3 }

/** Sorts failed emails first, queued emails by due time, and others newest first. */
function inOrder(one: OutboxRow, other: OutboxRow): number {
  const byTime = one.state === 'queued' ? one.due_at - other.due_at : other.created_at - one.created_at
  return ranks[one.state] - ranks[other.state] || byTime
}

const hasNoBatch: EmailFilter = (eb) => eb('batch', 'is', null)

async function toStoredEmail(db: Db, row: OutboxRow, composers: EmailComposers): Promise<StoredEmail> {
  const email = await renderForDisplay(db, row, composers)
  return { ...email, message_id: messageIdOf(email.id, email.from_address) }
}

/** Finds an email by its id's start, or by the whole id for a batch's email. @returns two ids if several match */
export async function findEmailIds(db: Db, start: string): Promise<string[]> {
  const ids = db.selectFrom('outbox').select('id').limit(2)
  const exact = await ids.where('id', '=', start).execute()
  const prefix = start.toLowerCase()
  if (exact.length > 0 || !/^[0-9a-f-]{4,36}$/.test(prefix)) return exact.map(({ id }) => id)
  const matches = await ids.where(hasNoBatch).where('id', 'like', `${prefix}%`).execute()
  return matches.map(({ id }) => id)
}

export async function findEmail(db: Db, id: string, composers: EmailComposers): Promise<StoredEmail | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await toStoredEmail(db, row, composers))
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

const pageSize = 500

export async function findEmails(db: Db, ids: readonly string[]): Promise<EmailStatus[]> {
  const emails: EmailStatus[] = []
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize)
    emails.push(...(await db.selectFrom('outbox').select(statusColumns).where('id', 'in', page).execute()))
  }
  return emails
}

export type EmailSelection = { ids: readonly string[] } | { state: 'queued' | 'failed' }

/**
 * Makes emails due now, unless they wait for their limits. An email that was tried keeps one attempt, since it may have
 * arrived and must not be rendered again.
 */
export async function retryEmails(tx: Db, selection: EmailSelection, now: number): Promise<string[]> {
  const retried = await tx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'queued',
      due_at: eb.case().when('details', 'is', null).then(now).else(eb.ref('due_at')).end(),
      attempts: eb.case().when('attempts', '>', 0).then(1).else(0).end(),
    }))
    .where('id', 'in', selectedIds(tx, selection))
    .returning('id')
    .execute()
  return retried.map(({ id }) => id)
}

export async function dropEmails(tx: Db, selection: EmailSelection): Promise<string[]> {
  const dropped = await tx.deleteFrom('outbox').where('id', 'in', selectedIds(tx, selection)).returning('id').execute()
  return dropped.map(({ id }) => id)
}

export type OutboxSummary = Awaited<ReturnType<typeof summarizeOutbox>>

/**
 * Counts emails that belong to no batch. `waiting.since` is when the oldest due email should have been sent,
 * `untouchedSince` the same for emails never tried, `later` counts emails not due yet, and `soon` all emails due within
 * a day. `lastError`: why emails were deferred.
 */
export async function summarizeOutbox(db: Db, now: number) {
  const { due, soon, since, untouchedSince, all, lastError } = await db
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
        fn.min<number | null>('due_at').filterWhere(isUntried).filterWhere(isDue).as('untouchedSince'),
        fn.countAll<number>().as('all'),
        fn.max<string | null>('last_error').as('lastError'),
      ]
    })
    .where(hasNoBatch)
    .where('state', 'in', statesOf.waiting)
    .executeTakeFirstOrThrow()
  const failures = db.selectFrom('outbox').where(hasNoBatch).where('state', '=', 'failed')
  const failed = await countRows(failures)
  const newest = failures.select(['id', 'to_address', 'last_error']).orderBy('created_at', 'desc').orderBy('id')
  const lastFailed = failed === 0 ? undefined : await newest.limit(1).executeTakeFirst()
  return { waiting: { count: due, since }, soon, untouchedSince, later: all - due, failed, lastFailed, lastError }
}

/** Sorts ids, because two commands that lock the same emails in different orders deadlock on PostgreSQL. */
function selectedIds(tx: Db, selection: EmailSelection) {
  return tx
    .selectFrom('outbox')
    .select('id')
    .where(hasNoBatch)
    .where((eb) =>
      'ids' in selection
        ? eb.and([eb('id', 'in', selection.ids), eb('state', 'in', changeableStates)])
        : eb('state', '=', selection.state),
    )
    .orderBy('id')
    .forUpdate()
}

/** A silent mail server must not keep the owner waiting. The running site sends the rest. */
const timeoutMs = 60_000
/** Pause between attempts, since another process may have claimed an email and failed. */
const pauseMs = 100

/** Sends emails in this process. Claims are rows, so a running site doesn't send the same emails. */
export async function retryNow(
  { database, outbox, now }: { database: Database; outbox: Pick<Outbox, 'sendDue'>; now: () => number },
  selection: EmailSelection,
): Promise<EmailStatus[]> {
  const { db } = database
  const ids = await database.write((tx) => retryEmails(tx, selection, now()))
  const timeUp = delay(timeoutMs, true, { ref: false })
  for (;;) {
    const isTimeUp = await Promise.race([outbox.sendDue().then(() => false), timeUp])
    const emails = await findEmails(db, ids)
    const isDue = emails.some(({ state, due_at, details }) => state === 'queued' && due_at <= now() && details === null)
    if (!isDue || isTimeUp || (await readPause(db)) !== undefined) return emails
    await delay(pauseMs)
  }
}
