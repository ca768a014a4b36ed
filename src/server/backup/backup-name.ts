import { compactTime } from '../../lib/text/time-text.ts'

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
