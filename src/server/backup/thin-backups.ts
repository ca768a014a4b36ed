import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupTime } from './backup-name.ts'

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
