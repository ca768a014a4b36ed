import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { JobOptions } from '../../platform/actions.ts'
import { StorageError, sqliteFileName } from '../../platform/db/database.ts'
import { requireFree } from '../../platform/disk-space.ts'
import type { Environment } from '../../platform/environment.ts'
import { createFolder, giveToFolderOwner } from '../../platform/folder-owner.ts'
import { createSilentLog } from '../../platform/log.ts'
import { isWorkspaceFile, withWorkspace } from '../../platform/workspace.ts'
import { findLeads } from '../leads/find-leads.ts'
import { openContext } from '../open-context.ts'
import { type BackupContents, checkCopy, type RowCounts, sumRows } from './check-copy.ts'
import { ageHeader, decrypt } from './encryption.ts'
import { loadDump } from './postgres-dump.ts'
import { backupError, prepareCopy } from './prepare-copy.ts'

export type RestoreOptions = { environment: Environment } & JobOptions

export type Restored = { backup: BackupContents & { isEncrypted: boolean }; rows: RowCounts }

/** Tests a backup by restoring a temporary copy and opening the app on it. @throws StorageError */
export async function tryRestore(file: string, options: RestoreOptions): Promise<Restored> {
  const { environment, signal } = options
  return await withWorkspace(environment.dataDir, signal, (workspace) => openBackup(file, workspace, options))
}

/** Tests a backup, then restores it into an empty folder. @throws StorageError, after removing the folder if it's new */
export async function restoreToFolder(file: string, folder: string, options: RestoreOptions): Promise<Restored> {
  const isNew = await createFolder(folder)
  try {
    return await withWorkspace(folder, options.signal, async (workspace) => {
      // Other files in the folder could belong to a live database.
      if (!(await readdir(folder)).every((name) => isWorkspaceFile(name) || name === 'lost+found')) {
        throw new StorageError(`${folder} isn’t empty. Choose a new folder.`)
      }
      const restored = await openBackup(file, workspace, options)
      await placeDatabase(workspace, folder)
      return restored
    })
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true })
    throw backupError('Couldn’t restore the backup', error)
  }
}

/** Moves a complete database from a workspace to its folder. After a power cut, either all of it is there or nothing. */
export async function placeDatabase(workspace: string, folder: string): Promise<void> {
  const staged = join(workspace, sqliteFileName)
  await syncToDisk(staged)
  const file = join(folder, sqliteFileName)
  await rename(staged, file)
  giveToFolderOwner(file)
  await syncToDisk(folder)
}

/** Unpacks a backup into a folder, migrates it, and checks that the app opens on it. */
export async function openBackup(backup: string, folder: string, options: RestoreOptions): Promise<Restored> {
  const { environment, signal, onProgress } = options
  onProgress?.({ doing: 'Reading the file', done: 0, all: 1 })
  const opened = join(folder, 'opened')
  const copy = join(folder, sqliteFileName)
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
    await prepareCopy(folder, contents)
    const { rows } = await checkCopy(folder)
    // Migrations can add rows, but they must not lose any.
    if (sumRows(rows) < sumRows(contents.rows)) throw new StorageError('Rows were lost during the migration.')
    await tryApp({ ...environment, dataDir: folder, databaseUrl: undefined })
    return { backup: { ...contents, isEncrypted }, rows }
  } catch (error) {
    throw backupError(`Couldn’t read ${backup}`, error)
  }
}

async function headerOf(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageHeader.length))
  return buffer.toString('latin1', 0, bytesRead)
}

/** Flushes a file's content or a folder's entries to disk, so they survive a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  if (isWindows && (await stat(path)).isDirectory()) return // Windows can't flush folders.
  await using handle = await open(path, isWindows ? 'r+' : 'r')
  await handle.sync()
}

/** Opens the app on the database. @throws Error if that fails */
export async function tryApp(environment: Environment): Promise<void> {
  const context = await openContext(environment, createSilentLog())
  try {
    await findLeads(context.database.db, { limit: 1 })
    await context.checkReady()
  } finally {
    await context.close()
  }
}
