import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../migrations/tables.ts'
import type { Database } from '../../db/database.ts'
import { type EmailStatus, findEmails, hasNoBatch } from './list.ts'
import { readPause } from './pause.ts'
import { changeableStates, type EmailFilter } from './store.ts'
import type { OutboxWorker } from './worker.ts'

export type EmailSelection = { ids: readonly string[] } | { state: 'queued' | 'failed' }

/** How long the owner waits for a mail server that doesn't respond. The running site sends what remains. */
const timeoutMs = 60_000
/** Pause between attempts: another process can claim an email and fail. */
const pauseMs = 100

/** Sends emails in this process. Claims are rows, so a running site doesn't send the same emails. */
export async function retryNow(
  { database, outbox, now }: { database: Database; outbox: Pick<OutboxWorker, 'sendDue'>; now: () => number },
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

/**
 * Makes emails due now, unless they're rate-limited. A tried email keeps one attempt: it might have arrived and must not
 * be rendered again. @returns the emails' ids
 */
export async function retryEmails(tx: Db, selection: EmailSelection, now: number): Promise<string[]> {
  const retried = await tx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'queued',
      due_at: eb.case().when('details', 'is', null).then(now).else(eb.ref('due_at')).end(),
      attempts: eb.case().when('attempts', '>', 0).then(1).else(0).end(),
    }))
    .where('id', 'in', selectIds(tx, selection))
    .returning('id')
    .execute()
  return retried.map(({ id }) => id)
}

/**
 * Queues the batch emails a filter selects again. An email in the state `unknown` might have arrived, so `sent_at` keeps
 * when: if the email is dropped before it's sent again, `dropUnsent` returns it to `unknown` instead of deleting it.
 * @returns how many were queued
 */
export async function requeue(tx: Db, filter: EmailFilter, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'queued',
      attempts: 0,
      due_at: now,
      sent_at: eb.case().when('state', '=', 'unknown').then(eb.ref('due_at')).else(eb.ref('sent_at')).end(),
    }))
    .where(filter)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** @returns the ids of the deleted emails */
export async function deleteEmails(tx: Db, selection: EmailSelection): Promise<string[]> {
  const deleted = await tx.deleteFrom('outbox').where('id', 'in', selectIds(tx, selection)).returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** Sorts the ids to keep two commands from deadlocking on PostgreSQL when they lock the same emails. */
function selectIds(tx: Db, selection: EmailSelection) {
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
