import { type Expression, sql } from 'kysely'
import type { Db, EmailState } from '../../../migrations/tables.ts'
import { countRows } from '../../db/stored-rows.ts'
import type { EmailFilter } from './store.ts'

/**
 * Queues an email for each recipient. Emails are rendered when claimed, so until then a row only has the recipient's ID.
 * @returns the number of queued emails
 */
export async function queueBatch(
  tx: Db,
  { batch, kind, createdAt }: { batch: string; kind: string; createdAt: number },
  recipients: Expression<{ id: string }>,
): Promise<number> {
  // The empty strings are the names, addresses, subject, and text, which are rendered when claimed.
  const { numAffectedRows = 0n } = await sql`
    insert into outbox (id, kind, batch, recipient, from_name, from_address, to_name, to_address, subject, text,
      headers, state, attempts, due_at, created_at)
    select cast(${batch} as text) || '.' || id, ${sql.lit(kind)}, cast(${batch} as text), id, '', '', '', '', '', '',
      '{}', 'queued', 0, 0, ${sql.lit(createdAt)}
    from ${recipients} as recipients order by id`.execute(tx)
  return Number(numAffectedRows)
}

export async function hasEmailInTransit(db: Db, batch: string): Promise<boolean> {
  return (await countRows(db.selectFrom('outbox').where(inBatchWithState(batch, 'sending')))) > 0
}

export function inBatch(batch: string): EmailFilter {
  return (eb) => eb('batch', '=', batch)
}

export function inBatchWithState(batch: string, state: EmailState): EmailFilter {
  return (eb) => eb.and([eb('batch', '=', batch), eb('outbox.state', '=', state)])
}
