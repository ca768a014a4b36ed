import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Watch } from '../../lib/progress.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { sqliteFileName } from '../db/sqlite.ts'
import { createSilentLog } from '../log.ts'
import { BackupError, backupError } from './backup-file.ts'
import { copyRows, countRows, type RowCounts, sumRows, withSnapshot } from './copy-rows.ts'
import { syncToDisk } from './file-bytes.ts'
import { type BackupMark, openBackup } from './open-backup.ts'
import { withWorkspace } from './workspace.ts'

export type Restored = { backup: BackupMark & { isEncrypted: boolean }; rows: RowCounts }

const stageName = 'restore.part'

/** The database gets its name only once it was tried out. @throws StorageError; then the folder is as it was */
export async function restoreToFolder(
  file: string,
  folder: string,
  { key, tryOut, ...watch }: { key: string | undefined; tryOut: (dataDir: string) => Promise<void> } & Watch,
): Promise<Restored> {
  const { stage, isNew } = await openStage(folder)
  try {
    const staged = join(stage, sqliteFileName)
    const backup = await openBackup(file, { to: staged, key, ...watch })
    const rows = await bringUpToDate(stage, backup)
    await tryOut(stage)
    await syncToDisk(staged)
    await rename(staged, join(folder, sqliteFileName))
    await rm(stage, { recursive: true })
    await syncToDisk(folder)
    return { backup, rows }
  } catch (error) {
    await rm(stage, { recursive: true, force: true })
    if (isNew) await rmdir(folder).catch(() => {})
    throw backupError('The backup cannot be restored', error)
  }
}

/** All rows or none. @throws StorageError */
export async function restoreToDatabase(
  file: string,
  target: Database,
  { key, dataDir, ...watch }: { key: string | undefined; dataDir: string } & Watch,
): Promise<Restored> {
  const filled = Object.entries(await countRows(target.db)).filter(([, rows]) => rows > 0)
  if (filled.length > 0) {
    const found = filled.map(([table, rows]) => `${table} ${rows}`).join(', ')
    throw new BackupError(`The database of DATABASE_URL is not empty (${found}); restore goes into a new one.`)
  }
  return await withWorkspace(dataDir, async (workspace) => {
    const backup = await openBackup(file, { to: join(workspace, sqliteFileName), key, ...watch })
    const copy = await openDatabase({ dataDir: workspace, databaseUrl: undefined }, createSilentLog())
    try {
      const rows = await withSnapshot(copy, async (snapshot) => {
        const wanted = await countRows(snapshot)
        await target.db.transaction().execute(async (tx) => {
          await copyRows(snapshot, tx, sumRows(wanted), watch)
          const found = await countRows(tx)
          for (const [table, rows] of Object.entries(wanted)) {
            if (found[table] !== rows)
              throw new BackupError(`Of ${rows} rows of ${table}, ${found[table] ?? 0} arrived.`)
          }
        })
        return wanted
      })
      return { backup, rows }
    } catch (error) {
      throw backupError('The backup cannot be restored', error)
    } finally {
      await copy.close()
    }
  })
}

/** Never over a live database: a folder with anything in it may be one, or may become one. */
async function openStage(folder: string): Promise<{ stage: string; isNew: boolean }> {
  const stage = join(folder, stageName)
  try {
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
    const names = (await readdir(folder)).filter((name) => name !== 'lost+found')
    if (names.includes(stageName)) {
      throw new BackupError(
        `${stage} is there: another restore is at work, or was broken off. If none is, delete it and try again.`,
      )
    }
    if (names.length > 0) throw new BackupError(`${folder} is not empty; restore goes into a new folder.`)
    await mkdir(stage, { mode: 0o700 })
    return { stage, isNew }
  } catch (error) {
    throw backupError(`${folder} cannot be used`, error)
  }
}

async function bringUpToDate(dataDir: string, backup: BackupMark): Promise<RowCounts> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createSilentLog())
  try {
    const rows = await countRows(database.db)
    // A migration may have made rows of its own; none may be lost.
    if (sumRows(rows) < sumRows(backup.rows)) throw new BackupError('Rows were lost while it was brought up to date.')
    return rows
  } finally {
    await database.close()
  }
}
