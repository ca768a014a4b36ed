import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, type TableName, tableNames } from '../../migrations/tables.ts'
import type { Watch } from '../../platform/actions.ts'
import { StorageError, sqliteFileName, withDatabase } from '../../platform/db/database.ts'
import { deleteAllSettings } from '../../platform/db/settings.ts'
import { pagesOf, type Row } from '../../platform/db/stored-rows.ts'
import { requireFree } from '../../platform/disk-room.ts'
import type { Environment } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import { isWorkspaceFile, withWorkspace } from '../../platform/workspace.ts'
import { openContext } from '../context.ts'
import { findLeads } from '../leads/find-leads.ts'
import { type BackupContents, backupError, checkCopy, pauseCopy, type RowCounts, sumRows } from './check-copy.ts'
import { ageHeader, decrypt } from './encryption.ts'
import { copyDatabase } from './make-backup.ts'
import { loadDump } from './postgres-dump.ts'

export type RestoreOptions = { environment: Environment } & Watch

export type Restored = { backup: BackupContents & { isEncrypted: boolean }; rows: RowCounts }

/** Restores a backup beside the database, opens the app on it, and removes it again. @throws StorageError */
export async function tryRestore(file: string, options: RestoreOptions): Promise<Restored> {
  const { environment, signal } = options
  return await withWorkspace(environment.dataDir, signal, (workspace) => openBackup(file, workspace, options))
}

/** Restores into an empty folder; the file gets its name after a trial. @throws StorageError, and removes a new folder */
export async function restoreToFolder(file: string, folder: string, options: RestoreOptions): Promise<Restored> {
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  try {
    return await withWorkspace(folder, options.signal, async (workspace) => {
      // Anything else in the folder may belong to a live database.
      if (!(await readdir(folder)).every((name) => isWorkspaceFile(name) || name === 'lost+found')) {
        throw new StorageError(`${folder} isn’t empty. Choose a new folder.`)
      }
      const restored = await openBackup(file, workspace, options)
      const staged = join(workspace, sqliteFileName)
      await syncToDisk(staged)
      await rename(staged, join(folder, sqliteFileName))
      await syncToDisk(folder)
      return restored
    })
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true })
    throw backupError('The backup can’t be restored', error)
  }
}

/** Restores all rows or none. @param source a backup, or the folder of an SQLite database @throws StorageError */
export async function restoreToDatabase(source: string, options: RestoreOptions): Promise<Restored> {
  const { environment, ...watch } = options
  try {
    return await withWorkspace(environment.dataDir, watch.signal, async (workspace) => {
      const copy = () =>
        withDatabase({ dataDir: source }, (database) => copyDatabase(database, undefined, workspace, Date.now(), watch))
      const file = existsSync(join(source, sqliteFileName)) ? await copy() : source
      const restored = await openBackup(file, workspace, options)
      await withDatabase({ dataDir: workspace }, (copy) =>
        withDatabase(environment, (target) =>
          target.db.transaction().execute((tx) => copyRows(copy.db, tx, sumRows(restored.rows), watch)),
        ),
      )
      await tryApp(environment)
      return restored
    })
  } catch (error) {
    throw backupError('The backup can’t be restored', error)
  }
}

/** Unpacks a backup into a folder, migrates it, and opens the app on it. */
export async function openBackup(backup: string, folder: string, options: RestoreOptions): Promise<Restored> {
  const { environment, signal, onProgress } = options
  onProgress?.({ doing: 'Reading the file', done: 0, all: 1 })
  const [opened, copy] = [join(folder, 'opened'), join(folder, sqliteFileName)]
  try {
    await requireFree(folder, 2 * (await stat(backup)).size)
    const isEncrypted = (await headerOf(backup)) === ageHeader
    const plain = isEncrypted ? decrypt(createReadStream(backup), environment.backupKey) : createReadStream(backup)
    await pipeline(plain, createWriteStream(opened, { mode: 0o600 }), { signal })
    const header = await headerOf(opened)
    if (header.startsWith('PGDMP')) await loadDump(opened, folder, signal)
    else if (header.startsWith('SQLite format 3\0')) await rename(opened, copy)
    else throw new StorageError(`${backup} isn’t a backup.`)
    const contents = await checkCopy(folder)
    await pauseCopy(folder, contents)
    const { rows } = await checkCopy(folder)
    // Migrations may add rows, but must not lose any.
    if (sumRows(rows) < sumRows(contents.rows)) throw new StorageError('Rows were lost during the migration.')
    await tryApp({ ...environment, dataDir: folder, databaseUrl: undefined })
    return { backup: { ...contents, isEncrypted }, rows }
  } catch (error) {
    throw backupError(`${backup} can’t be read`, error)
  }
}

async function headerOf(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageHeader.length))
  return buffer.toString('latin1', 0, bytesRead)
}

/** Writes a file's content, or a folder's list of names, to disk, so that a power cut can't undo it. */
export async function syncToDisk(path: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  if (isWindows && (await stat(path)).isDirectory()) return // nothing to flush there
  await using handle = await open(path, isWindows ? 'r+' : 'r')
  await handle.sync()
}

/** Opens the app on the database. @throws Error if it doesn't work */
async function tryApp(environment: Environment): Promise<void> {
  const context = await openContext(environment, createSilentLog())
  try {
    await findLeads(context.database.db, { limit: 1 })
    await context.checkReady()
  } finally {
    await context.close()
  }
}

/** Limits memory, and the time of a PostgreSQL statement. */
const rowsPerPage = 50

/** Copies all rows into an empty database, and compares checksums. */
async function copyRows(source: Db, target: Db, rowCount: number, { signal, onProgress }: Watch): Promise<void> {
  // Settings may exist already: every command writes some, and the owner may have run `doctor` first.
  for (const table of tableNames.filter((name) => name !== 'settings')) {
    for await (const _ of pagesOf(target, table, 1)) {
      throw new StorageError(`The database of DATABASE_URL isn’t empty: it has ${table}. Use an empty one.`)
    }
  }
  await deleteAllSettings(target)
  let done = 0
  for (const table of tableNames) {
    const sent = await checksumOf(source, table, async (rows) => {
      signal?.throwIfAborted()
      await insert(target, table, rows)
      done += rows.length
      onProgress?.({ doing: 'Copying the rows', done, all: rowCount })
    })
    const arrived = await checksumOf(target, table)
    if (arrived.rows !== sent.rows || arrived.sum !== sent.sum) {
      throw new StorageError(`${arrived.rows} of ${sent.rows} rows of ${table} arrived, or some values differ.`)
    }
  }
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
