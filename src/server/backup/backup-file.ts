import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { compactTime } from '../../lib/text/time-text.ts'
import { StorageError } from '../db/database.ts'

/**
 * `kitewright-20261120T031500Z.sqlite`, UTC to the second, so that a listing sorts by time; `.age` follows where the file
 * is encrypted. While it is being written, `.part` stands behind all of it.
 */
const form = /^kitewright-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.sqlite(?:\.age)?$/

export const partEnding = '.part'

/** @param at ms since 1970 */
export function backupName(at: number, isEncrypted: boolean): string {
  return `kitewright-${compactTime(at)}.sqlite${isEncrypted ? '.age' : ''}`
}

/** When it was made (ms since 1970, to the second); undefined for every other file. */
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

/**
 * Which backups are to go, so that what was erased from the data leaves the backups as well in the end. Never the newest
 * one, however old, and none from the future: the clock has changed, and nobody knows in which direction it was wrong.
 * @param names of the files in a folder; those that are no backups are left alone
 * @param keepDays none is kept that is older
 */
export function toThin(names: readonly string[], keepDays: number, now: number): string[] {
  const backups = names
    .flatMap((name) => {
      const at = backupTime(name)
      return at === undefined ? [] : [{ name, at }]
    })
    .toSorted((a, b) => a.at - b.at)
  const newest = backups.at(-1)
  // The first of a week of the calendar stays the first, whatever the day on which this is asked.
  const firstOfWeek = new Map(backups.toReversed().map(({ at, name }) => [Math.floor(at / weekMs), name]))
  return backups
    .filter(({ at, name }) => {
      const age = now - at
      if (at === newest?.at || age <= keepAllDays * dayMs) return false
      return age > keepDays * dayMs || firstOfWeek.get(Math.floor(at / weekMs)) !== name
    })
    .map(({ name }) => name)
}

/** @returns the names of what was deleted */
export async function thinFolder(folder: string, keepDays: number, now: number): Promise<string[]> {
  const names = toThin(await readdir(folder), keepDays, now)
  for (const name of names) await rm(join(folder, name), { force: true })
  return names
}

/** A backup that was not made, or that cannot be used. The message is for the owner; nothing half-made is left. */
export class BackupError extends StorageError {
  override name = 'BackupError'
}

/** Names what was being done, unless the error is in the owner's words already. */
export function backupError(doing: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  return new BackupError(`${doing}: ${error instanceof Error ? error.message : String(error)}`, error)
}
