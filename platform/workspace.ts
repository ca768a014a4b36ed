import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { reasonOf, StorageError } from './db/database.ts'
import { isBusy } from './db/write-queue.ts'
import { giveToFolderOwner } from './folder-owner.ts'

const lockName = 'workspace.lock'
const workName = 'backup-work'
/** Delay between attempts to lock the workspace. */
const retryMs = 200

/** Runs `use` in an empty folder in DATA_DIR, where data is unencrypted anyway. A lock allows one use at a time. */
export async function withWorkspace<T>(
  dataDir: string,
  signal: AbortSignal | undefined,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  let lock = await tryLock(dataDir)
  while (lock === undefined) {
    if (signal?.aborted) throw new StorageError('Stopped while another backup or restore was running.')
    await delay(retryMs)
    lock = await tryLock(dataDir)
  }
  const folder = join(dataDir, workName)
  try {
    await removeAll(dataDir)
    await mkdir(folder, { mode: 0o700 })
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    lock.close()
  }
}

/** Removes the workspace a killed process left behind, unless another process is using it. */
export async function removeWorkspace(dataDir: string): Promise<void> {
  const lock = await tryLock(dataDir)
  if (lock !== undefined) await removeAll(dataDir).finally(() => lock.close())
}

async function removeAll(dataDir: string): Promise<void> {
  // Versions up to 0.2 added a random suffix.
  const folders = (await readdir(dataDir)).filter((name) => /^backup-(?:work|new)(?:-|$)/.test(name))
  for (const name of folders) await rm(join(dataDir, name), { recursive: true, force: true })
}

export function isWorkspaceFile(name: string): boolean {
  return name.startsWith(lockName) || name === workName
}

async function tryLock(dataDir: string): Promise<Sqlite.Database | undefined> {
  let lock: Sqlite.Database | undefined
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const file = join(dataDir, lockName)
    // Don't open an existing file: closing it would drop this process's locks (sqlite.org, How To Corrupt, 2.2).
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    giveToFolderOwner(file)
    lock = new Sqlite(file, { timeout: 0 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return undefined
    throw new StorageError(`Couldn’t use DATA_DIR (${dataDir}): ${reasonOf(error)}`, error)
  }
}
