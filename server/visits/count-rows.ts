import type { Db } from '../../migrations/tables.ts'

type Row = { kind: 'contact' | 'consultation' | 'call' | 'sign-up'; at: number }

/**
 * Groups leads and confirmed sign-ups by day. Excludes spam, suspicious leads, and imported subscribers, who confirmed
 * before they were stored. @param starts the start of each day and of the day after them (epoch ms)
 */
export async function readRowsByDay(db: Db, starts: readonly number[]): Promise<Row[][]> {
  const from = starts[0] ?? 0
  const to = starts.at(-1) ?? 0
  const leads = await db
    .selectFrom('leads')
    .select(['kind', 'created_at as at'])
    .where('status', '=', 'ok')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .execute()
  const signUps = await db
    .selectFrom('subscribers')
    .select((eb) => [eb.ref('confirmed_at').$notNull().as('at')])
    .whereRef('confirmed_at', '>', 'created_at')
    .where('confirmed_at', '>=', from)
    .where('confirmed_at', '<', to)
    .execute()
  const rows = [...leads, ...signUps.map(({ at }) => ({ kind: 'sign-up' as const, at }))]
  const days: Row[][] = starts.map(() => [])
  let day = 0
  for (const row of rows.toSorted((a, b) => a.at - b.at)) {
    while (row.at >= (starts[day + 1] ?? to)) day++
    days[day]?.push(row)
  }
  return days
}
