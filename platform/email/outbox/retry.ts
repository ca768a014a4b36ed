import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../migrations/tables.ts'
import type { Database } from '../../db/database.ts'
import { type EmailStatus, findEmails, hasNoBatch } from './list.ts'
import { readPause } from './pause.ts'
import { changeableStates, type EmailFilter } from './store.ts'
import type { OutboxWorker } from './worker.ts'

export type EmailSelection = { ids: readonly string[] } | { state: 'queued' | 'failed' }

/** Maximum wait of the owner for a slow mail server. The running site sends the remaining emails. */
const timeoutMs = 60_000
/** Delay before checking for due emails again. Another process may have claimed one, then failed to send it. */
const pauseMs = 100

/** Sends emails in this process. Claims are stored, so a running site doesn't send the same emails. */
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
 * Makes emails due now unless they're rate-limited. A tried email keeps one attempt: it might have arrived and must not
 * be rendered again. @returns the emails' IDs
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
 * Requeues the batch emails that match a filter. An `unknown` email might have arrived, so `sent_at` keeps the time:
 * if the email is dropped before it's sent again, `dropUnsent` marks it as `unknown` again instead of deleting it.
 * @returns the number of requeued emails
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

/** @returns the IDs of the deleted emails */
export async function deleteEmails(tx: Db, selection: EmailSelection): Promise<string[]> {
  const deleted = await tx.deleteFrom('outbox').where('id', 'in', selectIds(tx, selection)).returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** Selects IDs in order, so two commands that lock the same emails don't deadlock on PostgreSQL. */
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
