import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, EmailState, OutboxRow } from '../../migrations/tables.ts'
import type { Database } from '../db/database.ts'
import { countRows } from '../db/stored-rows.ts'
import type { WhichEmails } from './batches.ts'
import { emailKey, messageIdOf } from './email-address.ts'
import type { Outbox } from './outbox.ts'
import { changeableStates, type EmailComposers, idsOfEmailsTo, renderForDisplay } from './outbox-store.ts'
import { readPause } from './pause.ts'

export const emailViews = ['waiting', 'failed', 'sent', 'all'] as const
export type EmailView = (typeof emailViews)[number]

const statesOf: Record<EmailView, readonly EmailState[]> = {
  waiting: ['queued', 'sending'],
  failed: ['failed', 'unknown'],
  sent: ['sent'],
  all: ['queued', 'sending', 'failed', 'unknown', 'sent'],
}

type StoredEmail = OutboxRow & { message_id: string }
type ListedEmail = Omit<StoredEmail, 'text' | 'html' | 'headers'>

const statusColumns = ['id', 'batch', 'to_address', 'state', 'attempts', 'due_at', 'last_error', 'sent_at'] as const

export type EmailStatus = Pick<OutboxRow, (typeof statusColumns)[number]>

const pageSize = 500

type Listing = {
  view: EmailView
  /** An address, with its domain as typed or in ASCII, and who gets emails of batches there. */
  to?: { address: string; recipient: string | undefined } | undefined
  which?: WhichEmails
  limit: number
}

/** Newest first. Of batches, only those that failed or are unknown, unless `to` is given: the others are too many. */
export async function listEmails(db: Db, { view, to, which, limit }: Listing, composers: EmailComposers) {
  const ids = to && (await idsOfEmailsTo(db, emailKey(to.address), to.recipient))
  if (ids?.length === 0) return []
  // One query per state, to use its index: the outbox keeps every email that was ever sent.
  const lists = statesOf[view].map((state) =>
    db
      .selectFrom('outbox')
      .selectAll()
      .where('state', '=', sql.lit(state))
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .$if(ids === undefined && state !== 'failed' && state !== 'unknown', (query) => query.where('batch', 'is', null))
      .$if(which !== undefined, (query) => query.where((eb) => which?.(eb) ?? eb.lit(true)))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  const newestFirst = (await Promise.all(lists)).flat().toSorted((a, b) => b.created_at - a.created_at)
  const emails: ListedEmail[] = []
  for (const email of newestFirst.slice(0, limit)) {
    const { text, html, headers, ...listed } = await toStoredEmail(db, email, composers)
    emails.push(listed)
  }
  return emails
}

async function toStoredEmail(db: Db, row: OutboxRow, composers: EmailComposers): Promise<StoredEmail> {
  const email = await renderForDisplay(db, row, composers)
  return { ...email, message_id: messageIdOf(email.id, email.from_address) }
}

/** @param start of an id; the whole one for emails of batches @returns at most two; two mean that it's ambiguous */
export async function findEmailIds(db: Db, start: string): Promise<string[]> {
  const ids = db.selectFrom('outbox').select('id').limit(2)
  const whole = await ids.where('id', '=', start).execute()
  const prefix = start.toLowerCase()
  if (whole.length > 0 || !/^[0-9a-f-]{4,36}$/.test(prefix)) return whole.map(({ id }) => id)
  const rows = await ids.where('batch', 'is', null).where('id', 'like', `${prefix}%`).execute()
  return rows.map(({ id }) => id)
}

export async function findEmail(db: Db, id: string, composers: EmailComposers): Promise<StoredEmail | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await toStoredEmail(db, row, composers))
}

export async function findEmails(db: Db, ids: readonly string[]): Promise<EmailStatus[]> {
  const emails: EmailStatus[] = []
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = ids.slice(start, start + pageSize)
    emails.push(...(await db.selectFrom('outbox').select(statusColumns).where('id', 'in', page).execute()))
  }
  return emails
}

export type EmailSelection = { ids: readonly string[] } | { state: 'queued' | 'failed' }

/** Queues emails for now. One that was tried keeps an attempt: it may have arrived, so it must not be rewritten. */
export async function retryEmails(tx: Db, selection: EmailSelection, now: number): Promise<string[]> {
  const retried = await tx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'queued',
      due_at: now,
      attempts: eb.case().when('attempts', '>', 0).then(1).else(0).end(),
    }))
    .where('id', 'in', selectedIds(tx, selection))
    // Others wait for their limits.
    .where('details', 'is', null)
    .returning('id')
    .execute()
  return retried.map(({ id }) => id)
}

export async function dropEmails(tx: Db, selection: EmailSelection): Promise<string[]> {
  const dropped = await tx.deleteFrom('outbox').where('id', 'in', selectedIds(tx, selection)).returning('id').execute()
  return dropped.map(({ id }) => id)
}

/** Emails of no batch. `since`: when the oldest due email should have been sent. `untouchedSince`: the same for those never tried. */
export async function summarizeOutbox(db: Db, now: number, composers: EmailComposers) {
  const waiting = await db
    .selectFrom('outbox')
    .select(({ fn, eb }) => {
      const isUntried = eb('attempts', '=', 0)
      const isDue = eb.or([eb('attempts', '>', 0), eb('due_at', '<=', now)])
      const plannedAt = eb.case().when(isUntried).then(eb.ref('due_at')).else(eb.ref('created_at')).end()
      return [
        fn.countAll<number>().filterWhere(isDue).as('due'),
        fn.min<number | null>(plannedAt).filterWhere(isDue).as('since'),
        fn.min<number | null>('due_at').filterWhere(isUntried).filterWhere(isDue).as('untouched'),
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('last_error', 'is not', null).as('tried'),
      ]
    })
    .where('batch', 'is', null)
    .where('state', 'in', statesOf.waiting)
    .executeTakeFirstOrThrow()
  const failed = await countRows(db.selectFrom('outbox').where('batch', 'is', null).where('state', '=', 'failed'))
  const listed = { limit: 3, which: ((eb) => eb('batch', 'is', null)) satisfies WhichEmails } as const
  return {
    waiting: { count: waiting.due, since: waiting.since },
    untouchedSince: waiting.untouched,
    later: waiting.all - waiting.due,
    failed,
    refused: failed === 0 ? [] : await listEmails(db, { ...listed, view: 'failed' }, composers),
    /** Emails that a mail server has deferred. */
    deferred:
      waiting.tried === 0 ? [] : await listEmails(db, { ...listed, view: 'waiting', which: isTried }, composers),
  }
}

const isTried: WhichEmails = (eb) => eb('last_error', 'is not', null)

/** Sorted, because two commands for the same emails could deadlock on PostgreSQL otherwise. */
function selectedIds(tx: Db, selection: EmailSelection) {
  return tx
    .selectFrom('outbox')
    .select('id')
    .$if('ids' in selection, (query) => query.where('id', 'in', 'ids' in selection ? selection.ids : []))
    .where('batch', 'is', null)
    .where('state', 'in', 'state' in selection ? [selection.state] : changeableStates)
    .orderBy('id')
    .forUpdate()
}

/** A silent mail server must not keep the owner waiting. The running site sends the rest. */
const timeoutMs = 60_000
/** Between attempts: another process may be claiming an email, and fail. */
const pauseMs = 100

/** Sends emails in this process. Claims are rows, so it doesn't conflict with a running site. */
export async function retryNow(
  { database, outbox, now }: { database: Database; outbox: Pick<Outbox, 'sendDue'>; now: () => number },
  selection: EmailSelection,
): Promise<EmailStatus[]> {
  const { db } = database
  const ids = await database.write((tx) => retryEmails(tx, selection, now()))
  const timeUp = delay(timeoutMs, 'time is up' as const, { ref: false })
  for (;;) {
    const ended = await Promise.race([outbox.sendDue(), timeUp])
    const emails = await findEmails(db, ids)
    const isLeft = emails.some(({ state, due_at }) => state === 'queued' && due_at <= now())
    if (!isLeft || ended === 'time is up' || (await readPause(db)) !== undefined) return emails
    await delay(pauseMs)
  }
}
