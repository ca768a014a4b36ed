import type { Kysely } from 'kysely'
import type { CountedDayRow, Tables, VisitMarkRow } from '../../../../migrations/tables.ts'

/** Who is known already, of these. */
export async function knownVisitors(db: Kysely<Tables>, visitors: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('visit_marks')
    .select('visitor')
    .distinct()
    .where('visitor', 'in', visitors)
    .execute()
  return new Set(rows.map(({ visitor }) => visitor))
}

/** Of the same pages, seen by the same visitors before. */
export async function knownSpeeds(db: Kysely<Tables>, marks: readonly VisitMarkRow[]): Promise<VisitMarkRow[]> {
  const fast = marks.filter(({ speed }) => speed !== null)
  if (fast.length === 0) return []
  const of = (name: 'visitor' | 'what') => [...new Set(fast.map((mark) => mark[name]))]
  return await db
    .selectFrom('visit_marks')
    .selectAll()
    .where('visitor', 'in', of('visitor'))
    .where('what', 'in', of('what'))
    .where('speed', 'is not', null)
    .execute()
}

/** What is done again was done the first time; only of how fast a page is, the last view tells more. */
export async function addMarks(tx: Kysely<Tables>, marks: readonly VisitMarkRow[]): Promise<void> {
  await tx
    .insertInto('visit_marks')
    .values(marks)
    .onConflict((conflict) =>
      conflict
        .columns(['visitor', 'what'])
        .doUpdateSet((eb) => ({ speed: eb.fn.coalesce('excluded.speed', 'visit_marks.speed') })),
    )
    .execute()
}

export async function readMarks(db: Kysely<Tables>): Promise<VisitMarkRow[]> {
  return await db.selectFrom('visit_marks').selectAll().orderBy('visitor').orderBy('what').execute()
}

export async function deleteMarks(tx: Kysely<Tables>): Promise<void> {
  await tx.deleteFrom('visit_marks').execute()
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
export async function readDays<Column extends 'totals' | 'numbers'>(
  db: Kysely<Tables>,
  column: Column,
  { from, to }: { from: string; to: string },
) {
  return await db
    .selectFrom('counted_days')
    .select(['day', column])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}
