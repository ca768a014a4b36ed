import { type Expression, sql } from 'kysely'
import type { Db, EmailState } from '../../../migrations/tables.ts'
import { countRows } from '../../db/stored-rows.ts'
import type { EmailFilter } from './store.ts'

/** Queues an email for each recipient. Only the recipients' ids are stored. @returns how many were queued */
export async function queueBatch(
  tx: Db,
  { batch, kind, createdAt }: { batch: string; kind: string; createdAt: number },
  recipients: Expression<{ id: string }>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into outbox (id, kind, batch, recipient, from_name, from_address, to_name, to_address, subject, text,
      headers, state, attempts, due_at, created_at)
    select cast(${batch} as text) || '.' || id, ${sql.lit(kind)}, cast(${batch} as text), id, '', '', '', '', '', '',
      '{}', 'queued', 0, 0, ${sql.lit(createdAt)}
    from ${recipients} as recipients order by id`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Queues a batch's emails again. An email in the state `unknown` might have arrived, so it keeps its `sent_at`: if it's
 * dropped before it's sent again, it returns to `unknown` instead of being deleted. @returns how many were queued
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

/** Deletes unsent emails. Those that might have arrived return to `unknown`. @returns how many were deleted */
export async function dropUnsent(tx: Db, filter: EmailFilter): Promise<number> {
  await tx
    .updateTable('outbox')
    .set((eb) => ({ state: 'unknown', due_at: eb.ref('sent_at').$notNull() }))
    .where(filter)
    .where('sent_at', 'is not', null)
    .execute()
  const neverSent = tx.deleteFrom('outbox').where(filter).where('sent_at', 'is', null)
  const { numDeletedRows } = await neverSent.executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteQueuedTo(tx: Db, recipient: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', recipient).where('state', '=', 'queued').execute()
}

export async function hasEmailInTransit(db: Db, batch: string): Promise<boolean> {
  return (await countRows(db.selectFrom('outbox').where(inState(batch, 'sending')))) > 0
}

export function ofBatch(batch: string): EmailFilter {
  return (eb) => eb('batch', '=', batch)
}

export function inState(batch: string, state: EmailState): EmailFilter {
  return (eb) => eb.and([eb('batch', '=', batch), eb('outbox.state', '=', state)])
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
