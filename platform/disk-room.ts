import { statfs } from 'node:fs/promises'
import { StorageError } from './db/database.ts'

/** With less free space, the owner is warned days before the disk is full: an address adds at most 5 MB a day. */
const lowDiskBytes = 512 * 1_048_576

export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  return found === undefined || found.blocks === 0 ? undefined : found.bavail * found.bsize
}

/** @returns a warning if less than `min` bytes are free */
export async function lowDisk(folder: string, min = lowDiskBytes): Promise<string | undefined> {
  const free = await freeBytes(folder)
  return free === undefined || free >= min ? undefined : `low disk space: ${megabytes(free)} MB left in ${folder}`
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_048_576)
}

/** A backup leaves this much free, because leads can't be stored on a full disk. */
const reserveBytes = 64 * 1_048_576

/** @throws StorageError if a folder's disk has less left */
export async function requireFree(folder: string, bytes: number): Promise<void> {
  const [free, needed] = [await freeBytes(folder), bytes + reserveBytes]
  if (free === undefined || free >= needed) return
  const left = `${folder} has ${megabytes(free)} MB left, ${megabytes(needed)} MB are needed`
  throw new StorageError(`There is no room for a backup: ${left}.`)
}
