import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Every table with its primary key, what is referred to before what refers to it. */
const primaryKeys = {
  settings: ['key'],
  limits: ['key'],
  leads: ['reference'],
  outbox: ['id'],
  subscribers: ['id'],
  suppressions: ['email_hash'],
  issues: ['slug'],
  issue_mails: ['issue', 'subscriber_id'],
} as const satisfies { [table in keyof Tables]: readonly (keyof Tables[table])[] }

/** How many rows each table has. */
export type RowCounts = Record<string, number>

/** What a backup says of itself: no rows of the database that it was made from. */
export const markKeys = ['backup', 'muted']

/** Keeps memory flat, whatever the rows hold, and each statement far below the time-out of a PostgreSQL. */
const portion = 50

/** Copies all rows of one database into another one of the same shape, from whatever engine to whatever engine. */
export async function copyRows(source: Kysely<Tables>, target: Kysely<Tables>, signal?: AbortSignal): Promise<void> {
  for (const [table, key] of Object.entries(primaryKeys)) {
    let last: unknown[] | undefined
    do {
      signal?.throwIfAborted()
      const rows = await readPortion(source, table, key, last)
      await insert(target, table, rows)
      const end = rows.at(-1)
      last = end && key.map((column) => end[column])
    } while (last !== undefined)
  }
}

type Row = Record<string, unknown>

async function readPortion(db: Kysely<Tables>, table: string, key: readonly string[], after: unknown[] | undefined) {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const where = after === undefined ? sql`` : sql`where (${columns}) > (${sql.join(after)})`
  const query = sql<Row>`select * from ${sql.table(table)} ${where} order by ${columns} limit ${sql.lit(portion)}`
  return (await query.execute(db)).rows
}

async function insert(db: Kysely<Tables>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
}

export async function countRows(db: Kysely<Tables>): Promise<RowCounts> {
  const counts: RowCounts = {}
  for (const table of Object.keys(primaryKeys)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]?.count ?? 0
  }
  const marks = await db.selectFrom('settings').select('key').where('key', 'in', markKeys).execute()
  counts['settings'] = (counts['settings'] ?? 0) - marks.length
  return counts
}

export function sumRows(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
