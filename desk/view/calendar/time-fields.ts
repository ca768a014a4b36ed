import { type Clock, createClock } from '../times.ts'
import { rowMinutes } from './week.ts'

/** The `step` of time inputs. */
export const stepSeconds = rowMinutes * 60

/** Formats a time as an input’s value: `2026-12-01T14:30`. */
export function fieldValue(ms: number, timeZone: string): string {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat('sv', options).format(ms).replace(' ', 'T')
}

export type Times = { from: string; to: string }

/** Changes the start. If it’s no longer before the end, moves the end too. Times are local, like `2026-12-01T14:30`. */
export function startAt(from: string, times: Times): Times {
  const [start, oldStart, end] = [from, times.from, times.to].map((time) => Date.parse(`${time}Z`))
  if (!start || !oldStart || !end || start < end) return { ...times, from }
  return { from, to: new Date(start + Math.max(0, end - oldStart)).toISOString().slice(0, 16) }
}

/** Groups free times by day, with labels such as `7:30 PM (9:00 AM for them)`. */
export function freeByDay(free: readonly number[], theirZone: string, clock: Clock) {
  const theirClock = createClock(theirZone, clock.now)
  const options = free.map((ms) => {
    const theirs = theirTime(ms, theirClock, clock)
    return { ms, value: fieldValue(ms, clock.zone), text: clock.time(ms) + (theirs && ` (${theirs})`) }
  })
  return [...Map.groupBy(options, ({ ms }) => clock.day(ms))]
}

/** The visitor’s time, like `8:30 AM for them`, or '' if it’s the same as the studio’s. */
export function theirTime(ms: number, theirs: Clock, clock: Clock): string {
  if (theirs.moment(ms) === clock.moment(ms)) return ''
  const day = theirs.isoDay(ms) === clock.isoDay(ms) ? '' : `${theirs.weekday(ms)}, `
  return `${day}${theirs.time(ms)} for them`
}
