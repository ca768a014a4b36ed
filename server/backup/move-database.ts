import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, type TableName, tableNames } from '../../migrations/tables.ts'
import type { JobOptions } from '../../platform/actions.ts'
import {
  type Database,
  type DatabaseLocation,
  StorageError,
  sqliteFileName,
  type Work,
} from '../../platform/db/database.ts'
import { withDatabase } from '../../platform/db/open-database.ts'
import { deleteAllSettings } from '../../platform/db/settings.ts'
import { pagesOf, type Row } from '../../platform/db/stored-rows.ts'
import { writePause } from '../../platform/email/outbox/pause.ts'
import { withWorkspace } from '../../platform/workspace.ts'
import { moveIssues } from '../newsletter/issues/store.ts'
import { isRunning } from '../visits/open-day.ts'
import type { RowCounts } from './check-copy.ts'
import { backupError } from './prepare-copy.ts'
import { placeDatabase, type RestoreOptions, tryApp } from './restore-backup.ts'

/** Moves all rows between SQLite in DATA_DIR and PostgreSQL, and pauses the old database. @throws StorageError */
export async function moveDatabase(to: Database['engine'], options: RestoreOptions): Promise<RowCounts> {
  const { environment, signal } = options
  const { dataDir } = environment
  const file = join(dataDir, sqliteFileName)
  const sqlite = { ...environment, databaseUrl: undefined }
  if (to === 'postgres' && !existsSync(file)) throw new StorageError(`There is no SQLite database in ${dataDir}.`)
  if (to === 'sqlite' && existsSync(file))
    throw new StorageError(`${file} already exists. Move it to another folder first.`)
  try {
    if (to === 'postgres') return await move(sqlite, environment, options)
    return await withWorkspace(dataDir, signal, async (workspace) => {
      const rows = await move(environment, { ...sqlite, dataDir: workspace }, options)
      await placeDatabase(workspace, dataDir)
      return rows
    })
  } catch (error) {
    throw backupError('Couldn’t move the database', error)
  }
}

async function move(
  from: DatabaseLocation,
  to: RestoreOptions['environment'],
  options: RestoreOptions,
): Promise<RowCounts> {
  return await withDatabase(from, async (source) => {
    return await inTransaction(source, async (from) => {
      // A running site's writes wait for this lock. SQLite has a single writer.
      const tables = sql.join(tableNames.map((name) => sql.table(name)))
      if (source.engine === 'postgres') await sql`lock table ${tables} in share mode`.execute(from)
      if (await isRunning(from, Date.now()))
        throw new StorageError('The site is running, or crashed less than two minutes ago. Stop it or wait.')
      const rows = await withDatabase(to, (target) =>
        inTransaction(target, async (tx) => {
          const copied = await copyTables(from, tx, options)
          await moveIssues(tx, { from: source.identity, to: target.identity })
          return copied
        }),
      )
      await tryApp(to)
      // A site that starts with the old database must not send the same emails or store leads.
      const because = `everything was moved to ${to.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'}`
      await writePause(from, { because, since: Date.now(), isMoved: true })
      return rows
    })
  })
}

async function inTransaction<T>({ engine, db, write }: Database, work: Work<T>): Promise<T> {
  return engine === 'sqlite' ? await write(work) : await db.transaction().execute(work)
}

/** Limits memory use and the duration of PostgreSQL statements. */
const rowsPerPage = 50

/** Copies all rows into an empty database. @throws StorageError if counts or checksums differ */
async function copyTables(source: Db, target: Db, { signal, onProgress }: JobOptions): Promise<RowCounts> {
  // Every command writes settings, so the new database can already have some.
  for (const table of tableNames.filter((name) => name !== 'settings')) {
    for await (const _ of pagesOf(target, table, 1)) {
      throw new StorageError(`The database at DATABASE_URL has ${table}. Use an empty database.`)
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
      throw new StorageError(
        `Copied ${arrived.rows} of ${sent.rows} rows of ${table}, or some values differ. The copy was undone.`,
      )
    }
    counts[table] = arrived.rows
  }
  return counts
}

/** Adds up the rows' hashes, which ignores their order: the engines sort text differently. */
async function checksumOf(db: Db, table: TableName, onPage?: (rows: Row[]) => Promise<void>) {
  const total = { rows: 0, sum: 0 }
  for await (const rows of pagesOf(db, table, rowsPerPage)) {
    // Let the process handle signals.
    await setImmediate()
    await onPage?.(rows)
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
