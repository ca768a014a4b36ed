import type { ResultOf } from '../client.ts'

type Calls = ResultOf<'calls.week'>
export type Entry = Calls['calls'][number]

export type Day = { date: string; title: string; entries: Entry[]; free: number[] }

/** Days with entries or free times, in the studio’s time zone. */
export function daysOf({ calls, free, zone }: Pick<Calls, 'calls' | 'free' | 'zone'>): Day[] {
  const days = new Map<string, Day>()
  const dayOf = (ms: number) => {
    const date = clockIn(ms, zone).slice(0, 10)
    const day = days.get(date) ?? { date, title: titleOf(ms, zone), entries: [], free: [] }
    days.set(date, day)
    return day
  }
  for (const entry of calls) dayOf(entry.starts_at).entries.push(entry)
  for (const time of free) dayOf(time).free.push(time)
  return [...days.values()].toSorted((one, other) => one.date.localeCompare(other.date))
}

export function titleOf(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }).format(ms)
}

/** `2026-12-01T14:30`, the value of a time field. */
export function clockIn(ms: number, timeZone: string): string {
  const written = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms)
  return written.replace(' ', 'T')
}

export function hourIn(ms: number, zone: string): string {
  return clockIn(ms, zone).slice(11)
}
