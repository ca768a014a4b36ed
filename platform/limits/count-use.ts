import type { Db, LimitRow } from '../../migrations/tables.ts'
import { type Database, Rollback, StorageError } from '../db/database.ts'
import { keyedHash } from '../http/keys.ts'
import { limitedSender, senderNetwork } from '../http/sender.ts'
import type { NamedLimit, Scope, VisitorLimit } from './limits.ts'

/** A limit of a sender, mailbox, call, or everyone. It shrinks as others use up the wider limit, `within`. */
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

/** Limits of an address, its network, and everyone. All writes lock them in this order and never deadlock. */
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

function limitsOf(expenses: readonly Expense[]): Limit[] {
  return expenses.map(({ limit }) => limit)
}

export function once(limits: readonly Limit[]): Expense[] {
  return limits.map((limit) => ({ limit, amount: 1 }))
}

/** Counts all expenses or none. @throws LimitReached */
export async function consume(tx: Db, expenses: readonly Expense[], now: number): Promise<Counted[]> {
  const [counted = []] = await countUses(tx, [expenses], now)
  throwIfReached(counted, now)
  return counted
}

function throwIfReached(counted: readonly Counted[], now: number): void {
  const reached = counted.find(({ isReached }) => isReached)
  if (reached !== undefined) throw new LimitReached(reached, now)
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
  const limits = limitsOf(uses.flat())
  if (limits.length === 0) return []
  // Counting adds no bytes to a visitor's quota.
  const bare = tx.withoutPlugins()
  const counts = await lockCounts(bare, limits, now)
  const counted = uses.map((expenses) => countUse(expenses, counts, now))
  await storeCounts(bare, counts)
  return counted
}

type Count = { count: number; endsAt: number; isCounted: boolean }
type Counts = Map<string, Count>

/** The clocks of two processes can differ by this much, or their writes finish in another order. */
const clocksDifferMs = 60_000

/** Inserts missing rows to lock them. */
async function lockCounts(tx: Db, limits: readonly Limit[], now: number): Promise<Counts> {
  const counts = newCounts(limits, now)
  const rows = await tx
    .insertInto('limits')
    .values([...counts].map(([key, { count, endsAt }]) => ({ key, count, ends_at: endsAt })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('limits.count') })))
    .returning(['key', 'count', 'ends_at'])
    .execute()
  return withStored(counts, rows, now)
}

async function readCounts(db: Db, limits: readonly Limit[], now: number): Promise<Counts> {
  const counts = newCounts(limits, now)
  const stored = db
    .selectFrom('limits')
    .selectAll()
    .where('key', 'in', [...counts.keys()])
  const rows = await stored.execute().catch((error: unknown) => {
    throw new StorageError('Couldn’t read the limits', error)
  })
  return withStored(counts, rows, now)
}

function newCounts(limits: readonly Limit[], now: number): Counts {
  return new Map(limits.map(({ key, windowMs }) => [key, { count: 0, endsAt: now + windowMs, isCounted: false }]))
}

/** Keeps only open windows. A window that ends too late was written by a fast clock and is over. */
function withStored(counts: Counts, rows: readonly LimitRow[], now: number): Counts {
  for (const { key, count, ends_at } of rows) {
    const latest = (counts.get(key)?.endsAt ?? 0) + clocksDifferMs
    if (ends_at > now && ends_at <= latest) counts.set(key, { count, endsAt: ends_at, isCounted: false })
  }
  return counts
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
  // Deletes the rows that were inserted only to lock them.
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

export type Counting = { database: Pick<Database, 'db' | 'writeSoon'>; salt: string; now: () => number }

type Request = {
  limit: VisitorLimit
  sender: string
  amount?: number
  /** Identifies a request that was sent again. It isn't counted again. */
  repeatKey?: string | undefined
}

/** Far more than anyone sends again, but not enough for a flood. */
const maxRepeats = 100

/**
 * Counts a visitor's request before its work. A power cut can undo the last counts. Most requests of a flood are refused
 * by a read, and don't queue for a write. @throws LimitReached
 */
export async function countRequest({ database, salt, now }: Counting, request: Request): Promise<void> {
  const { limit, sender, amount = 1, repeatKey } = request
  const expenses = visitorLimits(limit, sender, salt).map((each) => ({ limit: each, amount }))
  const repeats = { name: `${limit.name}-repeats`, max: maxRepeats, windowMs: limit.windowMs }
  const repeat = repeatKey === undefined ? [] : once([limitFor(repeats, `${sender} ${repeatKey}`, salt)])
  const counts = await readCounts(database.db, limitsOf([...repeat, ...expenses]), now())
  const wasSent = repeat.some(({ limit }) => countOf(limit, counts).count > 0)
  if (!wasSent) throwIfReached(countUse(expenses, counts, now()), now())
  await database.writeSoon(async (tx) => {
    const [sent] = await consume(tx, repeat, now())
    if (sent === undefined || sent.count === 1) await consume(tx, expenses, now())
  })
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
