import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type DatabaseLocation, isDiskFull, reasonOf, StorageError } from './db/database.ts'

/** Warn below this. All visitors together can add at most 400 MB a day, so the warning comes at least a day early. */
const lowDiskBytes = 512 * 1_048_576

export async function freeBytes(folder: string): Promise<number | undefined> {
  return (await diskSpace(folder))?.free
}

/** Space on a folder's disk, in bytes. @returns undefined if the folder doesn't exist or the space is unknown */
export async function diskSpace(folder: string): Promise<{ free: number; total: number } | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  if (found === undefined || found.blocks === 0) return undefined
  return { free: found.bavail * found.bsize, total: found.blocks * found.bsize }
}

/** Returns a warning if less than `minBytes` are free. It lists what the owner can delete. */
export async function lowDisk(
  { dataDir, backupDir }: DatabaseLocation,
  minBytes = lowDiskBytes,
): Promise<string | undefined> {
  const free = await freeBytes(dataDir)
  if (free === undefined || free >= minBytes) return undefined
  const problem = megabytes(free) === 0 ? 'the disk is full' : 'low disk space'
  const backups = backupDir === undefined ? '' : `old backups in ${backupDir}, `
  const deletable = `${backups}emails in ${join(dataDir, 'mail')}, or old builds in ${resolve('dist')}`
  return `${problem}: ${megabytes(free)} MB left in ${dataDir}. You can delete ${deletable}.`
}

/** Returns the error to throw for a failed write. If the disk is full, its message lists what the owner can delete. */
export async function storageError(problem: string, error: unknown, location: DatabaseLocation): Promise<StorageError> {
  const advice = isDiskFull(error) ? await lowDisk(location, Number.POSITIVE_INFINITY) : undefined
  const reason = advice === undefined ? reasonOf(error) : `${reasonOf(error)}; ${advice}`
  return new StorageError(`${problem}: ${reason}`, error)
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1_048_576)
}

/** Space that backups and restores leave free for leads. */
const reserveBytes = 64 * 1_048_576

/** Checks that the folder's disk has space for `bytes` and a reserve. @throws StorageError */
export async function requireFree(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  const needed = bytes + reserveBytes
  if (free === undefined || free >= needed) return
  const sizes = `${folder} has ${megabytes(free)} MB free and needs ${megabytes(needed)} MB`
  throw new StorageError(`There isn’t enough disk space: ${sizes}.`)
}
