import { Temporal } from 'temporal-polyfill'
import { type Calls, type TimeRange, weekdays } from '../../platform/content/calls.ts'
import type { Span } from './busy/recurrence.ts'
import { dateIn } from './call-time.ts'
import type { Taken } from './store.ts'

export type CallRules = Pick<
  Calls,
  'zone' | 'minutes' | 'pauseMinutes' | 'noticeHours' | 'horizonDays' | 'mostPerDay' | 'hours' | 'exceptions'
>

const minuteMs = 60_000

export type Calendar = {
  now: number
  /** Calls, including the pause after each, and times the owner has blocked. */
  taken: readonly Taken[]
  /** Busy times of the owner's own calendars. */
  busy: readonly Span[]
}

/** @returns the times that the rules offer and nothing takes, in order, in ms since 1970 */
export function freeTimes(rules: CallRules, calendar: Calendar): number[] {
  const spans = spansOf(calendar)
  return daysFrom(rules, calendar.now).flatMap((day) => freeOn(rules, day, calendar, spans))
}

/** Whether a call can start at this time. */
export function isFreeAt(rules: CallRules, start: number, calendar: Calendar): boolean {
  const day = daysFrom(rules, calendar.now).find((each) => isWithin(start, each))
  return day !== undefined && freeOn(rules, day, calendar, spansOf(calendar)).includes(start)
}

/** Share of the free times that unproven calls may take, booked and reserved ones each. */
const unprovenShare = 1 / 4

/** Whether the unproven calls in this call's state, including this one, leave others enough free times. */
export function leavesEnough(rules: CallRules, calendar: Calendar, call: Omit<Taken, 'free_at'>): boolean {
  const others = calendar.taken.filter(({ state, is_proven }) => state !== call.state || is_proven === 1)
  // The first one can always be booked, even if it takes more.
  if (call.state === 'booked' && others.length === calendar.taken.length) return true
  const taken = { ...call, free_at: call.ends_at + rules.pauseMinutes * minuteMs }
  const without = freeTimes(rules, { ...calendar, taken: others }).length
  const left = freeTimes(rules, { ...calendar, taken: [...calendar.taken, taken] }).length
  return without - left <= without * unprovenShare
}

function spansOf({ taken, busy }: Calendar): Span[] {
  return [...taken.map(({ starts_at, free_at }): Span => [starts_at, free_at]), ...busy]
}

function freeOn(rules: CallRules, day: OfferedDay, { now, taken }: Calendar, spans: readonly Span[]): number[] {
  const earliest = now + rules.noticeHours * 60 * minuteMs
  const calls = taken.filter(({ state, starts_at }) => state !== 'blocked' && isWithin(starts_at, day))
  if (calls.length >= rules.mostPerDay) return []
  const takenMs = (rules.minutes + rules.pauseMinutes) * minuteMs
  const conflicts = spans.filter((span) => overlaps(span, day.begin, day.end + takenMs))
  return day.times.filter(
    (start) => start >= earliest && !conflicts.some((span) => overlaps(span, start, start + takenMs)),
  )
}

function overlaps(span: Span, from: number, to: number): boolean {
  return span[0] < to && from < span[1]
}

/** A day in the studio's zone, from midnight to midnight, with the times that the rules offer. In ms since 1970. */
type OfferedDay = { begin: number; end: number; times: readonly number[] }

function isWithin(moment: number, { begin, end }: OfferedDay): boolean {
  return begin <= moment && moment < end
}

const cachedDays = new WeakMap<CallRules, OfferedDay[]>()

/** The days from today to the horizon, computed once a day. */
function daysFrom(rules: CallRules, now: number): OfferedDay[] {
  const cached = cachedDays.get(rules)
  if (cached?.[0] && isWithin(now, cached[0])) return cached
  const today = dateIn(now, rules.zone)
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(rules.zone).epochMilliseconds
  const days = Array.from({ length: rules.horizonDays + 1 }, (_, i) => {
    const date = today.add({ days: i })
    return { begin: startOf(date), end: startOf(date.add({ days: 1 })), times: offeredOn(rules, date) }
  })
  cachedDays.set(rules, days)
  return days
}

/**
 * The times that the rules offer on a day, in ms since 1970. When clocks change, a skipped time is left out, and a
 * repeated one is offered once, at its first moment. A call starts and ends within one stretch of hours.
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
      const callEnd = exact.add({ minutes: rules.minutes }).toPlainDateTime()
      const exists = exact.toPlainDateTime().equals(start)
      if (exists && Temporal.PlainDateTime.compare(callEnd, end) <= 0) times.push(exact.epochMilliseconds)
    }
    return times
  })
}

function hoursOn({ hours, exceptions }: CallRules, date: Temporal.PlainDate): readonly TimeRange[] {
  const day = date.toString()
  const exception = exceptions.find(({ from, to = from }) => from <= day && day <= to)
  const weekday = weekdays[date.dayOfWeek - 1]
  return exception?.hours ?? (weekday && hours[weekday]) ?? []
}
