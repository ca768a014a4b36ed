import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../migrations/tables.ts'
import { type CallKind, type Calls, type TimeRange, weekdays } from '../../platform/content/calls.ts'
import { registeredDomain } from '../../platform/limits/email-limits.ts'
import { timeShares } from '../../platform/limits/limits.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { startOfDay } from '../../platform/text/zones.ts'
import type { Span } from './busy/recurrence.ts'
import type { CallContext } from './call-context.ts'
import { kindOfCall } from './kinds.ts'
import publicProviders from './public-providers.json' with { type: 'json' }
import { findCall, NotBooked, readBusy, readTaken, type Taken } from './store.ts'
import { dateIn } from './times.ts'
import { wallTime } from './visitor-times.ts'

export async function readCalendar(
  db: Db,
  calls: Calls,
  calendarKeys: readonly string[],
  now: number,
): Promise<Calendar> {
  const span = { from: now - dayMs, to: now + (calls.horizonDays + 2) * dayMs }
  return { now, taken: await readTaken(db, span, now), busy: await readBusy(db, calendarKeys) }
}

/** @param movedId the call being moved @returns start times in order, in ms since 1970 */
export async function readFreeTimes(
  { database, calls, calendarKeys, now }: CallContext,
  kind = calls.kinds[0],
  movedId?: string,
): Promise<number[]> {
  return freeTimes(kind, await readCalendar(database.db, calls, calendarKeys, now()), movedId)
}

/** `taken`, with the nearest free times; or `open`, because the mailbox has another upcoming call. */
export type Refused = { outcome: 'taken'; times: number[] } | { outcome: 'open' }

const maxNearest = 5
const maxHorizonMs = 100 * dayMs

export async function ifStillFree<T>(
  context: CallContext,
  { start, id, kind, zone }: { start: number; id?: string; kind?: CallKind; zone?: string | undefined },
  work: () => Promise<T>,
): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotBooked)) throw error
    if (error.because === 'mailbox') return { outcome: 'open' }
    const call = id === undefined ? undefined : await findCall(context.database.db, id)
    const free = await readFreeTimes(context, kind ?? (call && kindOfCall(context.calls, call)), id)
    return { outcome: 'taken', times: nearestTimes(start, free, zone ?? call?.zone ?? context.calls.zone) }
  }
}

/** The nearest times, in order. Whoever asked for a time in the day gets night times only if the day has too few. */
function nearestTimes(start: number, free: readonly number[], zone: string): number[] {
  const distance = (time: number) => Math.abs(time - start)
  // The requested time comes from the visitor, so it could be in any year.
  const asked = distance(free[0] ?? 0) < maxHorizonMs ? start : (free[0] ?? 0)
  const isOtherwise = (time: number) => Number(wallTime(time, zone).isNight !== wallTime(asked, zone).isNight)
  const sorted = free.toSorted((one, other) => isOtherwise(one) - isOtherwise(other) || distance(one) - distance(other))
  return sorted.slice(0, maxNearest).toSorted((one, other) => one - other)
}

export type CallRules = Pick<
  CallKind,
  'zone' | 'minutes' | 'pauseMinutes' | 'noticeHours' | 'horizonDays' | 'mostPerDay' | 'hours' | 'exceptions'
>

export type Calendar = {
  now: number
  /** Calls, each including its pause, and blocked times. */
  taken: readonly Taken[]
  busy: readonly Span[]
}

/**
 * The offered times that aren't taken, in order, in ms since 1970.
 * @param movedId the call being moved: its time isn't taken, but it isn't offered again
 */
export function freeTimes(rules: CallRules, calendar: Calendar, movedId?: string): number[] {
  const moved = calendar.taken.find(({ id }) => id === movedId)
  const others = calendar.taken.filter((call) => call !== moved)
  const spans = [...others.map(({ starts_at, free_at }): Span => [starts_at, free_at]), ...calendar.busy]
  const days = daysFrom(rules, calendar.now)
  const free = days.flatMap((day) => freeOn(rules, day, { ...calendar, taken: others }, spans))
  return free.filter((time) => time !== moved?.starts_at)
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

/** A day in the studio's zone, from midnight to midnight, and its offered times. In ms since 1970. */
type OfferedDay = { begin: number; end: number; times: readonly number[] }

function isWithin(moment: number, { begin, end }: OfferedDay): boolean {
  return begin <= moment && moment < end
}

const cachedDays = new WeakMap<CallRules, OfferedDay[]>()

/** From today to the horizon, computed once a day. */
function daysFrom(rules: CallRules, now: number): OfferedDay[] {
  const cached = cachedDays.get(rules)
  if (cached?.[0] && isWithin(now, cached[0])) return cached
  const today = dateIn(now, rules.zone)
  const startOf = (day: number) => startOfDay(rules.zone, `${today}`, day)
  const days = Array.from({ length: rules.horizonDays + 1 }, (_, i) => {
    return { begin: startOf(i), end: startOf(i + 1), times: offeredOn(rules, today.add({ days: i })) }
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

/** @param start in 5-minute steps, which needn't be an offered time */
export function isInHours(rules: CallRules, start: number): boolean {
  const times = offeredOn({ ...rules, minutes: 5 }, dateIn(start, rules.zone))
  return times.includes(start) && times.includes(start + (rules.minutes - 5) * minuteMs)
}

/** The hours of a day, like `10:00` to `12:30`. Empty on a day off. */
export function hoursOn({ hours, exceptions }: CallRules, date: Temporal.PlainDate): readonly TimeRange[] {
  const day = date.toString()
  const exception = exceptions.find(({ from, to = from }) => from <= day && day <= to)
  const weekday = weekdays[date.dayOfWeek - 1]
  return exception?.hours ?? (weekday && hours[weekday]) ?? []
}

type Candidate = Omit<Taken, 'free_at'>

/** Calls that share a part of the free times. */
type Group = { share: number; has: (call: Candidate) => boolean }

/**
 * Whether a call leaves enough free times to others, of every kind of call. Unverified calls are added up per state,
 * verified calls over the last day, per network, and per mail domain.
 */
export function leavesEnough({ kinds }: Calls, calendar: Calendar, call: Candidate): boolean {
  return kinds.every((kind) => leavesEnoughOf(kind, calendar, call))
}

function leavesEnoughOf(rules: CallRules, calendar: Calendar, call: Candidate): boolean {
  const others = calendar.taken.filter(({ id }) => id !== call.id)
  const taken = { ...call, free_at: call.ends_at + rules.pauseMinutes * minuteMs }
  const left = freeTimes(rules, { ...calendar, taken: [...others, taken] }).length
  return groupsOf(call, calendar.now).every(({ share, has }) => {
    // The first call of a group can always be booked, whatever its share.
    if (call.state === 'booked' && !others.some(has)) return true
    const without = freeTimes(rules, { ...calendar, taken: others.filter((other) => !has(other)) }).length
    return without - left <= without * share
  })
}

function groupsOf(call: Candidate, now: number): Group[] {
  if (call.is_verified === 0) {
    const share = call.state === 'reserved' ? timeShares.reserved : timeShares.unverified
    return [{ share, has: ({ state, is_verified }) => state === call.state && is_verified === 0 }]
  }
  const { everyone, network, domain } = timeShares.verified
  const isVerified = ({ state, is_verified }: Candidate) => state === 'booked' && is_verified === 1
  const ownDomain = domainOf(call)
  const groups: Group[] = [
    { share: everyone, has: (other) => isVerified(other) && other.changed_at > now - dayMs },
    { share: network, has: (other) => isVerified(other) && other.network === call.network },
  ]
  // Their mailboxes belong to many people. Whoever owns another domain has as many as they like.
  if (publicProviders.includes(ownDomain)) return groups
  return [...groups, { share: domain, has: (other) => isVerified(other) && domainOf(other) === ownDomain }]
}

function domainOf({ open_key }: Candidate): string {
  return registeredDomain(open_key ?? '')
}
