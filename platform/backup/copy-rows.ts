import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type TableName, type Tables, tableNames } from '../../migrations/tables.ts'
import { StorageError } from '../db/database.ts'
import { pagesOf, type Row } from '../db/stored-rows.ts'
import type { Watch } from '../progress.ts'

type Db = Kysely<Tables>

/** Keeps memory flat, and each statement far below PostgreSQL's time-out. */
const portion = 50

/** Into an empty database, all rows or none, and compares what has arrived. @param all how many rows there are to copy */
export async function copyRows(source: Db, target: Db, all: number, { signal, onProgress }: Watch): Promise<void> {
  for (const table of tableNames) {
    for await (const _ of pagesOf(target, table, 1)) {
      throw new StorageError(`The database of DATABASE_URL is not empty (it has ${table}): name a new one.`)
    }
  }
  let done = 0
  for (const table of tableNames) {
    const sent = await sumOf(source, table, async (rows) => {
      signal?.throwIfAborted()
      await insert(target, table, rows)
      done += rows.length
      onProgress?.({ doing: 'Copying the rows', done, all })
    })
    const arrived = await sumOf(target, table)
    if (arrived.rows !== sent.rows || arrived.sum !== sent.sum) {
      throw new StorageError(`Of ${sent.rows} rows of ${table}, ${arrived.rows} arrived, or with other values.`)
    }
  }
}

/** The sum of the rows' hashes, so that their order doesn't matter: engines sort text differently. */
async function sumOf(db: Db, table: TableName, each: (rows: Row[]) => Promise<void> = async () => {}) {
  const total = { rows: 0, sum: 0 }
  for await (const rows of pagesOf(db, table, portion)) {
    // Lets the process hear that it is to end, and answer others.
    await setImmediate()
    await each(rows)
    total.rows += rows.length
    for (const row of rows) {
      const text = JSON.stringify(Object.entries(row))
      total.sum = (total.sum + createHash('sha256').update(text).digest().readUIntBE(0, 6)) % 2 ** 48
    }
  }
  return total
}

async function insert(db: Db, table: TableName, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(db)
}
