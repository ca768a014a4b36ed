import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { copyRows } from '../../platform/backup/copy-rows.ts'
import { ageBeginning, decrypt } from '../../platform/backup/encryption.ts'
import { StorageError, withDatabase } from '../../platform/db/database.ts'
import { sqliteFileName } from '../../platform/db/sqlite.ts'
import { requireFree } from '../../platform/disk-room.ts'
import type { Environment } from '../../platform/environment.ts'
import { createSilentLog } from '../../platform/log.ts'
import type { Watch } from '../../platform/progress.ts'
import { isOfWorkspace, withWorkspace } from '../../platform/workspace.ts'
import { openDesk } from '../desk.ts'
import { findLeads } from '../leads/find-leads.ts'
import { backupError, checkCopy, type Found, holdBack, type RowCounts, sumRows } from './check-copy.ts'
import { copyDatabase } from './make-backup.ts'
import { loadDump } from './postgres-dump.ts'

type RestoreNeeds = { environment: Environment } & Watch

export type Restored = { backup: Found & { isEncrypted: boolean }; rows: RowCounts }

/** Restores a backup beside the database, tries the product on it, and removes it again. @throws StorageError */
export async function tryRestore(file: string, needs: RestoreNeeds): Promise<Restored> {
  const { environment, signal } = needs
  return await withWorkspace(environment.dataDir, signal, (workspace) => openBackup(file, workspace, needs))
}

/** The database gets its name only once it was tried out. @throws StorageError; then a new folder is gone again */
export async function restoreToFolder(file: string, folder: string, needs: RestoreNeeds): Promise<Restored> {
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  try {
    return await withWorkspace(folder, needs.signal, async (workspace) => {
      // Never over a live database: a folder with anything in it may be one, or may become one.
      if (!(await readdir(folder)).every((name) => isOfWorkspace(name) || name === 'lost+found')) {
        throw new StorageError(`${folder} is not empty; restore goes into a new folder.`)
      }
      const restored = await openBackup(file, workspace, needs)
      const staged = join(workspace, sqliteFileName)
      await syncToDisk(staged)
      await rename(staged, join(folder, sqliteFileName))
      await syncToDisk(folder)
      return restored
    })
  } catch (error) {
    if (isNew) await rm(folder, { recursive: true, force: true })
    throw backupError('The backup cannot be restored', error)
  }
}

/** All rows or none. @param from a backup, or the folder of an embedded database @throws StorageError */
export async function restoreToDatabase(from: string, needs: RestoreNeeds): Promise<Restored> {
  const { environment, ...watch } = needs
  try {
    return await withWorkspace(environment.dataDir, watch.signal, async (workspace) => {
      const copy = () =>
        withDatabase({ dataDir: from }, (database) => copyDatabase(database, undefined, workspace, Date.now(), watch))
      const file = existsSync(join(from, sqliteFileName)) ? await copy() : from
      const restored = await openBackup(file, workspace, needs)
      await withDatabase({ dataDir: workspace }, (copy) =>
        withDatabase(environment, (target) =>
          target.db.transaction().execute((tx) => copyRows(copy.db, tx, sumRows(restored.rows), watch)),
        ),
      )
      await tryProduct(environment)
      return restored
    })
  } catch (error) {
    throw backupError('The backup cannot be restored', error)
  }
}

/** Makes a backup the database of a folder, up to date and tried out. */
export async function openBackup(backup: string, folder: string, needs: RestoreNeeds): Promise<Restored> {
  const { environment, signal, onProgress } = needs
  onProgress?.({ doing: 'Reading the file', done: 0, all: 1 })
  const [opened, copy] = [join(folder, 'opened'), join(folder, sqliteFileName)]
  try {
    await requireFree(folder, 2 * (await stat(backup)).size)
    const isEncrypted = (await beginningOf(backup)) === ageBeginning
    const plain = isEncrypted ? decrypt(createReadStream(backup), environment.backupKey) : createReadStream(backup)
    await pipeline(plain, createWriteStream(opened, { mode: 0o600 }), { signal })
    const beginning = await beginningOf(opened)
    if (beginning.startsWith('PGDMP')) await loadDump(opened, folder, signal)
    else if (beginning.startsWith('SQLite format 3\0')) await rename(opened, copy)
    else throw new StorageError(`${backup} is no backup.`)
    const found = checkCopy(folder)
    await holdBack(folder, found)
    const { rows } = checkCopy(folder)
    // A migration may have made rows of its own; none may be lost.
    if (sumRows(rows) < sumRows(found.rows)) throw new StorageError('Rows were lost while it was brought up to date.')
    await tryProduct({ ...environment, dataDir: folder, databaseUrl: undefined })
    return { backup: { ...found, isEncrypted }, rows }
  } catch (error) {
    throw backupError(`${backup} cannot be read`, error)
  }
}

async function beginningOf(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(ageBeginning.length))
  return buffer.toString('latin1', 0, bytesRead)
}

/** Makes a file's bytes, or the renames and new names in a folder, outlive a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

/** Whether the product works on this database. */
async function tryProduct(environment: Environment): Promise<void> {
  const desk = await openDesk(environment, createSilentLog())
  try {
    await findLeads(desk.database.db, { limit: 1 })
    await desk.checkReady()
  } finally {
    await desk.close()
  }
}
