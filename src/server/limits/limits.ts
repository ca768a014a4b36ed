import type { Expression, ExpressionBuilder, Kysely } from 'kysely'
import type { LimitRow, Tables } from '../../../migrations/tables.ts'
import { keyedHash } from '../../lib/net/keyed-hash.ts'
import { type Database, Rollback } from '../db/database.ts'

export type Limit = { key: string; max: number; windowMs: number }

/** Clocks of two processes may differ by this much, and writes that wait for each other come out of their order. */
const clocksDifferMs = 60_000

/** One that would end later than a window that begins now was written by a clock ahead, and has ended. */
function isOpen(eb: ExpressionBuilder<Tables, 'limits'>, now: number, endsAt: Expression<number> | number) {
  const latest = typeof endsAt === 'number' ? eb.val(endsAt + clocksDifferMs) : eb(endsAt, '+', clocksDifferMs)
  return eb.and([eb('limits.ends_at', '>', now), eb('limits.ends_at', '<=', latest)])
}

export type Limited = { outcome: 'limited'; retryAfterSeconds: number }

export class LimitReached extends Rollback {
  readonly limit: Limit
  readonly endsAt: number

  constructor(limit: Limit, endsAt: number) {
    super('the limit is reached')
    this.limit = limit
    this.endsAt = endsAt
  }
}

/** At the limit nothing is written, but PostgreSQL locks the row. @returns when the window ends, at the limit */
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
            .when(isOpen(eb, now, endsAt))
            .then(eb('limits.count', '+', 1))
            .else(1)
            .end(),
          ends_at: eb
            .case()
            .when(isOpen(eb, now, endsAt))
            .then(eb.ref('limits.ends_at'))
            .else(endsAt)
            .end(),
        }))
        .where((eb) => eb.or([eb('limits.count', '<', limit.max), eb.not(isOpen(eb, now, endsAt))])),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted !== undefined) return undefined
  const reached = await tx.selectFrom('limits').select('ends_at').where('key', '=', limit.key).executeTakeFirst()
  return reached?.ends_at ?? endsAt
}

export async function consume(tx: Kysely<Tables>, limit: Limit, now: number): Promise<void> {
  const endsAt = await countUse(tx, limit, now)
  if (endsAt !== undefined) throw new LimitReached(limit, endsAt)
}

export type Spent = { key: string; amount: number; endsAt: number }

type Expense = { limit: Limit; amount: number }
type Counted = Expense & { count: number; endsAt: number }

/** Writes that share rows must name them in the same order, or PostgreSQL ends one. */
async function add(tx: Kysely<Tables>, expenses: readonly Expense[], now: number): Promise<Counted[]> {
  const rows = await tx
    .insertInto('limits')
    .values(expenses.map(({ limit, amount }) => ({ key: limit.key, count: amount, ends_at: now + limit.windowMs })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const open = isOpen(eb, now, eb.ref('excluded.ends_at'))
        return {
          count: eb
            .case()
            .when(open)
            .then(eb('limits.count', '+', eb.ref('excluded.count')))
            .else(eb.ref('excluded.count'))
            .end(),
          ends_at: eb.case().when(open).then(eb.ref('limits.ends_at')).else(eb.ref('excluded.ends_at')).end(),
        }
      }),
    )
    .returning(['key', 'count', 'ends_at'])
    .execute()
  return expenses.map((expense) => {
    const row = rows.find(({ key }) => key === expense.limit.key)
    if (row === undefined) throw new Error('a limit was not counted')
    return { ...expense, count: row.count, endsAt: row.ends_at }
  })
}

/** @throws LimitReached when one of them is more than what is left: nothing is counted then */
export async function reserveAll(tx: Kysely<Tables>, expenses: readonly Expense[], now: number): Promise<Spent[]> {
  const counted = await add(tx, expenses, now)
  const over = counted.find(({ limit, count }) => count > limit.max)
  if (over !== undefined) throw new LimitReached(over.limit, over.endsAt)
  return counted.map(({ limit, amount, endsAt }) => ({ key: limit.key, amount, endsAt }))
}

export type Reached = { limit: Limit; endsAt: number }

/** Where a limit was reached before, nothing is written, and nobody waits for rows that others hold. */
export async function countEach(tx: Kysely<Tables>, limits: readonly Limit[], now: number): Promise<Reached[]> {
  const reached = await findReached(tx, limits, now)
  if (reached.length > 0) return reached
  const counted = await add(
    tx,
    limits.map((limit) => ({ limit, amount: 1 })),
    now,
  )
  const over = counted.filter(({ limit, count }) => count > limit.max)
  if (over.length > 0) {
    const keys = limits.map(({ key }) => key)
    await tx
      .updateTable('limits')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', 'in', keys)
      .execute()
    await tx.deleteFrom('limits').where('key', 'in', keys).where('count', '=', 0).execute()
  }
  return over
}

async function findReached(tx: Kysely<Tables>, limits: readonly Limit[], now: number): Promise<Reached[]> {
  const rows = await tx
    .selectFrom('limits')
    .select(['key', 'ends_at'])
    .where((eb) =>
      eb.or(
        limits.map(({ key, max, windowMs }) =>
          eb.and([eb('key', '=', key), eb('count', '>=', max), isOpen(eb, now, now + windowMs)]),
        ),
      ),
    )
    .execute()
  return limits.flatMap((limit) => {
    const row = rows.find(({ key }) => key === limit.key)
    return row === undefined ? [] : [{ limit, endsAt: row.ends_at }]
  })
}

export async function correctSpent(tx: Kysely<Tables>, { key, amount, endsAt }: Spent, instead: number): Promise<void> {
  await tx
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '+', instead - amount) }))
    .where('key', '=', key)
    .where('ends_at', '=', endsAt)
    .execute()
}

export async function assertCapacity(tx: Kysely<Tables>, limit: Limit, now: number): Promise<void> {
  const [reached] = await findReached(tx, [limit], now)
  if (reached !== undefined) throw new LimitReached(limit, reached.endsAt)
}

export async function asLimited<T>(write: Promise<T>, now: number): Promise<T | Limited> {
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

/** Leaves alone what others hold: it waits for nobody. */
export async function deleteEndedLimits(tx: Kysely<Tables>, now: number, engine: Database['engine']): Promise<void> {
  const ended = tx
    .selectFrom('limits')
    .select('key')
    .where('ends_at', '<=', now)
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
  await tx.deleteFrom('limits').where('key', 'in', ended).execute()
}
