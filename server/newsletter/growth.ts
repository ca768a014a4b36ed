import { sql } from 'kysely'
import type { Db } from '../../migrations/tables.ts'
import { dayMs, formatDay } from '../../platform/text/time-text.ts'

/** Counts subscribers at the end of each day (UTC) when their number changed. */
export async function readGrowth(db: Db): Promise<{ day: string; subscribers: number }[]> {
  const { rows } = await sql<{ day: number; change: number }>`
    select day, sum(change) as change from (
      select confirmed_at / ${sql.lit(dayMs)} as day, 1 as change from subscribers where confirmed_at is not null
      union all
      select unsubscribed_at / ${sql.lit(dayMs)}, -1 from subscribers
      where confirmed_at is not null and unsubscribed_at is not null
    ) as changes group by day order by day`.execute(db)
  let subscribers = 0
  return rows.map(({ day, change }) => {
    subscribers += change
    return { day: formatDay(new Date(day * dayMs)), subscribers }
  })
}

/** Counts subscribers at the end of each of the last 12 months. @param days sorted, with the number at the end of each day */
export function byMonth(days: readonly { day: string; subscribers: number }[], now: number) {
  const today = new Date(now)
  return Array.from({ length: 12 }, (_, n) => {
    const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11 + n)).toISOString().slice(0, 7)
    return { month, subscribers: days.findLast(({ day }) => day.slice(0, 7) <= month)?.subscribers ?? 0 }
  })
}
