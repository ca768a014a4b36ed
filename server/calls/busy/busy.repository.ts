import type { Kysely } from 'kysely'
import type { BusyCalendarRow, Tables } from '../../../migrations/tables.ts'
import type { Span } from './recurrence.ts'

type Db = Kysely<Tables>

const never = Number.MAX_SAFE_INTEGER

/** Of what comes after what a calendar has told, and of one that told nothing yet, no time counts as free. */
export async function readBusy(db: Db, keys: readonly string[]): Promise<Span[]> {
  if (keys.length === 0) return []
  const rows = await listCalendars(db, keys)
  if (rows.length < keys.length) return [[0, never]]
  return rows.flatMap(({ spans, until }): Span[] => [...JSON.parse(spans), [until, never]])
}

export async function listCalendars(db: Db, keys: readonly string[]): Promise<BusyCalendarRow[]> {
  return await db.selectFrom('busy_calendars').selectAll().where('key', 'in', keys).execute()
}

export async function storeCalendar(tx: Db, row: BusyCalendarRow): Promise<void> {
  await tx
    .insertInto('busy_calendars')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** Those that are not asked any more. */
export async function dropOtherCalendars(tx: Db, keys: readonly string[]): Promise<void> {
  await tx.deleteFrom('busy_calendars').where('key', 'not in', keys).execute()
}
