import type { Db, LimitRow } from '../../migrations/tables.ts'
import { type Database, Rollback } from '../db/database.ts'
import { keyedHash } from '../http/keys.ts'
import { limitedSender, senderNetwork } from '../http/sender.ts'
import type { NamedLimit, Scope, VisitorLimit } from './limits.ts'

/** A limit of one sender, mailbox, or call, or of everyone. It shrinks as the wider limit, `within`, is used up. */
export type Limit = Omit<NamedLimit, 'name'> & { key: string; within?: Limit | undefined }
export type Expense = { limit: Limit; amount: number }
/** An expense after counting. `count`: the total. `endsAt`: when the window ends. */
export type Counted = Expense & { count: number; endsAt: number; isReached: boolean }

export class LimitReached extends Rollback {
  readonly limit: Limit
  readonly endsAt: number
  readonly retryAfterSeconds: number

  constructor({ limit, endsAt }: Pick<Counted, 'limit' | 'endsAt'>, now: number) {
    super('the limit is reached')
    this.limit = limit
    this.endsAt = endsAt
    this.retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now) / 1_000))
  }
}

/** An address's limit, its network's, and everyone's: in this order, so that writes don't deadlock. */
export function visitorLimits(
  { name, windowMs, ...max }: VisitorLimit,
  sender: string,
  salt: string,
): [address: Limit, network: Limit, everyone: Limit] {
  const whom = { address: limitedSender(sender), network: senderNetwork(sender), everyone: 'all' }
  const limitOf = (scope: Scope, within?: Limit): Limit => {
    return { key: limitKey(`${name}-${scope}`, whom[scope], salt), max: max[scope], windowMs, within }
  }
  const everyone = limitOf('everyone')
  const network = limitOf('network', everyone)
  return [limitOf('address', network), network, everyone]
}

export function limitFor({ name, ...rate }: NamedLimit, whom: string, salt: string): Limit {
  return { key: limitKey(name, whom, salt), ...rate }
}

/** The key of someone's limit. Their identity is hashed with a salt that never leaves the database. */
export function limitKey(purpose: string, whom: string, salt: string): string {
  return `${purpose}:${keyedHash(salt, whom)}`
}

export function once(limits: readonly Limit[]): Expense[] {
  return limits.map((limit) => ({ limit, amount: 1 }))
}

/** Counts all expenses or none. @throws LimitReached */
export async function consume(tx: Db, expenses: readonly Expense[], now: number): Promise<Counted[]> {
  const [counted = []] = await countUses(tx, [expenses], now)
  const reached = counted.find(({ isReached }) => isReached)
  if (reached !== undefined) throw new LimitReached(reached, now)
  return counted
}

/** Counts one use of each limit, or none. @returns the limits that are reached */
export async function countEach(tx: Db, limits: readonly Limit[], now: number): Promise<Counted[]> {
  const [counted = []] = await countUses(tx, [once(limits)], now)
  return counted.filter(({ isReached }) => isReached)
}

/**
 * Counts each use that all of its limits allow, in the given order. Locks rows in the order of their limits: callers list
 * shared limits in the same order, or PostgreSQL reports deadlocks.
 */
export async function countUses(tx: Db, uses: readonly (readonly Expense[])[], now: number): Promise<Counted[][]> {
  if (uses.length === 0) return []
  const counts = await lockCounts(
    tx,
    uses.flat().map(({ limit }) => limit),
    now,
  )
  const counted = uses.map((expenses) => countUse(expenses, counts, now))
  await storeCounts(tx, counts)
  return counted
}

type Count = { count: number; endsAt: number; isCounted: boolean }
type Counts = Map<string, Count>

/** Clocks of two processes may differ by this much, and waiting writes may finish out of order. */
const clocksDifferMs = 60_000

/** Inserting locks new rows, too. A window that ends too late was written by a fast clock, and counts as over. */
async function lockCounts(tx: Db, limits: readonly Limit[], now: number): Promise<Counts> {
  const windows = new Map(limits.map(({ key, windowMs }) => [key, windowMs]))
  const rows = await tx
    .insertInto('limits')
    .values([...windows].map(([key, windowMs]) => ({ key, count: 0, ends_at: now + windowMs })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('limits.count') })))
    .returning(['key', 'count', 'ends_at'])
    .execute()
  const counts = rows.map(({ key, count, ends_at }): [string, Count] => {
    const endsAt = now + (windows.get(key) ?? 0)
    const isOpen = ends_at > now && ends_at <= endsAt + clocksDifferMs
    return [key, { count: isOpen ? count : 0, endsAt: isOpen ? ends_at : endsAt, isCounted: false }]
  })
  return new Map(counts)
}

function countUse(expenses: readonly Expense[], counts: Counts, now: number): Counted[] {
  const counted = expenses.map((expense) => {
    const { count, endsAt } = countOf(expense.limit, counts)
    return { ...expense, count, endsAt, isReached: count + expense.amount > allowedBy(expense.limit, counts) }
  })
  if (counted.some(({ isReached }) => isReached)) return counted
  return counted.map((each) => {
    const { limit, amount } = each
    const { count, endsAt } = countOf(limit, counts)
    const next = { count: count + amount, endsAt: limit.isRenewed ? now + limit.windowMs : endsAt }
    counts.set(limit.key, { ...next, isCounted: true })
    return { ...each, ...next }
  })
}

/** Shrinks by what others have used of the wider limit. */
function allowedBy(limit: Limit, counts: Counts): number {
  const { max, within } = limit
  if (within === undefined) return max
  const usedByOthers = Math.max(0, countOf(within, counts).count - countOf(limit, counts).count)
  return Math.ceil(max * (1 - usedByOthers / within.max))
}

function countOf({ key }: Limit, counts: Counts): Count {
  const count = counts.get(key)
  if (count === undefined) throw new Error('a limit was not counted')
  return count
}

async function storeCounts(tx: Db, counts: Counts): Promise<void> {
  const changed = [...counts].filter(([, { isCounted }]) => isCounted)
  if (changed.length > 0) {
    await tx
      .insertInto('limits')
      .values(changed.map(([key, { count, endsAt }]) => ({ key, count, ends_at: endsAt })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => {
          return { count: eb.ref('excluded.count'), ends_at: eb.ref('excluded.ends_at') }
        }),
      )
      .execute()
  }
  // Rows that were inserted only to lock them.
  const unchanged = [...counts].filter(([, { isCounted }]) => !isCounted).map(([key]) => key)
  if (unchanged.length > 0) await tx.deleteFrom('limits').where('key', 'in', unchanged).where('count', '=', 0).execute()
}

/** Replaces an amount, unless its window is over. */
export async function correctCounted(tx: Db, { limit, amount, endsAt }: Counted, actual: number): Promise<void> {
  await tx
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '+', actual - amount) }))
    .where('key', '=', limit.key)
    .where('ends_at', '=', endsAt)
    .execute()
}

export type Counting = { database: Pick<Database, 'writeSoon'>; salt: string; now: () => number }

type Request = {
  limit: VisitorLimit
  sender: string
  amount?: number
  /** The same for a request that is sent again, which isn't counted again. */
  repeatKey?: string | undefined
}

/** Far more than anyone sends again, but not enough for a flood. */
const maxRepeats = 100

/** Counts a visitor's request before its work. A power cut may undo the last counts. @throws LimitReached */
export async function countRequest({ database, salt, now }: Counting, request: Request): Promise<void> {
  const { limit, sender, amount = 1, repeatKey } = request
  const repeats = { name: `${limit.name}-repeats`, max: maxRepeats, windowMs: limit.windowMs }
  await database.writeSoon(async (tx) => {
    const isRepeat =
      repeatKey !== undefined && (await countOnce(tx, limitFor(repeats, `${sender} ${repeatKey}`, salt), now())) > 1
    const expenses = visitorLimits(limit, sender, salt).map((each) => ({ limit: each, amount }))
    if (!isRepeat) await consume(tx, expenses, now())
  })
}

/** @returns how often it has been counted @throws LimitReached */
async function countOnce(tx: Db, limit: Limit, now: number): Promise<number> {
  const [counted] = await consume(tx, once([limit]), now)
  return counted?.count ?? 0
}

export async function readLimit(db: Db, key: string): Promise<LimitRow | undefined> {
  return await db.selectFrom('limits').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function deleteLimit(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('limits').where('key', '=', key).execute()
}

const rowsPerStep = 500

/** Skips locked rows. @returns how many were deleted: at most one step's worth, 0 at the end */
export async function deleteEndedLimits(tx: Db, now: number): Promise<number> {
  const ended = tx
    .selectFrom('limits')
    .select('key')
    .where('ends_at', '<=', now)
    .limit(rowsPerStep)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.deleteFrom('limits').where('key', 'in', ended).executeTakeFirst()
  return Number(numDeletedRows)
}
