import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { tableNames } from '../../migrations/tables.ts'
import { StorageError, sqliteFileName } from '../../platform/db/database.ts'
import { openDayKey } from '../visits/store.ts'
import { checkSchema } from './check-schema.ts'
import { type BackupMark, backupError, isVisitTable, markKey, markSchema } from './prepare-copy.ts'

export type RowCounts = Record<string, number>
export type BackupContents = BackupMark & { rows: RowCounts }

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

/** Lists our tables, without those of Kysely and SQLite. */
const ownTable = /^(?!kysely_|sqlite_)[a-z_]+$/

/** Settings that making or restoring a backup changes. In earlier versions, `paused` was `muted`. */
const uncountedSettings = [markKey, openDayKey, 'paused', 'muted'].map((key) => `'${key}'`).join()

/** Counts each table's rows, in the order of `tableNames`. Tables from earlier versions come last. */
function countRows(tables: readonly string[], select: (query: string) => string[]): RowCounts {
  const rows: RowCounts = {}
  for (const table of new Set([...tableNames.filter((name) => tables.includes(name)), ...tables])) {
    if (isVisitTable(table) || !ownTable.test(table)) continue
    const where = table === 'settings' ? `where key not in (${uncountedSettings})` : ''
    rows[table] = Number(select(`select count(*) from ${table} ${where}`)[0])
  }
  return rows
}

export function sumRows(rows: RowCounts): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
