import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { EmailState, OutboxRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../db/database.ts'
import { countRows } from '../db/stored-rows.ts'
import type { Log } from '../log.ts'
import { emailKey } from './email-address.ts'
import type { Mailer } from './mailer.ts'
import {
  changeableStates,
  claimDueEmail,
  type EmailComposers,
  idsOfEmailsTo,
  nextDueAt,
  renderForDisplay,
  settle,
  settlementOf,
} from './outbox-store.ts'
import { readPause } from './pause.ts'
import { type Claim, SendLoop } from './send-loop.ts'

export type Outbox = SendLoop<Claim>

type OutboxDeps = { database: Database; mailer: Mailer; composers: EmailComposers; now: () => number; log: Log }

export function createOutbox({ database, mailer, composers, now, log }: OutboxDeps): Outbox {
  return new SendLoop(
    { mailer, now, log },
    {
      maxSleepMs: 60_000,
      step: (results, wantsMore, onClaim) =>
        database.write(async (tx) => {
          // Deleted while it was being sent: its file goes too.
          for (const result of results) if (!(await settle(tx, result, now()))) await mailer.retract(result.claim.email)
          const claim = wantsMore ? await claimDueEmail(tx, database.engine, composers, now()) : undefined
          if (claim !== undefined) onClaim(claim)
          return { claim, nextAt: claim === undefined ? await nextDueAt(tx) : undefined }
        }),
      report: (result) => {
        const { claim, delivery } = result
        const { state, due_at, answer: reason } = settlementOf(result, now())
        const email = { email: claim.email.id, kind: claim.kind, attempt: claim.attempts }
        if (state === 'sent') log.info(email, 'email sent')
        else if (state === 'failed') log.error({ ...email, reason }, 'email failed permanently')
        else if (delivery.outcome !== 'released')
          log.warn({ ...email, reason, nextTry: new Date(due_at) }, 'email deferred')
      },
    },
  )
}

type Db = Kysely<Tables>

export const emailViews = ['waiting', 'failed', 'sent', 'all'] as const
export type EmailView = (typeof emailViews)[number]

const statesOf: Record<EmailView, readonly EmailState[]> = {
  waiting: ['queued', 'sending'],
  failed: ['failed'],
  sent: ['sent'],
  all: ['queued', 'sending', 'failed', 'sent'],
}

type ListedEmail = Omit<OutboxRow, 'text' | 'html' | 'headers'>

const statusColumns = ['id', 'to_address', 'state', 'attempts', 'due_at', 'last_error', 'sent_at'] as const

export type EmailStatus = Pick<OutboxRow, (typeof statusColumns)[number]>

const pageSize = 500

/** Newest first. @param to an address, with its domain as typed or in ASCII */
export async function listEmails(
  db: Db,
  { view, to, isTried, limit }: { view: EmailView; to?: string | undefined; isTried?: true; limit: number },
  composers: EmailComposers,
): Promise<ListedEmail[]> {
  const ids = to === undefined ? [] : await idsOfEmailsTo(db, emailKey(to))
  if (to !== undefined && ids.length === 0) return []
  // One query per state, to use its index: the outbox keeps every email that was ever sent.
  const lists = statesOf[view].map((state) =>
    db
      .selectFrom('outbox')
      .selectAll()
      .where('state', '=', state)
      .$if(ids.length > 0, (query) => query.where('id', 'in', ids))
      .$if(isTried === true, (query) => query.where('last_error', 'is not', null))
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  const newestFirst = (await Promise.all(lists)).flat().toSorted((a, b) => b.created_at - a.created_at)
  const emails: ListedEmail[] = []
  for (const email of newestFirst.slice(0, limit)) {
    const { text, html, headers, ...listed } = await renderForDisplay(db, email, composers)
    emails.push(listed)
  }
  return emails
}

/** @param start hexadecimal digits and hyphens @returns at most two ids; two mean that it's ambiguous */
export async function findEmailIds(db: Db, start: string): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select('id').where('id', 'like', `${start}%`).limit(2).execute()
  return rows.map(({ id }) => id)
}

export async function findEmail(db: Db, id: string, composers: EmailComposers): Promise<OutboxRow | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await renderForDisplay(db, row, composers))
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
export async function retryEmails(
  tx: Db,
  selection: EmailSelection,
  { now, engine }: { now: number; engine: Database['engine'] },
): Promise<string[]> {
  const retried = await tx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'queued',
      due_at: now,
      attempts: eb.case().when('attempts', '>', 0).then(1).else(0).end(),
    }))
    .where('id', 'in', selectedIds(tx, selection, engine))
    .returning('id')
    .execute()
  return retried.map(({ id }) => id)
}

export async function dropEmails(tx: Db, selection: EmailSelection, engine: Database['engine']): Promise<string[]> {
  const dropped = await tx
    .deleteFrom('outbox')
    .where('id', 'in', selectedIds(tx, selection, engine))
    .returning('id')
    .execute()
  return dropped.map(({ id }) => id)
}

/** `since`: when the oldest due email should have been sent. `untouchedSince`: the same for those never tried. */
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
    .where('state', 'in', statesOf.waiting)
    .executeTakeFirstOrThrow()
  const failed = await countRows(db.selectFrom('outbox').where('state', '=', 'failed'))
  return {
    waiting: { count: waiting.due, since: waiting.since },
    untouchedSince: waiting.untouched,
    later: waiting.all - waiting.due,
    failed,
    refused: failed === 0 ? [] : await listEmails(db, { view: 'failed', limit: 3 }, composers),
    /** Emails that a mail server has deferred. */
    deferred: waiting.tried === 0 ? [] : await listEmails(db, { view: 'waiting', isTried: true, limit: 3 }, composers),
  }
}

/** Sorted, because two commands for the same emails could deadlock on PostgreSQL otherwise. */
function selectedIds(tx: Db, selection: EmailSelection, engine: Database['engine']) {
  return tx
    .selectFrom('outbox')
    .select('id')
    .$if('ids' in selection, (query) => query.where('id', 'in', 'ids' in selection ? selection.ids : []))
    .where('state', 'in', 'state' in selection ? [selection.state] : changeableStates)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
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
  const ids = await database.write((tx) => retryEmails(tx, selection, { now: now(), engine: database.engine }))
  const timeUp = delay(timeoutMs, 'time is up' as const, { ref: false })
  for (;;) {
    const ended = await Promise.race([outbox.sendDue(), timeUp])
    const emails = await findEmails(db, ids)
    const isLeft = emails.some(({ state, due_at }) => state === 'queued' && due_at <= now())
    if (!isLeft || ended === 'time is up' || (await readPause(db)) !== undefined) return emails
    await delay(pauseMs)
  }
}
