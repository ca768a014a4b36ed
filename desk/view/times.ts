import { since } from '../../platform/text/amounts.ts'

function timeFormatter(timeZone?: string) {
  const [day, dayWithYear] = ([undefined, 'numeric'] as const).map(
    (year) => new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', month: 'short', day: 'numeric', year }),
  )
  const timeOfDay = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const isThisYear = (ms: number) => new Date(ms).getFullYear() === new Date().getFullYear()
  return (ms: number) => `${(isThisYear(ms) ? day : dayWithYear)?.format(ms)}, ${timeOfDay.format(ms)}`
}

/** In the owner’s time zone: `Tue, Nov 24, 19:20`, with the year if it isn’t this one. */
export const formatTime = timeFormatter()

/** A call’s time in the studio’s time zone, which is named if it differs from the owner’s. */
export function formatCallTime(ms: number, zone: string): string {
  const text = timeFormatter(zone)(ms)
  return text === formatTime(ms) ? text : `${text} (${zone})`
}

/** `3 h`, in the largest unit that fits; `now` below a minute. */
export function formatAge(ms: number, now: number): string {
  return now - ms < 60_000 ? 'now' : since(ms, now)
}
