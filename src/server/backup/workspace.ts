import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { backupError } from './backup-file.ts'

const prefix = 'backup-work-'
const unlockedPrefix = 'backup-new-'
const lockName = 'lock'
const abandonedMs = 2 * 3_600_000

/** Inside DATA_DIR, where plain data lies anyway. The lock ends with the process, however that ends. */
export async function withWorkspace<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const unlocked = await makeFolder(dataDir)
  const folder = unlocked.replace(unlockedPrefix, prefix)
  const lock = new Sqlite(join(unlocked, lockName))
  try {
    lock.exec('begin exclusive')
    await rename(unlocked, folder)
    return await use(folder)
  } finally {
    for (const path of [unlocked, folder]) await rm(path, { recursive: true, force: true })
    lock.close()
  }
}

async function makeFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return await mkdtemp(join(dataDir, unlockedPrefix))
  } catch (error) {
    throw backupError(`DATA_DIR (${dataDir}) cannot be used`, error)
  }
}

export async function removeWorkspaces(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  await removeAbandoned(dataDir, (name) => name.startsWith(unlockedPrefix))
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(prefix))
  for (const path of names.map((name) => join(dataDir, name))) {
    if (!isLocked(join(path, lockName))) await remove(path)
  }
}

export async function removeAbandoned(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(isOurs)) {
    const path = join(folder, name)
    // The file system's clock is the machine's; the product's own clock has no say here.
    const touched = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    )
    if (Math.abs(Date.now() - touched) > abandonedMs) await remove(path)
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {})
}

function isLocked(file: string): boolean {
  let lock: Sqlite.Database | undefined
  try {
    lock = new Sqlite(file, { fileMustExist: true, timeout: 0 })
    lock.exec('begin exclusive')
    return false
  } catch (error) {
    return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')
  } finally {
    lock?.close()
  }
}
