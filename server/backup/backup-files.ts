import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs, formatCompactTime, hourMs } from '../../platform/text/time-text.ts'

/** Matches a backup's name. Times are UTC, so names sort by time. `.dump`: from PostgreSQL. `.age`: encrypted. */
const namePattern = /^kitewright-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.(?:sqlite|dump)(?:\.age)?$/

export function backupName(at: number, isDump: boolean, isEncrypted: boolean): string {
  return `kitewright-${formatCompactTime(at)}.${isDump ? 'dump' : 'sqlite'}${isEncrypted ? '.age' : ''}`
}

export function backupTime(name: string): number | undefined {
  const at = Date.parse(namePattern.test(name) ? name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z') : '')
  return Number.isNaN(at) ? undefined : at
}

function backupsAmong(names: readonly string[]) {
  return names
    .map((name) => ({ name, at: backupTime(name) ?? Number.NaN, isEncrypted: name.endsWith('.age') }))
    .filter(({ at }) => !Number.isNaN(at))
    .toSorted((a, b) => b.at - a.at)
}

/** Lists backups, newest first. @throws Error if it couldn't read the folder */
export async function listBackups(folder: string) {
  const backups = backupsAmong(await readdir(folder)).map(async (backup) => {
    const file = join(folder, backup.name)
    return { ...backup, file, bytes: (await stat(file)).size }
  })
  return await Promise.all(backups)
}

/** Suffix of an unfinished backup. */
export const partSuffix = '.part'
/** Age at which an unfinished file is abandoned. Another machine could still be writing a newer file. */
const abandonedMs = 2 * hourMs
/** After this many days, only each week's first backup is kept. */
const keepAllDays = 7

/** Returns old backups to delete, but never the newest or backups from the future, which are due to a wrong clock. */
export function backupsToPrune(names: readonly string[], keepDays: number, now: number): string[] {
  const backups = backupsAmong(names)
  const newestAt = backups[0]?.at
  // Newer backups come first, so the map ends up with each week's oldest backup.
  const oldestByWeek = new Map(backups.map(({ at, name }) => [Math.floor(at / (7 * dayMs)), name]))
  const weekly = new Set(oldestByWeek.values())
  const old = backups.filter(({ at }) => at !== newestAt && now - at > keepAllDays * dayMs)
  const expired = old.filter(({ at, name }) => now - at > keepDays * dayMs || !weekly.has(name))
  return expired.map(({ name }) => name)
}

/** Deletes abandoned files and, if `keepDays` is known, old backups. @returns the deleted backups' names */
export async function pruneBackups(folder: string, keepDays: number | undefined, now: number): Promise<string[]> {
  const names = await readdir(folder)
  const parts = names.filter((name) => {
    const at = name.endsWith(partSuffix) ? backupTime(name.slice(0, -partSuffix.length)) : undefined
    return at !== undefined && Math.abs(now - at) > abandonedMs
  })
  const pruned = keepDays === undefined ? [] : backupsToPrune(names, keepDays, now)
  for (const name of [...parts, ...pruned]) await rm(join(folder, name), { force: true })
  return pruned
}
