import type { Kysely } from 'kysely'
import { keyedHash } from '../lib/keyed-hash.ts'
import { Undone } from './storage-error.ts'
import type { LimitRow, Tables } from './tables.ts'

export type Limit = { key: string; max: number; windowMs: number }

/**
 * Counts one use within a window that begins with the first one. At the limit nothing is written any more, so that a
 * flood costs no wait for the disk.
 * @returns when the window ends (ms since 1970), if the limit is reached; else undefined
 */
export async function countUse(tx: Kysely<Tables>, limit: Limit, now: number): Promise<number | undefined> {
  const endsAt = now + limit.windowMs
  const counted = await tx
    .insertInto('limits')
    .values({ key: limit.key, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('limits.ends_at', '<=', now)
            .then(1)
            .else(eb('limits.count', '+', 1))
            .end(),
          ends_at: eb.case().when('limits.ends_at', '<=', now).then(endsAt).else(eb.ref('limits.ends_at')).end(),
        }))
        .where((eb) => eb.or([eb('limits.count', '<', limit.max), eb('limits.ends_at', '<=', now)])),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted !== undefined) return undefined
  const reached = await tx.selectFrom('limits').select('ends_at').where('key', '=', limit.key).executeTakeFirst()
  return reached?.ends_at ?? endsAt
}

/** What came of a write that met a limit. */
export type Limited = { outcome: 'limited'; retryAfterSeconds: number }

/** Takes a write back; `unlessLimited` makes an answer of it. */
export class LimitReached extends Undone {
  readonly limit: Limit
  readonly endsAt: number

  constructor(limit: Limit, endsAt: number) {
    super('the limit is reached')
    this.limit = limit
    this.endsAt = endsAt
  }
}

/** @throws LimitReached when this use is one too many */
export async function countOrUndo(tx: Kysely<Tables>, limit: Limit, now: number): Promise<void> {
  const endsAt = await countUse(tx, limit, now)
  if (endsAt !== undefined) throw new LimitReached(limit, endsAt)
}

/** An amount that was counted, in the window that ends then. */
export type Spent = { key: string; amount: number; endsAt: number }

/**
 * Counts amounts against several limits at once, in the order given: where two writes share rows, they must name them in
 * the same order, or PostgreSQL ends one of them.
 * @throws LimitReached when one of them is more than what is left: nothing is counted then
 */
export async function spendOrUndo(
  tx: Kysely<Tables>,
  expenses: readonly { limit: Limit; amount: number }[],
  now: number,
): Promise<Spent[]> {
  const rows = await tx
    .insertInto('limits')
    .values(expenses.map(({ limit, amount }) => ({ key: limit.key, count: amount, ends_at: now + limit.windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('limits.ends_at', '<=', now)
          .then(eb.ref('excluded.count'))
          .else(eb('limits.count', '+', eb.ref('excluded.count')))
          .end(),
        ends_at: eb
          .case()
          .when('limits.ends_at', '<=', now)
          .then(eb.ref('excluded.ends_at'))
          .else(eb.ref('limits.ends_at'))
          .end(),
      })),
    )
    .returning(['key', 'count', 'ends_at'])
    .execute()
  return expenses.map(({ limit, amount }) => {
    const row = rows.find(({ key }) => key === limit.key)
    if (row === undefined || row.count > limit.max) throw new LimitReached(limit, row?.ends_at ?? now)
    return { key: limit.key, amount, endsAt: row.ends_at }
  })
}

/** Counts another amount in place of the one that was spent, which may also be more; nothing where its window has ended. */
export async function correctSpent(tx: Kysely<Tables>, { key, amount, endsAt }: Spent, instead: number): Promise<void> {
  await tx
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '+', instead - amount) }))
    .where('key', '=', key)
    .where('ends_at', '=', endsAt)
    .execute()
}

/** Counts nothing. @throws LimitReached when the next use would be one too many */
export async function requireRoom(tx: Kysely<Tables>, limit: Limit, now: number): Promise<void> {
  const { key, max } = limit
  const reached = await tx
    .selectFrom('limits')
    .select('ends_at')
    .where('key', '=', key)
    .where('count', '>=', max)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  if (reached !== undefined) throw new LimitReached(limit, reached.ends_at)
}

/** @returns the write's own result, or when to come back, where `LimitReached` took it back */
export async function unlessLimited<T>(write: Promise<T>, now: number): Promise<T | Limited> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    return { outcome: 'limited', retryAfterSeconds: Math.max(1, Math.ceil((error.endsAt - now) / 1_000)) }
  }
}

/** Names a limit for somebody without keeping who it is: the salt never leaves the database. */
export function limitKey(purpose: string, whom: string, salt: string): string {
  return `${purpose}:${keyedHash(salt, whom)}`
}

export async function readLimit(db: Kysely<Tables>, key: string): Promise<LimitRow | undefined> {
  return await db.selectFrom('limits').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function deleteLimit(tx: Kysely<Tables>, key: string): Promise<void> {
  await tx.deleteFrom('limits').where('key', '=', key).execute()
}

export async function deleteEndedLimits(tx: Kysely<Tables>, now: number): Promise<void> {
  await tx.deleteFrom('limits').where('ends_at', '<=', now).execute()
}
