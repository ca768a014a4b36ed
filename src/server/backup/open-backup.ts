import { rm } from 'node:fs/promises'
import Sqlite from 'better-sqlite3'
import { z } from 'zod'
import { migrations } from '../../../migrations/all.ts'
import type { Watch } from '../../lib/progress.ts'
import { BackupError, backupError } from './backup-file.ts'
import { markKeys, type RowCounts } from './copy-rows.ts'
import { ageBeginning, decrypt } from './encryption.ts'
import { type Bytes, createFile, readBytes, writeBytes } from './file-bytes.ts'

const sqliteBeginning = Buffer.from('SQLite format 3\0')

/** @throws BackupError; then the new file is gone again */
export async function openBackup(
  file: string,
  { to, key, ...watch }: { to: string; key: string | undefined } & Watch,
): Promise<BackupMark & { isEncrypted: boolean }> {
  try {
    const { bytes, isEncrypted } = await readBackup(file, key, watch)
    const handle = await createFile(to)
    if (handle === undefined) throw new BackupError(`${to} is there already.`)
    await writeBytes(handle, bytes)
    return { ...checkCopy(to), isEncrypted }
  } catch (error) {
    await rm(to, { force: true })
    throw backupError(`${file} cannot be read`, error)
  }
}

async function readBackup(file: string, key: string | undefined, watch: Watch) {
  const head = await firstBytes(file, ageBeginning.length)
  const bytes: Bytes = readBytes(file, watch, 'Reading the file')
  if (head.subarray(0, sqliteBeginning.length).equals(sqliteBeginning)) return { bytes, isEncrypted: false }
  if (!head.equals(ageBeginning)) throw new BackupError(`${file} is no backup.`)
  if (key === undefined) throw new BackupError(`${file} is encrypted: set BACKUP_KEY to the passphrase of that time.`)
  return { bytes: decrypt(bytes, key), isEncrypted: true }
}

async function firstBytes(file: string, count: number): Promise<Buffer> {
  for await (const piece of readBytes(file)) return piece.subarray(0, count)
  return Buffer.alloc(0)
}

export type BackupMark = z.infer<typeof markSchema>

const tableName = z.string().regex(/^[a-z_]+$/)
const markSchema = z.object({
  at: z.number(),
  engine: z.enum(['sqlite', 'postgres']),
  rows: z.record(tableName, z.number()),
})

/** Reads all of it; it may be of an earlier version. @throws BackupError that says why it cannot be used */
export function checkCopy(file: string): BackupMark {
  let copy: Sqlite.Database | undefined
  try {
    copy = new Sqlite(file, { readonly: true })
    // Whoever made the file, it runs nothing here.
    copy.pragma('trusted_schema = off')
    return check(copy)
  } catch (error) {
    throw backupError('The backup is damaged, or none at all', error)
  } finally {
    copy?.close()
  }
}

function check(copy: Sqlite.Database): BackupMark {
  const tables = textsOf(copy, "select name from sqlite_schema where type = 'table'")
  const isOurs = ['settings', 'kysely_migration'].every((name) => tables.includes(name))
  const done = isOurs ? textsOf(copy, 'select name from kysely_migration') : []
  if (!done.includes(Object.keys(migrations)[0] ?? '')) {
    throw new BackupError('The file is a database, but not one of this program.')
  }
  if (textsOf(copy, "select name from sqlite_schema where type in ('trigger', 'view')").length > 0) {
    throw new BackupError('The file holds triggers or views, which this program makes none of.')
  }
  if (done.some((name) => !(name in migrations))) {
    throw new BackupError('The backup was made by a newer version of this program.')
  }
  const [text] = textsOf(copy, "select value from settings where key = 'backup'")
  if (text === undefined) {
    throw new BackupError('The file is a database of this program, but no backup; the backup command makes one.')
  }
  const problems = textsOf(copy, 'pragma integrity_check(3)').filter((line) => line !== 'ok')
  if (problems.length > 0) throw new BackupError(`The backup is damaged: ${problems.join('; ')}`)
  if (copy.prepare('pragma foreign_key_check').all().length > 0) {
    throw new BackupError('The backup is damaged: rows refer to others that are missing.')
  }
  const mark = markSchema.safeParse(JSON.parse(text)).data
  if (mark === undefined) throw new BackupError('The backup is damaged: it does not tell how many rows it holds.')
  for (const [table, rows] of Object.entries(mark.rows)) {
    const found = tables.includes(table) ? countIn(copy, table) : 0
    if (found !== rows) throw new BackupError(`The backup is damaged: of ${rows} rows of ${table} it holds ${found}.`)
  }
  return mark
}

/** By the table itself and not by an index, so that both have been read. */
function countIn(copy: Sqlite.Database, table: string): RowCounts[string] {
  const where = table === 'settings' ? `where key not in (${markKeys.map((key) => `'${key}'`).join()})` : ''
  return Number(copy.prepare(`select count(*) from "${table}" not indexed ${where}`).pluck().get())
}

function textsOf(copy: Sqlite.Database, query: string): string[] {
  return copy.prepare(query).pluck().all().map(String)
}
