import { freeBytes, megabytes } from '../disk-room.ts'
import { BackupError } from './backup-file.ts'

/** A copy that fills the database's disk would cost requests. */
export const reserveBytes = 64 * 1_048_576

/** @throws BackupError where the disk of a folder has less left */
export async function requireFree(folder: string, wanted: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free === undefined || free >= wanted) return
  throw new BackupError(
    `There is no room for a backup: ${folder} has ${megabytes(free)} MB left, ${megabytes(wanted)} MB are needed.`,
  )
}
