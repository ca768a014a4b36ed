/** `2026-11-20 03:15 UTC`. @param ms since 1970 */
export function minuteOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** `20261120T031500Z`, for a file's name, so that a listing sorts by time. @param ms since 1970 */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function longDay(day: string): string {
  return long.format(new Date(`${day}T00:00:00Z`))
}

/** The day of a moment, in UTC: `2025-12-06`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
