import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Tables, tableNames } from '../../../migrations/tables.ts'
import type { Watch } from '../../lib/progress.ts'
import type { Database } from '../db/database.ts'
import { openDayKey } from '../db/settings.ts'
import { pagesOf, type Row } from '../db/stored-rows.ts'

export type RowCounts = Record<string, number>

/** Settings of the backup itself, which its source does not have. */
export const markKeys = ['backup', 'muted']

/** What visitors do on a day is gone with it; a backup would keep it, and the key to it. */
const copied = tableNames.filter((table) => !table.startsWith('visit'))

/** Keeps memory flat, and each statement far below PostgreSQL's time-out. */
const portion = 50

/** @param all how many rows there are to copy */
export async function copyRows(
  source: Kysely<Tables>,
  target: Kysely<Tables>,
  all: number,
  { signal, onProgress }: Watch = {},
): Promise<void> {
  let done = 0
  for (const table of copied) {
    for await (const rows of pagesOf(source, table, portion)) {
      // Lets the process hear that it is to end, and answer others.
      await setImmediate()
      signal?.throwIfAborted()
      const kept = rows.filter((row) => row['key'] !== openDayKey)
      if (kept.length > 0) await insert(target, table, kept)
      done += kept.length
      onProgress?.({ doing: 'Copying the rows', done, all })
    }
  }
}

async function insert(db: Kysely<Tables>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
}

export async function countRows(db: Kysely<Tables>): Promise<RowCounts> {
  const counts: RowCounts = {}
  for (const table of copied) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]?.count ?? 0
  }
  const marks = await db
    .selectFrom('settings')
    .select('key')
    .where('key', 'in', [...markKeys, openDayKey])
    .execute()
  counts['settings'] = (counts['settings'] ?? 0) - marks.length
  return counts
}

export function sumRows(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const beginnings = {
  // Reading begins the snapshot, and in WAL mode it holds up nobody who writes.
  sqlite: sql`begin`,
  postgres: sql`begin isolation level repeatable read read only; set local statement_timeout = 30000`,
}

export async function withSnapshot<T>(
  { db, engine }: Database,
  read: (snapshot: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return await db.connection().execute(async (only) => {
    await beginnings[engine].execute(only)
    try {
      return await read(only)
    } finally {
      // On a connection that broke it fails as well, and would hide why.
      await sql`rollback`.execute(only).catch(() => {})
    }
  })
}
