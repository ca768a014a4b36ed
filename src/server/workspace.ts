import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { reasonOf, StorageError } from './db/database.ts'
import { isBusy } from './db/write-queue.ts'

const lockName = 'workspace.lock'
const workName = 'backup-work'
const retryMs = 200

/** Inside DATA_DIR, where plain data lies anyway. One at a time: the lock ends with its process, however that ends. */
export async function withWorkspace<T>(
  dataDir: string,
  signal: AbortSignal | undefined,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  let lock = await tryLock(dataDir)
  for (; lock === undefined; lock = await tryLock(dataDir)) await delay(retryMs, undefined, { signal })
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

/** Removes what a process that was killed has left; one that is in use stays. */
export async function removeWorkspace(dataDir: string): Promise<void> {
  const lock = await tryLock(dataDir)
  if (lock !== undefined) await removeAll(dataDir).finally(() => lock.close())
}

async function removeAll(dataDir: string): Promise<void> {
  // Up to 0.2 each had a random ending.
  const left = (await readdir(dataDir)).filter((name) => /^backup-(?:work|new)(?:-|$)/.test(name))
  for (const name of left) await rm(join(dataDir, name), { recursive: true, force: true })
}

export function isOfWorkspace(name: string): boolean {
  return name.startsWith(lockName) || name === workName
}

async function tryLock(dataDir: string): Promise<Sqlite.Database | undefined> {
  let lock: Sqlite.Database | undefined
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, lockName), '', { flag: 'a', mode: 0o600 })
    lock = new Sqlite(join(dataDir, lockName), { timeout: 0 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if (isBusy(error)) return undefined
    throw new StorageError(`DATA_DIR (${dataDir}) cannot be used: ${reasonOf(error)}`, error)
  }
}
