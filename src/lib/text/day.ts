const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `2025-12-06` reads `December 6, 2025`. */
export function longDay(day: string): string {
  return long.format(new Date(`${day}T00:00:00Z`))
}

/** The day of a moment, in UTC: `2025-12-06`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
