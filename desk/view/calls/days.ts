import type { ResultOf } from '../client.ts'

type Calls = ResultOf<'calls.week'>
export type Entry = Calls['calls'][number]

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
