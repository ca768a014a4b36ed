import { minuteMs } from '../../platform/text/time-text.ts'
import { readAnswers } from '../leads/lead-record.ts'
import { clock, formatInstant, longDate } from './call-time.ts'
import type { ListedCall } from './store.ts'

/** The owner's language. */
export const lang = 'en'

/** A call as commands print it. Its names are part of the public contract. */
export function toRecord(call: ListedCall, ownZone: string) {
  const { id, kind, starts_at, ends_at, zone, name, email, state, project, phone, note } = call
  const minutes = (ends_at - starts_at) / minuteMs
  const start = formatInstant(starts_at, ownZone)
  const details = { kind, phone, answers: Object.fromEntries(readAnswers(call)) }
  return { reference: id, start, minutes, zone, name, email, state, about: project, note: note ?? '', ...details }
}

/** `2026-12-01 14:30`, from an RFC 3339 time. */
export function minuteIn(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}

export function minuteAt(ms: number, zone: string): string {
  return minuteIn(formatInstant(ms, zone))
}

/** One line per day: `Monday, December 7, 2026: 14:30, 15:00`. */
export function dayLines(times: readonly number[], zone: string): string[] {
  const byDay = Map.groupBy(times, (time) => longDate(time, zone, lang))
  return [...byDay].map(([day, all]) => `${day}: ${all.map((time) => clock(time, zone, lang)).join(', ')}`)
}
