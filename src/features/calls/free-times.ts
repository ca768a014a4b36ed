import { Temporal } from 'temporal-polyfill'
import { type Calls, type Stretch, weekdays } from '../../content/calls.ts'
import type { Span } from './busy/busy-times.ts'
import type { Taken } from './call.repository.ts'

export type CallRules = Pick<
  Calls,
  'zone' | 'minutes' | 'pauseMinutes' | 'noticeHours' | 'horizonDays' | 'mostPerDay' | 'hours' | 'exceptions'
>

const minuteMs = 60_000
/** Days: the horizon twice. */
const mostKept = 200

export type Calendar = {
  now: number
  /** Calls, each with the end of the pause after it, and times that the owner has blocked. */
  taken: readonly Taken[]
  /** When the owner has no time, by their own calendars. */
  busy: readonly Span[]
}

/** When a call can be had: what the rules offer, without what is taken. In order, in ms since 1970. */
export function freeTimes(rules: CallRules, calendar: Calendar): number[] {
  const today = at(calendar.now, rules.zone).toPlainDate()
  const days = Array.from({ length: rules.horizonDays + 1 }, (_, i) => today.add({ days: i }))
  return days.flatMap((date) => freeOn(rules, date, calendar))
}

/** Whether a call can begin at this moment. */
export function isFreeAt(rules: CallRules, start: number, calendar: Calendar): boolean {
  const date = at(start, rules.zone).toPlainDate()
  const last = at(calendar.now, rules.zone).toPlainDate().add({ days: rules.horizonDays })
  return Temporal.PlainDate.compare(date, last) <= 0 && freeOn(rules, date, calendar).includes(start)
}

function freeOn(rules: CallRules, date: Temporal.PlainDate, { now, taken, busy }: Calendar): number[] {
  const earliest = Temporal.Instant.fromEpochMilliseconds(now).add({ hours: rules.noticeHours }).epochMilliseconds
  const [begin, end] = [date, date.add({ days: 1 })].map((day) => day.toZonedDateTime(rules.zone).epochMilliseconds)
  const calls = taken.filter(({ state, starts_at }) => state !== 'blocked' && isWithin(starts_at, begin, end))
  if (calls.length >= rules.mostPerDay) return []
  const takenMs = (rules.minutes + rules.pauseMinutes) * minuteMs
  return keptOn(rules, date).filter(
    (start) =>
      start >= earliest &&
      !taken.some((other) => other.starts_at < start + takenMs && start < other.free_at) &&
      !busy.some(([from, to]) => from < start + takenMs && start < to),
  )
}

function isWithin(moment: number, begin = 0, end = 0): boolean {
  return begin <= moment && moment < end
}

/** What the rules offer on a day never changes: it is reckoned once. */
const kept = new WeakMap<CallRules, Map<string, readonly number[]>>()

function keptOn(rules: CallRules, date: Temporal.PlainDate): readonly number[] {
  const days = kept.get(rules) ?? new Map<string, readonly number[]>()
  kept.set(rules, days)
  const offered = days.get(date.toString()) ?? offeredOn(rules, date)
  if (days.size > mostKept) days.clear()
  days.set(date.toString(), offered)
  return offered
}

/**
 * What the rules alone offer on a day of the studio. A time that a change of clocks leaves out is none, and one that it brings
 * twice is the first of the two; a call begins and ends within one stretch by the studio's clock.
 */
export function offeredOn(rules: CallRules, date: Temporal.PlainDate): number[] {
  return hoursOn(rules, date).flatMap(({ from, to }) => {
    const end = to === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(to)
    const times: number[] = []
    for (
      let start = date.toPlainDateTime(from);
      Temporal.PlainDateTime.compare(start, end) < 0;
      start = start.add({ minutes: rules.minutes })
    ) {
      const exact = start.toZonedDateTime(rules.zone, { disambiguation: 'earlier' })
      const over = exact.add({ minutes: rules.minutes }).toPlainDateTime()
      const isThere = exact.toPlainDateTime().equals(start)
      if (isThere && Temporal.PlainDateTime.compare(over, end) <= 0) times.push(exact.epochMilliseconds)
    }
    return times
  })
}

function hoursOn({ hours, exceptions }: CallRules, date: Temporal.PlainDate): readonly Stretch[] {
  const day = date.toString()
  const exception = exceptions.find(({ from, to = from }) => from <= day && day <= to)
  const weekday = weekdays[date.dayOfWeek - 1]
  return exception?.hours ?? (weekday && hours[weekday]) ?? []
}

function at(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
}
