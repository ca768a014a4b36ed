import { formatDay } from './time-text.ts'

const timePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Reads ISO 8601, or the same with a space instead of T. Without a zone, it's UTC.
 * @returns undefined for other formats, like 05/01
 */
export function readTime(text: string): number | undefined {
  const [, day, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = timePattern.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const utc = /^(?:z|utc)$/i.test(zone)
  const offset = utc ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const ms = Date.parse(`${day}T${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`)
  // Date.parse reads February 30 as a day in March.
  const isRealDay = !Number.isNaN(ms) && formatDay(new Date(`${day}T00:00Z`)) === day
  return isRealDay ? ms : undefined
}
