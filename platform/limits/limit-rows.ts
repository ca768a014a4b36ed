import type { Db, LimitRow } from '../../migrations/tables.ts'
import { StorageError } from '../db/database.ts'
import type { Limit } from './sender-limits.ts'

/** The count of a limit's open window, and the window's end. */
type Count = { count: number; endsAt: number; isChanged: boolean }

/** Counts by limit key. */
export type Counts = Map<string, Count>

/** Tolerance for differences between processes' clocks, and for writes that finish out of order. */
const maxClockDifferenceMs = 60_000

/** Locks the limits' rows. Inserts missing rows first, so there's something to lock. */
export async function lockCounts(tx: Db, limits: readonly Limit[], now: number): Promise<Counts> {
  const counts = newCounts(limits, now)
  const rows = await tx
    .insertInto('limits')
    .values([...counts].map(([key, { count, endsAt }]) => ({ key, count, ends_at: endsAt })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('limits.count') })))
    .returning(['key', 'count', 'ends_at'])
    .execute()
  return addOpenWindows(counts, rows, now)
}

export async function readCounts(db: Db, limits: readonly Limit[], now: number): Promise<Counts> {
  const counts = newCounts(limits, now)
  const query = db
    .selectFrom('limits')
    .selectAll()
    .where('key', 'in', [...counts.keys()])
  const rows = await query.execute().catch((error: unknown) => {
    throw new StorageError('Couldn’t read the limits', error)
  })
  return addOpenWindows(counts, rows, now)
}

function newCounts(limits: readonly Limit[], now: number): Counts {
  return new Map(limits.map(({ key, windowMs }) => [key, { count: 0, endsAt: now + windowMs, isChanged: false }]))
}

/** Adds open windows' counts. A window with an implausibly late end is over too: it was written by a fast clock. */
function addOpenWindows(counts: Counts, rows: readonly LimitRow[], now: number): Counts {
  for (const { key, count, ends_at } of rows) {
    const latestEnd = (counts.get(key)?.endsAt ?? 0) + maxClockDifferenceMs
    if (ends_at > now && ends_at <= latestEnd) counts.set(key, { count, endsAt: ends_at, isChanged: false })
  }
  return counts
}

export function countOf({ key }: Limit, counts: Counts): Count {
  const count = counts.get(key)
  if (count === undefined) throw new Error('a limit was not counted')
  return count
}

export async function storeCounts(tx: Db, counts: Counts): Promise<void> {
  const changed = [...counts].filter(([, { isChanged }]) => isChanged)
  if (changed.length > 0) {
    await tx
      .insertInto('limits')
      .values(changed.map(([key, { count, endsAt }]) => ({ key, count, ends_at: endsAt })))
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({ count: eb.ref('excluded.count'), ends_at: eb.ref('excluded.ends_at') })),
      )
      .execute()
  }
  // Delete rows that were inserted only to lock them.
  const unchanged = [...counts].filter(([, { isChanged }]) => !isChanged).map(([key]) => key)
  if (unchanged.length > 0) await tx.deleteFrom('limits').where('key', 'in', unchanged).where('count', '=', 0).execute()
}

/** Changes the count of a window, unless it's over. */
export async function addToCount(tx: Db, window: { key: string; endsAt: number }, amount: number): Promise<void> {
  await tx
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '+', amount) }))
    .where('key', '=', window.key)
    .where('ends_at', '=', window.endsAt)
    .execute()
}

export async function readLimit(db: Db, key: string): Promise<LimitRow | undefined> {
  return await db.selectFrom('limits').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function deleteLimit(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('limits').where('key', '=', key).execute()
}

const rowsPerStep = 500

/** Deletes up to 500 expired limits, skipping locked rows. @returns the number of deleted limits, 0 at the end */
export async function deleteExpiredLimits(tx: Db, now: number): Promise<number> {
  const expired = tx
    .selectFrom('limits')
    .select('key')
    .where('ends_at', '<=', now)
    .limit(rowsPerStep)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.deleteFrom('limits').where('key', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}
