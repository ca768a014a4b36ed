export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** `2026-11-20 03:15 UTC`. */
export function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `20261120T031500Z`, so that file names sort by time. */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

export function longDay(day: string, lang: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(lang, { dateStyle: 'long', timeZone: 'UTC' })
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

const timePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/** Reads ISO 8601 (the T may be a space), as UTC without a zone. @returns undefined otherwise, as 05/01 is ambiguous */
export function readTime(text: string): number | undefined {
  const [, day, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = timePattern.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const utc = /^(?:z|utc)$/i.test(zone)
  const offset = utc ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const ms = Date.parse(`${day}T${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`)
  // Date.parse reads February 30 as a day in March.
  return Number.isNaN(ms) || new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day ? undefined : ms
}
