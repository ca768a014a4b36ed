import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { z } from 'zod'
import { tableNames } from '../../migrations/tables.ts'
import { reasonOf, StorageError, sqliteFileName } from '../../platform/db/database.ts'
import { withDatabase } from '../../platform/db/open-database.ts'
import { writeSetting } from '../../platform/db/settings.ts'
import { writePause } from '../../platform/email/outbox/pause.ts'
import { formatMinute } from '../../platform/text/time-text.ts'
import { pauseInCopy } from '../newsletter/issues/store.ts'
import { openDayKey } from '../visits/store.ts'
import { checkSchema } from './check-schema.ts'

export type RowCounts = Record<string, number>
export type BackupMark = z.infer<typeof markSchema>
export type BackupContents = BackupMark & { rows: RowCounts }

/** Today's visits aren't backed up: they're deleted at the end of the day. */
const isExcluded = (table: string) => table.startsWith('visit')

/** The setting that marks a database as a backup. */
export const markKey = 'backup'
const markSchema = z.object({
  at: z.number(),
  engine: z.enum(['sqlite', 'postgres']),
})

/** Adds what failed, unless the error is already a message for the owner. */
export function backupError(prefix: string, error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(`${prefix}: ${reasonOf(error)}`, error)
}

/** Migrates a copy and pauses its outbox: the original might have sent these emails since. */
export async function migrateAndPause(folder: string, { at, engine }: BackupMark): Promise<void> {
  await withDatabase({ dataDir: folder }, async ({ db, write }) => {
    await write(async (tx) => {
      const because = `restored from the backup of ${formatMinute(at)}`
      await writePause(tx, { because, since: at })
      await pauseInCopy(tx, because)
      for (const table of tableNames.filter(isExcluded)) await sql`delete from ${sql.table(table)}`.execute(tx)
      await sql`delete from settings where key = ${openDayKey}`.execute(tx)
      await writeSetting(tx, markKey, JSON.stringify({ at, engine }))
    })
    // A database without WAL is a single file that also opens on a read-only disk.
    await sql`pragma journal_mode = delete`.execute(db)
  })
}

/** Checks a copy of the database, possibly from an earlier version. @throws StorageError if it's unusable */
export async function checkCopy(folder: string): Promise<BackupContents> {
  let copy: Sqlite.Database | undefined
  try {
    copy = new Sqlite(join(folder, sqliteFileName), { readonly: true })
    await checkSchema(copy)
    return readContents(copy)
  } catch (error) {
    throw backupError('The file is damaged or isn’t a backup', error)
  } finally {
    copy?.close()
  }
}

function readContents(copy: Sqlite.Database): BackupContents {
  const select = (query: string): string[] => copy.prepare(query).pluck().all().map(String)
  const tables = select("select name from sqlite_schema where type = 'table'")
  const [text] = select(`select value from settings where key = '${markKey}'`)
  if (text === undefined) {
    throw new StorageError('This is a Kitewright database, but not a backup. Make a backup with the backup command.')
  }
  const problems = select('pragma integrity_check(3)').filter((line) => line !== 'ok')
  if (problems.length > 0) throw new StorageError(`The backup is damaged: ${problems.join('; ')}`)
  if (copy.prepare('pragma foreign_key_check').all().length > 0) {
    throw new StorageError('The backup is damaged: some rows refer to missing rows.')
  }
  const mark = markSchema.parse(JSON.parse(text))
  return { ...mark, rows: countRows(tables, select) }
}

/** Counts rows in the order of `tableNames`, then of tables from earlier versions. */
function countRows(tables: readonly string[], select: (query: string) => string[]): RowCounts {
  const rows: RowCounts = {}
  for (const table of new Set([...tableNames.filter((name) => tables.includes(name)), ...tables])) {
    if (isExcluded(table) || !/^(?!kysely_|sqlite_)[a-z_]+$/.test(table)) continue
    const where = table === 'settings' ? `where key not in ('${markKey}', '${openDayKey}', 'paused', 'muted')` : ''
    rows[table] = Number(select(`select count(*) from ${table} ${where}`)[0])
  }
  return rows
}

export function sumRows(rows: RowCounts): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
