/** `2026-11-20 03:15 UTC`. */
export function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `20261120T031500Z`, so that file names sort by time. */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** @param lang a language tag (BCP 47) */
export function longDay(day: string, lang: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(lang, { dateStyle: 'long', timeZone: 'UTC' })
}

/** In UTC: `2025-12-06`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** ISO 8601 in UTC, as JSON has times. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
