import type { Db } from '../../migrations/tables.ts'
import { type Database, Rollback } from '../db/database.ts'
import { addToCount, type Counts, countOf, lockCounts, readCounts, storeCounts } from './limit-rows.ts'
import type { VisitorLimit } from './limits.ts'
import { type Limit, limitFor, visitorLimits } from './sender-limits.ts'

/** The amount a use adds to a limit. A use with multiple charges counts all of them or none. */
export type Charge = { limit: Limit; amount: number }

/** A charge after counting. `count`: the limit's total. `endsAt`: the end of its window. */
export type CountedCharge = Charge & { count: number; endsAt: number; isReached: boolean }

export class LimitReached extends Rollback {
  readonly limit: Limit
  readonly endsAt: number
  readonly retryAfterSeconds: number

  constructor({ limit, endsAt }: CountedCharge, now: number) {
    super('the limit is reached')
    this.limit = limit
    this.endsAt = endsAt
    this.retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now) / 1_000))
  }
}

export function oneUseOf(limits: readonly Limit[]): Charge[] {
  return limits.map((limit) => ({ limit, amount: 1 }))
}

/** Counts one use. @throws LimitReached if any of its limits doesn't allow it */
export async function countOne(tx: Db, charges: readonly Charge[], now: number): Promise<CountedCharge[]> {
  const [counted = []] = await countUses(tx, [charges], now)
  throwIfReached(counted, now)
  return counted
}

/** Counts one use of every limit, unless any is reached. @returns the limits that are reached */
export async function countEach(tx: Db, limits: readonly Limit[], now: number): Promise<CountedCharge[]> {
  const [counted = []] = await countUses(tx, [oneUseOf(limits)], now)
  return counted.filter(({ isReached }) => isReached)
}

/**
 * Counts the uses allowed by all of their limits, in the given order. Locks limits in that order, so callers must list
 * shared limits consistently to avoid deadlocks on PostgreSQL.
 */
export async function countUses(tx: Db, uses: readonly (readonly Charge[])[], now: number): Promise<CountedCharge[][]> {
  const limits = uses.flat().map(({ limit }) => limit)
  if (limits.length === 0) return []
  // Bypass plugins: counting mustn't add to a visitor's byte quota.
  const connection = tx.withoutPlugins()
  const counts = await lockCounts(connection, limits, now)
  const counted = uses.map((charges) => countUse(charges, counts, now))
  await storeCounts(connection, counts)
  return counted
}

function countUse(charges: readonly Charge[], counts: Counts, now: number): CountedCharge[] {
  const checked = charges.map((charge) => checkCharge(charge, counts))
  if (checked.some(({ isReached }) => isReached)) return checked
  return checked.map((charge) => addCharge(charge, counts, now))
}

function checkCharge(charge: Charge, counts: Counts): CountedCharge {
  const { count, endsAt } = countOf(charge.limit, counts)
  const isReached = count + charge.amount > currentMax(charge.limit, counts)
  return { ...charge, count, endsAt, isReached }
}

/** A limit's current maximum. It shrinks by the fraction of the wider limit that others have used. */
function currentMax(limit: Limit, counts: Counts): number {
  const { max, within } = limit
  if (within === undefined) return max
  const usedByOthers = Math.max(0, countOf(within, counts).count - countOf(limit, counts).count)
  return Math.ceil(max * (1 - usedByOthers / within.max))
}

function addCharge(charge: CountedCharge, counts: Counts, now: number): CountedCharge {
  const { limit, amount } = charge
  const current = countOf(limit, counts)
  const count = current.count + amount
  const endsAt = limit.isRenewed ? now + limit.windowMs : current.endsAt
  counts.set(limit.key, { count, endsAt, isChanged: true })
  return { ...charge, count, endsAt }
}

function throwIfReached(counted: readonly CountedCharge[], now: number): void {
  const refused = counted.find(({ isReached }) => isReached)
  if (refused !== undefined) throw new LimitReached(refused, now)
}

/** Replaces a counted amount with the actual amount, unless its window is over. */
export async function correctCount(tx: Db, counted: CountedCharge, actualAmount: number): Promise<void> {
  const { limit, endsAt, amount } = counted
  await addToCount(tx, { key: limit.key, endsAt }, actualAmount - amount)
}

export type Counting = { database: Pick<Database, 'db' | 'writeSoon'>; salt: string; now: () => number }

type VisitorRequest = {
  limit: VisitorLimit
  sender: string
  amount?: number
  /** Identifies a request a page can send again. Repeats aren't counted. */
  repeatKey?: string | undefined
}

/** Maximum number of uncounted repeats per request: far more than a page sends, but too few for a flood. */
const maxRepeats = 100

/**
 * Counts a visitor's request before it's handled. A power cut can undo the latest counts. Most requests of a flood are
 * refused after a read, without queueing for a write. @throws LimitReached
 */
export async function countRequest({ database, salt, now }: Counting, request: VisitorRequest): Promise<void> {
  const { limit, sender, amount = 1, repeatKey } = request
  const limits = Object.values(visitorLimits(limit, sender, salt))
  const charges = limits.map((each) => ({ limit: each, amount }))
  const repeatLimits = repeatKey === undefined ? [] : [repeatLimit(limit, `${sender} ${repeatKey}`, salt)]

  const counts = await readCounts(database.db, [...repeatLimits, ...limits], now())
  const isRepeat = repeatLimits.some((each) => countOf(each, counts).count > 0)
  if (!isRepeat) throwIfReached(countUse(charges, counts, now()), now())

  await database.writeSoon(async (tx) => {
    const [repeat] = await countOne(tx, oneUseOf(repeatLimits), now())
    const isFirst = repeat === undefined || repeat.count === 1
    if (isFirst) await countOne(tx, charges, now())
  })
}

function repeatLimit({ name, windowMs }: VisitorLimit, request: string, salt: string): Limit {
  return limitFor({ name: `${name}-repeats`, max: maxRepeats, windowMs }, request, salt)
}
