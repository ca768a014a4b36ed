import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { compactTime } from '../../lib/text/time-text.ts'
import { reasonOf, StorageError } from '../db/database.ts'

/** `kitewright-20261120T031500Z.sqlite` in UTC, so that a listing sorts by time; `.age` where it is encrypted. */
const form = /^kitewright-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.sqlite(?:\.age)?$/

export const partEnding = '.part'

export function backupName(at: number, isEncrypted: boolean): string {
  return `kitewright-${compactTime(at)}.sqlite${isEncrypted ? '.age' : ''}`
}

export function backupTime(name: string): number | undefined {
  const parts = form.exec(name)?.slice(1, 7).map(Number)
  if (parts === undefined) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** All of these days are kept, then one of each week. */
const keepAllDays = 7

/** Names never the newest one, and none from the future: nobody knows in which direction the clock was wrong. */
export function toThin(names: readonly string[], keepDays: number, now: number): string[] {
  const backups = names
    .flatMap((name) => {
      const at = backupTime(name)
      return at === undefined ? [] : [{ name, at }]
    })
    .toSorted((a, b) => a.at - b.at)
  const newest = backups.at(-1)
  const firstOfWeek = new Map(backups.toReversed().map(({ at, name }) => [Math.floor(at / weekMs), name]))
  return backups
    .filter(({ at, name }) => {
      const age = now - at
      if (at === newest?.at || age <= keepAllDays * dayMs) return false
      return age > keepDays * dayMs || firstOfWeek.get(Math.floor(at / weekMs)) !== name
    })
    .map(({ name }) => name)
}

export async function thinFolder(folder: string, keepDays: number, now: number): Promise<string[]> {
  const names = toThin(await readdir(folder), keepDays, now)
  for (const name of names) await rm(join(folder, name), { force: true })
  return names
}

export class BackupError extends StorageError {
  override name = 'BackupError'
}

export function backupError(doing: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  return new BackupError(`${doing}: ${reasonOf(error)}`, error)
}
