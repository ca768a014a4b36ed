import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, EmailState, Tables } from '../../migrations/tables.ts'
import { countRows } from '../db/stored-rows.ts'
import type { Result } from './claims.ts'

/** Emails that were queued together. They go out after all other emails, each at most once, and at their own pace. */
export type Batch = {
  id: string
  /**
   * @param findDueAt reads when the batch's first email is due
   * @returns when the next email may be sent; undefined while the batch is paused
   */
  nextAt(findDueAt: () => Promise<number | undefined>): Promise<number | undefined>
  onClaim(): Promise<void>
  onResult(result: Result): Promise<void>
  /** Called once no email is queued or being sent. */
  onEnd(): Promise<void>
}

export type Batches = {
  /** Unfinished batches in sending order. They stay locked until the transaction ends, so that processes take turns. */
  lockOpen(tx: Db): Promise<Batch[]>
  /** Called when the recipient's address doesn't exist. */
  onDeadAddress(tx: Db, recipient: string): Promise<void>
}

/** Queues an email for each recipient. Only their ids are stored. @returns how many were queued */
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

export type EmailFilter = (eb: ExpressionBuilder<Tables, 'outbox'>) => Expression<SqlBool>

/**
 * Queues emails of a batch again. An email with an unknown outcome may have arrived, so it keeps its `sent_at`: if it's
 * dropped before it is sent again, it becomes unknown again instead of being deleted. @returns how many were queued
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

/** Deletes unsent emails. Those that may have arrived become unknown again. @returns how many were deleted */
export async function dropUnsent(tx: Db, filter: EmailFilter): Promise<number> {
  await tx
    .updateTable('outbox')
    .set((eb) => ({ state: 'unknown', due_at: eb.ref('sent_at').$notNull() }))
    .where(filter)
    .where('sent_at', 'is not', null)
    .execute()
  const neverSent = tx.deleteFrom('outbox').where(filter).where('sent_at', 'is', null)
  return Number((await neverSent.executeTakeFirst()).numDeletedRows)
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
