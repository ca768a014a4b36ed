import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, type TableName, tableNames } from '../../migrations/tables.ts'
import type { Watch } from '../../platform/actions.ts'
import { type Database, StorageError, type Work } from '../../platform/db/database.ts'
import { deleteAllSettings } from '../../platform/db/settings.ts'
import { pagesOf, type Row } from '../../platform/db/stored-rows.ts'
import type { RowCounts } from './check-copy.ts'

/** Limits memory, and the time of a PostgreSQL statement. */
const rowsPerPage = 50

/** Copies all rows into an empty database, and compares counts and checksums. @throws StorageError without copying any */
export async function copyRows(source: Database, target: Database, watch: Watch): Promise<RowCounts> {
  return await inTransaction(source, (from) => inTransaction(target, (to) => copyTables(from, to, watch)))
}

/** The source's rows stay the same meanwhile, and the target gets all or none. */
async function inTransaction<T>({ engine, db, write }: Database, work: Work<T>): Promise<T> {
  if (engine === 'sqlite') return await write(work)
  return await db.transaction().setIsolationLevel('repeatable read').execute(work)
}

async function copyTables(source: Db, target: Db, { signal, onProgress }: Watch): Promise<RowCounts> {
  // Settings may exist already: every command writes some, and the owner may have run `doctor` first.
  for (const table of tableNames.filter((name) => name !== 'settings')) {
    for await (const _ of pagesOf(target, table, 1)) {
      throw new StorageError(`The database of DATABASE_URL isn’t empty: it has ${table}. Use an empty one.`)
    }
  }
  await deleteAllSettings(target)
  const counts: RowCounts = {}
  for (const [done, table] of tableNames.entries()) {
    onProgress?.({ doing: `Copying ${table}`, done, all: tableNames.length })
    const sent = await checksumOf(source, table, async (rows) => {
      signal?.throwIfAborted()
      await insert(target, table, rows)
    })
    const arrived = await checksumOf(target, table)
    if (arrived.rows !== sent.rows || arrived.sum !== sent.sum) {
      throw new StorageError(`${arrived.rows} of ${sent.rows} rows of ${table} arrived, or some values differ.`)
    }
    counts[table] = arrived.rows
  }
  return counts
}

/** The checksum is a sum of hashes, because the engines sort text differently. */
async function checksumOf(db: Db, table: TableName, onPage: (rows: Row[]) => Promise<void> = async () => {}) {
  const total = { rows: 0, sum: 0 }
  for await (const rows of pagesOf(db, table, rowsPerPage)) {
    // Gives the process time to handle signals.
    await setImmediate()
    await onPage(rows)
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
