import { createReadStream, existsSync } from 'node:fs'
import { open, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { type Database, StorageError, sqliteFileName } from '../../platform/db/database.ts'
import { withDatabase } from '../../platform/db/open-database.ts'
import { requireFree } from '../../platform/disk-space.ts'
import { isInside } from '../../platform/environment.ts'
import { createFolder, giveToFolderOwner } from '../../platform/folder-owner.ts'
import { withWorkspace } from '../../platform/workspace.ts'
import { backupName, partSuffix, pruneBackups } from './backup-files.ts'
import { recordBackup, writeLastBackup } from './backup-records.ts'
import { sumRows } from './check-copy.ts'
import { encrypt } from './encryption.ts'
import { dumpPostgres } from './postgres-dump.ts'
import { backupError, prepareCopy, writeMark } from './prepare-copy.ts'
import { openBackup, type Restored, type RestoreOptions, syncToDisk } from './restore-backup.ts'

export type Backup = Restored['backup'] & { file: string; bytes: number; tookMs: number; pruned: string[] }

type BackupOptions = RestoreOptions & {
  folder: string
  now?: () => number
  /** Why the owner is making it. */
  note?: string
  /** Reports that it couldn't read how long to keep backups in content/offers.yaml. It then keeps all of them. */
  onProblem?: (problem: string) => void
}

/** Makes a backup over its own connection, so it blocks no other work. @throws StorageError after deleting its files */
export async function backUp(options: BackupOptions): Promise<Backup> {
  const { environment, folder, signal } = options
  const startedAt = performance.now()
  try {
    await createFolders(folder, environment.dataDir)
    const backup = await withDatabase(environment, (database) => backUpDatabase(database, options))
    return { ...backup, tookMs: Math.round(performance.now() - startedAt) }
  } catch (error) {
    throw signal?.aborted ? new StorageError('The backup was stopped.') : backupError('No backup was made', error)
  }
}

async function createFolders(folder: string, dataDir: string): Promise<void> {
  for (const path of [folder, dataDir]) await createFolder(path)
  if (isInside(await realpath(folder), await realpath(dataDir))) {
    throw new StorageError('Backups can’t be in DATA_DIR. Choose another folder, ideally on another disk.')
  }
}

async function backUpDatabase(database: Database, options: BackupOptions) {
  const { environment, folder, note, signal, onProblem, now = Date.now } = options
  const at = now()
  const backup = await withWorkspace(environment.dataDir, signal, async (workspace) => {
    const job = { ...options, folder: await realpath(folder), workspace, at }
    const copy = await copyDatabase(database, job)
    return await writeBackup(copy, job)
  })
  await database.write(async (tx) => {
    await writeLastBackup(tx, { at, file: backup.file, rows: sumRows(backup.rows) })
    await recordBackup(tx, { ...backup, name: basename(backup.file), note }, now())
  })
  const offers = tryRead(readOffers, onProblem)
  const pruned = await pruneBackups(folder, offers?.promises.keepBackupsDays, now())
  return { ...backup, pruned }
}

const sizes = {
  sqlite: sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  postgres: sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`,
}

type BackupJob = BackupOptions & { workspace: string; at: number }

/** Copies the database with the engine's own tool. SQLite's VACUUM leaves out deleted data. */
async function copyDatabase(database: Database, { environment, workspace, at, ...watch }: BackupJob): Promise<string> {
  const { engine, db, write } = database
  const { databaseUrl } = environment
  const { signal, onProgress } = watch
  onProgress?.({ doing: 'Copying the database', done: 0, all: 1 })
  signal?.throwIfAborted()
  const { rows } = await sizes[engine].execute(db)
  await requireFree(workspace, 2 * (rows[0]?.bytes ?? 0))
  const copy = join(workspace, databaseUrl === undefined ? sqliteFileName : 'database.dump')
  await writeFile(copy, '', { mode: 0o600 })
  if (databaseUrl === undefined) {
    await sql`vacuum into ${copy}`.execute(db)
    await prepareCopy(workspace, { at, engine })
  } else {
    await write((tx) => writeMark(tx, { at, engine }))
    await dumpPostgres(databaseUrl, copy, signal)
  }
  return copy
}

/** Writes the backup file. It gets its final name after a test restore. */
async function writeBackup(copy: string, job: BackupJob) {
  const { environment, folder, workspace, signal, onProgress } = job
  const { backupKey } = environment
  const file = unusedFile(job)
  const part = file + partSuffix
  const handle = await open(part, 'wx', 0o600)
  giveToFolderOwner(part)
  try {
    onProgress?.({ doing: 'Writing the file', done: 0, all: 1 })
    const plain = createReadStream(copy)
    const content = backupKey === undefined ? plain : await encrypt(plain, backupKey)
    const output = handle.createWriteStream({ flush: true })
    await pipeline(content, output, { signal })
    await rm(copy)
    const { backup } = await openBackup(part, workspace, job)
    await rename(part, file)
    await syncToDisk(folder)
    return { ...backup, file, bytes: output.bytesWritten }
  } finally {
    await rm(part, { force: true })
  }
}

/** A file named by its time. If there's one already, the name is a second later. */
function unusedFile({ environment, folder, at }: BackupJob): string {
  const { databaseUrl, backupKey } = environment
  for (let nameTime = at; ; nameTime += 1_000) {
    const file = join(folder, backupName(nameTime, databaseUrl !== undefined, backupKey !== undefined))
    if (!existsSync(file)) return file
  }
}
