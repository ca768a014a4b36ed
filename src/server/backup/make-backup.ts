import { existsSync } from 'node:fs'
import { mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../../migrations/tables.ts'
import type { Watch } from '../../lib/progress.ts'
import { minuteOf } from '../../lib/text/time-text.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { sqliteFileName } from '../db/sqlite.ts'
import { isInside } from '../environment.ts'
import { createSilentLog } from '../log.ts'
import { mute } from '../mail/mute.ts'
import { BackupError, backupError, backupName, backupTime, partEnding, thinFolder } from './backup-file.ts'
import { requireFree, reserveBytes } from './backup-room.ts'
import { copyRows, countRows, sumRows, withSnapshot } from './copy-rows.ts'
import { decrypt, encrypt } from './encryption.ts'
import { type Bytes, createFile, hashOf, readBytes, syncToDisk, writeBytes } from './file-bytes.ts'
import { type BackupMark, checkCopy } from './open-backup.ts'
import { removeAbandoned, removeWorkspaces, withWorkspace } from './workspace.ts'

export type Backup = BackupMark & { file: string; bytes: number; isEncrypted: boolean }

export type BackupNeeds = {
  database: Database
  dataDir: string
  folder: string
  key: string | undefined
  workFactor?: number
  now: () => number
  holdBack: (copy: Kysely<Tables>, because: string) => Promise<void>
} & Watch

/** @param keepDays undefined: no old backup is deleted */
export async function runBackup(
  needs: BackupNeeds,
  keepDays: number | undefined,
): Promise<Backup & { tookMs: number; thinned: string[] }> {
  const begunAt = performance.now()
  const backup = await makeBackup(needs)
  const last: LastBackup = { at: backup.at, file: backup.file, rows: sumRows(backup.rows) }
  await needs.database.write((tx) => writeSetting(tx, lastKey, JSON.stringify(last)))
  const thinned = keepDays === undefined ? [] : await thinFolder(needs.folder, keepDays, needs.now())
  return { ...backup, tookMs: Math.round(performance.now() - begunAt), thinned }
}

type LastBackup = z.infer<typeof lastBackupSchema>

const lastKey = 'last-backup'
const lastBackupSchema = z.object({ at: z.number(), file: z.string(), rows: z.number() })

export async function readLastBackup(db: Kysely<Tables>): Promise<LastBackup | undefined> {
  const value = await readSetting(db, lastKey)
  return value === undefined ? undefined : lastBackupSchema.parse(JSON.parse(value))
}

/** A file gets its name only once it was read back whole. @throws StorageError; then nothing of it is left */
export async function makeBackup(needs: BackupNeeds): Promise<Backup> {
  try {
    await mkdir(needs.folder, { recursive: true, mode: 0o700 })
    await mkdir(needs.dataDir, { recursive: true, mode: 0o700 })
    const [folder, dataDir] = [await realpath(needs.folder), await realpath(needs.dataDir)]
    if (isInside(folder, dataDir)) throw new BackupError('A backup belongs outside DATA_DIR, on another disk at best.')
    await removeWorkspaces(dataDir)
    const isPart = (name: string) =>
      name.endsWith(partEnding) && backupTime(name.slice(0, -partEnding.length)) !== undefined
    await removeAbandoned(folder, isPart)
    await assertCapacity(needs.database, { dataDir, folder })
    return await withWorkspace(dataDir, async (workspace) => {
      const mark = await copyDatabase(needs, workspace)
      return { ...mark, ...(await deliver(join(workspace, sqliteFileName), folder, mark.at, needs)) }
    })
  } catch (error) {
    throw needs.signal?.aborted
      ? new BackupError('The backup was broken off.')
      : backupError('No backup was made', error)
  }
}

/** Rows go into a fresh database: it has no free page with what was erased. */
async function copyDatabase(
  { database, now, holdBack, ...watch }: BackupNeeds,
  workspace: string,
): Promise<BackupMark> {
  const copy = await openDatabase({ dataDir: workspace, databaseUrl: undefined }, createSilentLog())
  let mark: BackupMark
  try {
    // Nobody needs half a copy, so no journal and no waiting; as one file it also opens on a read-only disk.
    await sql`pragma journal_mode = off`.execute(copy.db)
    await sql`pragma synchronous = off`.execute(copy.db)
    mark = await withSnapshot(database, async (snapshot) => {
      const rows = await countRows(snapshot)
      const { engine } = database
      const found = { at: now(), engine, rows }
      await sql`begin`.execute(copy.db)
      await copyRows(snapshot, copy.db, sumRows(rows), watch)
      await writeSetting(copy.db, 'backup', JSON.stringify(found))
      // Whoever starts the program on the copy writes to nobody: its mails were sent since.
      const because = `restored from the backup of ${minuteOf(found.at)}`
      await mute(copy.db, { because, since: found.at })
      await holdBack(copy.db, because)
      await sql`commit`.execute(copy.db)
      return found
    })
  } finally {
    await copy.close()
  }
  checkCopy(join(workspace, sqliteFileName))
  return mark
}

async function deliver(copy: string, folder: string, at: number, { key, workFactor, signal, onProgress }: BackupNeeds) {
  const isEncrypted = key !== undefined
  const told = (file: string, doing: string): Bytes => readBytes(file, { signal, onProgress }, doing)
  const { part, name, handle } = await openPart(folder, at, isEncrypted)
  try {
    const plain = told(copy, 'Writing the file')
    const bytes = await writeBytes(handle, isEncrypted ? await encrypt(plain, key, workFactor) : plain)
    const written = told(part, 'Reading it back')
    const readBack = isEncrypted ? decrypt(written, key) : written
    if ((await hashOf(readBack)) !== (await hashOf(readBytes(copy, { signal })))) {
      throw new BackupError('What was written to the folder of the backups came back changed: look at its disk.')
    }
    await rename(part, join(folder, name))
    await syncToDisk(folder)
    return { file: join(folder, name), bytes, isEncrypted }
  } finally {
    await rm(part, { force: true })
  }
}

async function openPart(folder: string, at: number, isEncrypted: boolean) {
  for (let seconds = 0; seconds < 60; seconds++) {
    const name = backupName(at + seconds * 1_000, isEncrypted)
    const part = join(folder, name + partEnding)
    const handle = await createFile(part)
    if (handle === undefined) continue
    if (!existsSync(join(folder, name))) return { part, name, handle }
    await handle.close()
    await rm(part, { force: true })
  }
  throw new BackupError('There are backups of every second of this minute already.')
}

const sizes = {
  sqlite: sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  postgres: sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`,
}

async function assertCapacity(
  { db, engine }: Database,
  { dataDir, folder }: { dataDir: string; folder: string },
): Promise<void> {
  const { rows } = await sizes[engine].execute(db)
  const bytes = rows[0]?.bytes ?? 0
  // Both may be on one disk, which then holds the copy twice for a moment.
  await requireFree(dataDir, 2 * bytes + reserveBytes)
  await requireFree(folder, bytes)
}
