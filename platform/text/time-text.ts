export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** `2026-11-20 03:15 UTC`. */
export function formatMinute(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `Fri, Nov 20, 3:15 AM`, for the owner, in English. */
export function formatShortTime(ms: number, timeZone: string): string {
  const time = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Date(ms).toLocaleString('en-US', { ...time, timeZone }).replaceAll('\u202F', ' ')
}

/** `20261120T031500Z`, for file names that sort by time. */
export function formatCompactTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

/** A day in a language's long format: `November 20, 2026`. */
export function formatLongDay(day: string, lang: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(lang, { dateStyle: 'long', timeZone: 'UTC' })
}

/** The UTC day of a moment: `2026-11-20`. */
export function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** ISO 8601, for APIs and exports. */
export function formatIsoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
