import type { Kysely } from 'kysely'
import type { CountedDayRow, Tables, VisitRow } from '../../migrations/tables.ts'
import { type DayNumbers, type Mark, noDays, type VisitorMark } from './day-numbers.ts'

/** What these visitors have done before, by visitor. */
export async function readVisits(tx: Kysely<Tables>, visitors: readonly string[]): Promise<Map<string, Mark[]>> {
  if (visitors.length === 0) return new Map()
  const rows = await tx.selectFrom('visits').select(['visitor', 'marks']).where('visitor', 'in', visitors).execute()
  return new Map(rows.map(({ visitor, marks }) => [visitor, JSON.parse(marks)]))
}

export async function writeVisits(tx: Kysely<Tables>, rows: readonly VisitRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('visits')
    .values(rows)
    .onConflict((conflict) => conflict.column('visitor').doUpdateSet((eb) => ({ marks: eb.ref('excluded.marks') })))
    .execute()
}

const perStep = 100

/** @returns how many: as many as a step may, 0 when there are none left */
export async function deleteVisitsBefore(tx: Kysely<Tables>, day: string): Promise<number> {
  const some = tx.selectFrom('visits').select('visitor').where('day', '<', day).limit(perStep)
  const { numDeletedRows } = await tx.deleteFrom('visits').where('visitor', 'in', some).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes what a version up to 0.2 has counted of some visitors, and returns it. */
export async function takeOldMarks(tx: Kysely<Tables>): Promise<VisitorMark[]> {
  const some = tx.selectFrom('visit_marks').select('visitor').orderBy('visitor').limit(perStep)
  const rows = await tx.deleteFrom('visit_marks').where('visitor', 'in', some).returningAll().execute()
  return rows.map(({ speed, ...mark }) => ({ ...mark, speed: speed === null ? null : JSON.parse(speed) }))
}

/** Today's numbers. @param names of the parts; without it, all */
export async function readSums(db: Kysely<Tables>, names?: readonly string[]): Promise<DayNumbers> {
  const sums = noDays()
  if (names?.length === 0) return sums
  const parts = db.selectFrom('visit_sums').selectAll()
  const rows = await (names === undefined ? parts : parts.where('name', 'in', names)).execute()
  for (const { kind, name, value } of rows) sums[kind][name] = JSON.parse(value)
  for (const { source } of Object.values(sums.done)) Object.setPrototypeOf(source, null)
  return sums
}

const kinds = ['done', 'devices', 'speed'] as const

export async function writeSums(tx: Kysely<Tables>, sums: DayNumbers): Promise<void> {
  const rows = kinds.flatMap((kind) =>
    Object.entries(sums[kind]).map(([name, value]) => ({ kind, name, value: JSON.stringify(value) })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('visit_sums')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute()
}

export async function deleteSums(tx: Kysely<Tables>): Promise<void> {
  await tx.deleteFrom('visit_sums').execute()
}

/** A day is added up once. */
export async function insertDay(tx: Kysely<Tables>, row: CountedDayRow): Promise<void> {
  await tx
    .insertInto('counted_days')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Both inclusive. */
export async function readDayTotals(db: Kysely<Tables>, { from, to }: { from: string; to: string }): Promise<string[]> {
  const days = db.selectFrom('counted_days').select('totals').where('day', '>=', from).where('day', '<=', to)
  return (await days.execute()).map(({ totals }) => totals)
}

export async function readDay(db: Kysely<Tables>, day: string): Promise<DayNumbers | undefined> {
  const row = await db.selectFrom('counted_days').select('numbers').where('day', '=', day).executeTakeFirst()
  return row && JSON.parse(row.numbers)
}
