import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, EmailState, Tables } from '../../migrations/tables.ts'
import { countRows } from '../db/stored-rows.ts'
import type { Result } from './claims.ts'

/** Emails that were queued together go out after all others, each at most once. Who queued them decides on their pace. */
export type Batch = {
  id: string
  /** @param findDueAt when its first email is due @returns when that may go; undefined while the batch is stopped */
  nextAt(findDueAt: () => Promise<number | undefined>): Promise<number | undefined>
  /** Follows the claim of an email. */
  onClaim(): Promise<void>
  /** Follows a result that was stored. */
  onResult(result: Result): Promise<void>
  /** No email is queued or being sent. */
  onEnd(): Promise<void>
}

export type Batches = {
  /** Those that go on, in their order. Locks them until the transaction ends, so that processes take turns. */
  lockOpen(tx: Db): Promise<Batch[]>
  /** The recipient's address doesn't exist. */
  onDeadAddress(tx: Db, recipient: string): Promise<void>
}

type NewBatch = { batch: string; kind: string; createdAt: number }

/** Queues an email for each recipient. Only their ids are stored. @returns how many */
export async function queueBatch(
  tx: Db,
  { batch, kind, createdAt }: NewBatch,
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

export type WhichEmails = (eb: ExpressionBuilder<Tables, 'outbox'>) => Expression<SqlBool>

/** Queues emails of batches once more. `sent_at` says that one may have arrived. @returns how many */
export async function requeue(tx: Db, which: WhichEmails): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'queued',
      attempts: 0,
      due_at: 0,
      sent_at: eb.case().when('state', '=', 'unknown').then(eb.ref('due_at')).else(eb.ref('sent_at')).end(),
    }))
    .where(which)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes emails that won't be sent. Those that may have arrived become unknown again. @returns how many were deleted */
export async function dropUnsent(tx: Db, which: WhichEmails): Promise<number> {
  await tx
    .updateTable('outbox')
    .set((eb) => ({ state: 'unknown', due_at: eb.ref('sent_at').$notNull() }))
    .where(which)
    .where('sent_at', 'is not', null)
    .execute()
  const rest = tx.deleteFrom('outbox').where(which).where('sent_at', 'is', null)
  return Number((await rest.executeTakeFirst()).numDeletedRows)
}

export async function deleteQueuedTo(tx: Db, recipient: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', recipient).where('state', '=', 'queued').execute()
}

export async function hasEmailInTransit(db: Db, batch: string): Promise<boolean> {
  return (await countRows(db.selectFrom('outbox').where(inState(batch, 'sending')))) > 0
}

export function ofBatch(batch: string): WhichEmails {
  return (eb) => eb('batch', '=', batch)
}

export function inState(batch: string, state: EmailState): WhichEmails {
  return (eb) => eb.and([eb('batch', '=', batch), eb('outbox.state', '=', state)])
}

const noEmails = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, all: 0 }
export type EmailCounts = typeof noEmails

/** @returns the emails of each batch by their state */
export async function countEmails(db: Db, which: WhichEmails = (eb) => eb('batch', 'is not', null)) {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => ['batch', 'state', eb.fn.countAll<number>().as('count')])
    .where(which)
    .groupBy(['batch', 'state'])
    .execute()
  const batches = new Map<string | null, EmailCounts>()
  for (const { batch, state, count } of rows) {
    const counts = batches.get(batch) ?? { ...noEmails }
    batches.set(batch, { ...counts, [state]: count, all: counts.all + count })
  }
  return { of: (batch: string): EmailCounts => batches.get(batch) ?? noEmails }
}
