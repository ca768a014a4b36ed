import { sql } from 'kysely'
import type { Db } from '../../migrations/tables.ts'
import { minuteMs } from '../../platform/text/time-text.ts'

/** Days begin at a multiple of it in every time zone. */
const quarterMs = 15 * minuteMs

/** Times in ms since 1970. `to` is excluded. */
type Span = { from: number; to: number }

/** Rows created in a quarter of an hour, which starts at `at`. */
export type TimedCount = { at: number; count: number }

/** Counts leads that are neither spam nor suspicious, by kind and time. */
export async function countLeads(db: Db, { from, to }: Span) {
  const quarter = sql<number>`created_at / ${sql.lit(quarterMs)}`
  const rows = await db
    .selectFrom('leads')
    .select(({ fn }) => ['kind', quarter.as('quarter'), fn.countAll<number>().as('count')])
    .where('status', '=', 'ok')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy(['kind', quarter])
    .orderBy(quarter)
    .execute()
  return rows.map(({ kind, quarter, count }) => ({ kind, at: quarter * quarterMs, count }))
}

/** Counts confirmed sign-ups by time. Imported subscribers had confirmed before they were stored. */
export async function countSignUps(db: Db, { from, to }: Span): Promise<TimedCount[]> {
  const quarter = sql<number>`confirmed_at / ${sql.lit(quarterMs)}`
  const rows = await db
    .selectFrom('subscribers')
    .select(({ fn }) => [quarter.as('quarter'), fn.countAll<number>().as('count')])
    .whereRef('confirmed_at', '>', 'created_at')
    .where('confirmed_at', '>=', from)
    .where('confirmed_at', '<', to)
    .groupBy(quarter)
    .orderBy(quarter)
    .execute()
  return rows.map(({ quarter, count }) => ({ at: quarter * quarterMs, count }))
}

/** Sums counts by day. @param starts of the days @param counts in order of time, none before the first day */
export function sumByDay(starts: readonly number[], counts: readonly TimedCount[]): number[] {
  const sums = starts.map(() => 0)
  let day = 0
  for (const { at, count } of counts) {
    while (at >= (starts[day + 1] ?? Number.POSITIVE_INFINITY)) day++
    sums[day] = (sums[day] ?? 0) + count
  }
  return sums
}
