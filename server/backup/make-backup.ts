import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open, realpath, rename, rm, writeFile } from 'node:fs/promises'
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
  /** The owner's reason for the backup. */
  note?: string
  /** Called if content/offers.yaml, which says how long to keep backups, couldn't be read. All backups are kept then. */
  onProblem?: (problem: string) => void
}

/** Makes a backup over its own connection to avoid blocking other work. @throws StorageError after deleting its files */
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

/** Copies the database into the workspace, with the engine's own tool. @returns the copy's file */
async function copyDatabase(database: Database, job: BackupJob): Promise<string> {
  const { environment, workspace, signal, onProgress } = job
  const { databaseUrl } = environment
  onProgress?.({ doing: 'Copying the database', done: 0, all: 1 })
  signal?.throwIfAborted()
  const { rows } = await sizes[database.engine].execute(database.db)
  // The workspace first has the copy, then the test restore. The backup file needs as much again, perhaps on the same disk.
  await requireFree(workspace, 2 * (rows[0]?.bytes ?? 0))
  return databaseUrl === undefined ? await copySqlite(database, job) : await copyPostgres(database, databaseUrl, job)
}

/** Copies an SQLite database with VACUUM, which omits deleted data. */
async function copySqlite({ engine, db }: Database, { workspace, at }: BackupJob): Promise<string> {
  const copy = await createPrivateFile(join(workspace, sqliteFileName))
  await sql`vacuum into ${copy}`.execute(db)
  await prepareCopy(workspace, { at, engine })
  return copy
}

async function copyPostgres(database: Database, databaseUrl: string, job: BackupJob): Promise<string> {
  const { workspace, at, signal } = job
  const { engine, write } = database
  const copy = await createPrivateFile(join(workspace, 'database.dump'))
  // A dump can't be changed afterwards, so mark the live database. Only `checkCopy` reads the mark.
  await write((tx) => writeMark(tx, { at, engine }))
  await dumpPostgres(databaseUrl, copy, signal)
  return copy
}

/** Creates an empty file that only its owner can read, before a tool fills it. */
async function createPrivateFile(file: string): Promise<string> {
  await writeFile(file, '', { mode: 0o600 })
  return file
}

/** Writes the backup to a temporary file, test-restores it, and renames it. */
async function writeBackup(copy: string, job: BackupJob) {
  const { folder } = job
  const file = unusedFile(job)
  const part = file + partSuffix
  const handle = await open(part, 'wx', 0o600)
  giveToFolderOwner(part)
  try {
    const bytes = await encryptCopy(copy, handle, job)
    // The test restore needs the copy's name and disk space.
    await rm(copy)
    const backup = await testRestore(part, job)
    await rename(part, file)
    await syncToDisk(folder)
    return { ...backup, file, bytes }
  } finally {
    await rm(part, { force: true })
  }
}

/** Returns an unused file name with the backup's time, or with a later second if that's taken. */
function unusedFile({ environment, folder, at }: BackupJob): string {
  const { databaseUrl, backupKey } = environment
  for (let nameTime = at; ; nameTime += 1_000) {
    const file = join(folder, backupName(nameTime, databaseUrl !== undefined, backupKey !== undefined))
    if (!existsSync(file)) return file
  }
}

/** Writes a copy to an open file, encrypted if there's a key. @returns the bytes written */
async function encryptCopy(copy: string, handle: FileHandle, job: BackupJob): Promise<number> {
  const { environment, signal, onProgress } = job
  const { backupKey } = environment
  onProgress?.({ doing: 'Writing the file', done: 0, all: 1 })
  const plain = createReadStream(copy)
  const content = backupKey === undefined ? plain : await encrypt(plain, backupKey)
  const output = handle.createWriteStream({ flush: true })
  await pipeline(content, output, { signal })
  return output.bytesWritten
}

/** Restores the backup file into the workspace and opens the app on it. @throws StorageError if that fails */
async function testRestore(part: string, job: BackupJob): Promise<Restored['backup']> {
  const { environment, workspace, signal, onProgress } = job
  const { backup } = await openBackup(part, workspace, { environment, signal, onProgress })
  return backup
}
