import { statfs } from 'node:fs/promises'

/** Below this the owner is told, days before requests can't be taken: an address adds 5 MB a day at most. */
const lowDiskBytes = 512 * 1_048_576

export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  return found === undefined || found.blocks === 0 ? undefined : found.bavail * found.bsize
}

export async function lowDisk(folder: string, least = lowDiskBytes): Promise<string | undefined> {
  const free = await freeBytes(folder)
  return free === undefined || free >= least ? undefined : `the disk runs low: ${megabytes(free)} MB left in ${folder}`
}

export function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_048_576)
}
