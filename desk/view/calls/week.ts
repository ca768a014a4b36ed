import { dayMs, dayOf } from '../../../platform/text/time-text.ts'
import type { ResultOf } from '../client.ts'

type Calls = ResultOf<'calls.week'>
export type Entry = Calls['calls'][number]

/** A part of a day, in hours since midnight. */
export type HourSpan = { from: number; to: number }

export type WeekDay = {
  date: string
  title: string
  shortTitle: string
  entries: (HourSpan & { entry: Entry })[]
  free: (HourSpan & { time: number })[]
}

const dayHours = 24
const defaultHours = { from: 9, to: 17 }

export function layOutWeek({ calls, free, starts, minutes, zone }: Calls): HourSpan & { days: WeekDay[] } {
  const days = starts.slice(0, -1).map((dayStart, i): WeekDay => {
    const dayEnd = starts[i + 1] ?? dayStart
    const isWithin = (time: number) => time >= dayStart && time < dayEnd
    const spanOf = (from: number, to: number): HourSpan => ({
      from: from <= dayStart ? 0 : hourOfDay(from, zone),
      to: to >= dayEnd ? dayHours : hourOfDay(to, zone),
    })
    const times = free.filter(isWithin)
    return {
      date: dateTimeValue(dayStart, zone).slice(0, 10),
      title: dayTitle(dayStart, zone),
      shortTitle: dayTitle(dayStart, zone, 'short'),
      entries: calls
        .filter(({ starts_at, ends_at }) => starts_at < dayEnd && ends_at > dayStart)
        .map((entry) => ({ entry, ...spanOf(entry.starts_at, entry.ends_at) })),
      free: times.map((time, n) => ({
        time,
        ...spanOf(time, Math.min(time + minutes * 60_000, times[n + 1] ?? Number.POSITIVE_INFINITY)),
      })),
    }
  })
  return { days, ...shownHours(days) }
}

/** Entries that start or end at midnight don’t extend the hours. */
function shownHours(days: readonly WeekDay[]): HourSpan {
  const spans = days
    .flatMap(({ entries, free }) => [...entries, ...free])
    .filter(({ from, to }) => from > 0 && to < dayHours)
  if (spans.length === 0) return defaultHours
  return {
    from: Math.floor(Math.min(...spans.map(({ from }) => from))),
    to: Math.ceil(Math.max(...spans.map(({ to }) => to))),
  }
}

function hourOfDay(ms: number, zone: string): number {
  const clock = dateTimeValue(ms, zone)
  return Number(clock.slice(11, 13)) + Number(clock.slice(14)) / 60
}

/** `November 23 – 29, 2026`. */
export function weekTitle({ starts, zone: timeZone }: Pick<Calls, 'starts' | 'zone'>): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'long', day: 'numeric' })
  return format.formatRange(starts[0] ?? 0, (starts.at(-1) ?? 0) - 1)
}

export function weeksLater(date: string, weeks: number): string {
  return dayOf(new Date(Date.parse(date) + 7 * weeks * dayMs))
}

export function dayTitle(ms: number, timeZone: string, length: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat('en', { timeZone, weekday: length, month: length, day: 'numeric' }).format(ms)
}

/** `2026-12-01T14:30`, the value of a time field. */
export function dateTimeValue(ms: number, timeZone: string): string {
  const formatted = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms)
  return formatted.replace(' ', 'T')
}

export function callHref({ id, starts_at }: { id: string; starts_at: number }, zone: string): string {
  return `/calls?week=${dateTimeValue(starts_at, zone).slice(0, 10)}&call=${id}`
}

export function timeOfDay(ms: number, zone: string): string {
  return dateTimeValue(ms, zone).slice(11)
}
