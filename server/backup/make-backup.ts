import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import type { Watch } from '../../platform/actions.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { type Database, StorageError, sqliteFileName, withDatabase } from '../../platform/db/database.ts'
import { readSetting, writeSetting } from '../../platform/db/settings.ts'
import { requireFree } from '../../platform/disk-space.ts'
import { isInside } from '../../platform/environment.ts'
import { withWorkspace } from '../../platform/workspace.ts'
import { backupName, partSuffix, pruneBackups } from './backup-files.ts'
import { recordBackup } from './backup-records.ts'
import { backupError, markKey, pauseCopy, sumRows } from './check-copy.ts'
import { encrypt } from './encryption.ts'
import { dumpPostgres } from './postgres-dump.ts'
import { openBackup, type Restored, type RestoreOptions, syncToDisk } from './restore-backup.ts'

export type Backup = Restored['backup'] & { file: string; bytes: number; tookMs: number; pruned: string[] }

type BackupOptions = RestoreOptions & {
  folder: string
  now?: () => number
  /** Why the owner is making it. */
  note?: string
  /** Called if content/offers.yaml, which says how long to keep backups, can't be read. No backup is deleted then. */
  onProblem?: (problem: string) => void
}

/** Makes a backup over its own connection, so that it blocks nobody. @throws StorageError after deleting its files */
export async function backUp({
  environment,
  folder,
  now = Date.now,
  note,
  ...options
}: BackupOptions): Promise<Backup> {
  const { dataDir, databaseUrl } = environment
  const { signal, onProblem = () => {} } = options
  const startedAt = performance.now()
  const at = now()
  try {
    for (const path of [folder, dataDir]) await mkdir(path, { recursive: true, mode: 0o700 })
    if (isInside(await realpath(folder), await realpath(dataDir))) {
      throw new StorageError('Backups can’t be in DATA_DIR. Choose another folder, ideally on another disk.')
    }
    return await withDatabase(environment, async (database) => {
      const backup = await withWorkspace(dataDir, signal, async (workspace) => {
        const copy = await copyDatabase(database, databaseUrl, workspace, at, options)
        return await writeBackup(copy, workspace, await realpath(folder), { environment, folder, at, ...options })
      })
      const last: LastBackup = { at, file: backup.file, rows: sumRows(backup.rows) }
      await database.write(async (tx) => {
        await writeSetting(tx, lastKey, JSON.stringify(last))
        await recordBackup(tx, { ...backup, name: basename(backup.file), note }, now())
      })
      const pruned = await pruneBackups(folder, tryRead(readOffers, onProblem)?.promises.keepBackupsDays, now())
      return { ...backup, tookMs: Math.round(performance.now() - startedAt), pruned }
    })
  } catch (error) {
    throw signal?.aborted ? new StorageError('The backup was stopped.') : backupError('No backup was made', error)
  }
}

type LastBackup = z.infer<typeof lastBackupSchema>

const lastKey = 'last-backup'
const lastBackupSchema = z.object({ at: z.number(), file: z.string(), rows: z.number() })

export async function readLastBackup(db: Db): Promise<LastBackup | undefined> {
  const value = await readSetting(db, lastKey)
  return value === undefined ? undefined : lastBackupSchema.parse(JSON.parse(value))
}

const sizes = {
  sqlite: sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  postgres: sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`,
}

/** Copies the database with the engine's own tool. SQLite's VACUUM leaves out deleted data. */
async function copyDatabase(
  { engine, db, write }: Database,
  databaseUrl: string | undefined,
  workspace: string,
  at: number,
  { signal, onProgress }: Watch,
): Promise<string> {
  onProgress?.({ doing: 'Copying the database', done: 0, all: 1 })
  signal?.throwIfAborted()
  const { rows } = await sizes[engine].execute(db)
  await requireFree(workspace, 2 * (rows[0]?.bytes ?? 0))
  const copy = join(workspace, databaseUrl === undefined ? sqliteFileName : 'database.dump')
  await writeFile(copy, '', { mode: 0o600 })
  if (databaseUrl === undefined) {
    await sql`vacuum into ${copy}`.execute(db)
    await pauseCopy(workspace, { at, engine })
  } else {
    await write((tx) => writeSetting(tx, markKey, JSON.stringify({ at, engine })))
    await dumpPostgres(databaseUrl, copy, signal)
  }
  return copy
}

/** Writes the backup file, and gives it its final name after a trial restore. */
async function writeBackup(copy: string, workspace: string, folder: string, options: BackupOptions & { at: number }) {
  const { environment, at, signal, onProgress } = options
  const { backupKey: key, databaseUrl } = environment
  const nameAt = (moment: number) => join(folder, backupName(moment, databaseUrl !== undefined, key !== undefined))
  let moment = at
  while (existsSync(nameAt(moment))) moment += 1_000
  const file = nameAt(moment)
  const part = file + partSuffix
  const handle = await open(part, 'wx', 0o600)
  try {
    onProgress?.({ doing: 'Writing the file', done: 0, all: 1 })
    const plain = createReadStream(copy)
    const writing = handle.createWriteStream({ flush: true })
    await pipeline(key === undefined ? plain : await encrypt(plain, key), writing, { signal })
    await rm(copy)
    const { backup } = await openBackup(part, workspace, options)
    await rename(part, file)
    await syncToDisk(folder)
    return { ...backup, file, bytes: writing.bytesWritten }
  } finally {
    await rm(part, { force: true })
  }
}
