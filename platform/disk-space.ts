import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDiskFull, type Place, reasonOf, StorageError } from './db/database.ts'

/** Warns days before the disk is full: visitors together add at most 400 MB a day. */
const lowDiskBytes = 512 * 1_048_576

export async function freeBytes(folder: string): Promise<number | undefined> {
  return (await diskSpace(folder))?.free
}

/** Bytes on a folder's disk; undefined if the folder doesn't exist or its disk doesn't report them. */
export async function diskSpace(folder: string): Promise<{ free: number; total: number } | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  if (found === undefined || found.blocks === 0) return undefined
  return { free: found.bavail * found.bsize, total: found.blocks * found.bsize }
}

/** @returns a warning with what the owner can delete if less than `min` bytes are free */
export async function lowDisk({ dataDir, backupDir }: Place, min = lowDiskBytes): Promise<string | undefined> {
  const free = await freeBytes(dataDir)
  if (free === undefined || free >= min) return undefined
  const problem = megabytes(free) === 0 ? 'the disk is full' : 'low disk space'
  const backups = backupDir === undefined ? '' : `old backups in ${backupDir}, `
  const deletable = `${backups}emails in ${join(dataDir, 'mail')}, or old builds in ${resolve('dist')}`
  return `${problem}: ${megabytes(free)} MB left in ${dataDir}. You can delete ${deletable}.`
}

/** Adds what the owner can delete if the disk is full. */
export async function storageError(problem: string, error: unknown, at: Place): Promise<StorageError> {
  const reasons = [reasonOf(error), isDiskFull(error) && (await lowDisk(at, Number.POSITIVE_INFINITY))]
  return new StorageError(`${problem}: ${reasons.filter(Boolean).join('; ')}`, error)
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1_048_576)
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
