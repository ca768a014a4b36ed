import { statfs } from 'node:fs/promises'
import { StorageError } from './db/database.ts'

/** Early enough to warn the owner days before the disk is full: visitors together add at most 400 MB a day. */
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

/** Backups and restores leave this much free, so that leads can still be stored. */
const reserveBytes = 64 * 1_048_576

/** @throws StorageError if the folder's disk has less than `bytes` and a reserve free */
export async function requireFree(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  const needed = bytes + reserveBytes
  if (free === undefined || free >= needed) return
  const sizes = `${folder} has ${megabytes(free)} MB free and needs ${megabytes(needed)} MB`
  throw new StorageError(`There isn’t enough disk space: ${sizes}.`)
}
