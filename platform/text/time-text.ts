export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Formats `2026-11-20 03:15 UTC`. */
export function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Formats `Fri, Nov 20, 3:15 AM` for the owner, in English. */
export function shortTime(ms: number, timeZone: string): string {
  const time = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Date(ms).toLocaleString('en-US', { ...time, timeZone }).replaceAll('\u202F', ' ')
}

/** Formats `20261120T031500Z` in UTC, for file names that sort by time. */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** Formats a day in a language's long format: `November 20, 2026`. */
export function longDay(day: string, lang: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(lang, { dateStyle: 'long', timeZone: 'UTC' })
}

/** The UTC day of a moment: `2026-11-20`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Formats a time as ISO 8601, for APIs and exports. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

const timePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/**
 * Parses ISO 8601, with a space or a T before the time. Without a time zone, the time is UTC.
 * @returns undefined for other formats, like 05/01
 */
export function readTime(text: string): number | undefined {
  const [, day, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = timePattern.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const utc = /^(?:z|utc)$/i.test(zone)
  const offset = utc ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const ms = Date.parse(`${day}T${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`)
  // Date.parse accepts February 30 as a day in March.
  const isRealDay = !Number.isNaN(ms) && dayOf(new Date(`${day}T00:00Z`)) === day
  return isRealDay ? ms : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Converts `31/01/2024` or `31 January 2024` to ISO 8601.
 * @param order a replacement for the three parts, such as `$3-$2-$1` if the day comes first
 */
export function isoDate(text: string, order: string): string {
  const numbers = text.replace(/[a-z]{3,}/i, (name) => `${months.indexOf(name.slice(0, 3).toLowerCase()) + 1}`)
  return numbers.replaceAll(/\b\d\b/g, '0$&').replace(/^(\d\d)[-/. ](\d\d)[-/. ](\d{4})/, order)
}
