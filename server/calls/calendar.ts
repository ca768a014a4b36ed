import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../migrations/tables.ts'
import { type TimeRange, weekdays } from '../../platform/content/call-rules.ts'
import type { CallKind, Calls } from '../../platform/content/calls.ts'
import { registeredDomain } from '../../platform/limits/email-limits.ts'
import { timeShares } from '../../platform/limits/limits.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { startOfDay } from '../../platform/text/zones.ts'
import type { Span } from './busy/recurrence.ts'
import type { CallContext } from './call-context.ts'
import { wallTime } from './date-formats.ts'
import { kindOfCall } from './kinds.ts'
import publicProviders from './public-providers.json' with { type: 'json' }
import { findCall, listOccupied, NotBooked, type OccupiedTime, readBusy } from './store.ts'
import { dateIn } from './times.ts'

/** Reads the calls, blocks, and busy times from now to the horizon. */
export async function readCalendar(
  db: Db,
  calls: Calls,
  calendarKeys: readonly string[],
  now: number,
): Promise<Calendar> {
  const span = { from: now - dayMs, to: now + (calls.horizonDays + 2) * dayMs }
  return { now, occupied: await listOccupied(db, span, now), busy: await readBusy(db, calendarKeys) }
}

/** Reads the free start times, in order (epoch ms). @param movedId the call being moved */
export async function readFreeTimes(
  { database, calls, calendarKeys, now }: CallContext,
  kind = calls.kinds[0],
  movedId?: string,
): Promise<number[]> {
  return freeTimes(kind, await readCalendar(database.db, calls, calendarKeys, now()), movedId)
}

/** `times`: the nearest free times. `alreadyBooked`: the mailbox has another upcoming call. */
export type Refused = { outcome: 'taken'; times: number[] } | { outcome: 'alreadyBooked' }

/** Number of free times to offer instead of a taken time. */
const maxNearest = 5
/** Exceeds the longest `horizonDays`. */
const maxHorizonMs = 100 * dayMs

/** Runs a change. If it throws NotBooked, returns the reason. For a taken time, includes the nearest free times. */
export async function withNearestTimes<T>(
  context: CallContext,
  { start, id, kind, zone }: { start: number; id?: string; kind?: CallKind; zone?: string | undefined },
  change: () => Promise<T>,
): Promise<T | Refused> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof NotBooked)) throw error
    if (error.reason === 'alreadyBooked') return { outcome: 'alreadyBooked' }
    const { calls, database } = context
    const call = id === undefined ? undefined : await findCall(database.db, id)
    const free = await readFreeTimes(context, kind ?? (call && kindOfCall(calls, call)), id)
    return { outcome: 'taken', times: nearestTimes(start, free, zone ?? call?.zone ?? calls.zone) }
  }
}

/** Returns the nearest times in order. A daytime request gets night times only if too few daytimes are free, and vice versa. */
function nearestTimes(start: number, free: readonly number[], zone: string): number[] {
  const distance = (time: number) => Math.abs(time - start)
  const [firstFree = 0] = free
  // The visitor's browser sent this time, so it could be in any year.
  const requested = distance(firstFree) < maxHorizonMs ? start : firstFree
  const { isNight } = wallTime(requested, zone)
  const mismatch = (time: number) => (wallTime(time, zone).isNight === isNight ? 0 : 1)
  const sorted = free.toSorted((a, b) => mismatch(a) - mismatch(b) || distance(a) - distance(b))
  return sorted.slice(0, maxNearest).toSorted((a, b) => a - b)
}

export type CallRules = Pick<
  CallKind,
  'zone' | 'minutes' | 'pauseMinutes' | 'noticeHours' | 'horizonDays' | 'mostPerDay' | 'hours' | 'exceptions'
>

export type Calendar = {
  now: number
  /** Calls with the pauses after them, and blocked times. */
  occupied: readonly OccupiedTime[]
  busy: readonly Span[]
}

/**
 * Lists the offered times that are free, in order (epoch ms).
 * @param movedId the call being moved. Its time counts as free but isn't offered.
 */
export function freeTimes(rules: CallRules, calendar: Calendar, movedId?: string): number[] {
  const moved = calendar.occupied.find(({ id }) => id === movedId)
  const others = calendar.occupied.filter((call) => call !== moved)
  const spans = [...others.map(({ starts_at, free_at }): Span => [starts_at, free_at]), ...calendar.busy]
  const days = daysFrom(rules, calendar.now)
  const free = days.flatMap((day) => freeTimesOn(rules, day, { ...calendar, occupied: others }, spans))
  return free.filter((time) => time !== moved?.starts_at)
}

function freeTimesOn(rules: CallRules, day: OfferedDay, { now, occupied }: Calendar, spans: readonly Span[]): number[] {
  const earliest = now + rules.noticeHours * 60 * minuteMs
  const calls = occupied.filter(({ state, starts_at }) => state !== 'blocked' && isWithin(starts_at, day))
  if (calls.length >= rules.mostPerDay) return []
  const neededMs = (rules.minutes + rules.pauseMinutes) * minuteMs
  const conflicts = spans.filter((span) => overlaps(span, day.begin, day.end + neededMs))
  return day.times.filter(
    (start) => start >= earliest && !conflicts.some((span) => overlaps(span, start, start + neededMs)),
  )
}

function overlaps(span: Span, from: number, to: number): boolean {
  return span[0] < to && from < span[1]
}

/** A day in the studio's zone, from midnight to midnight, with its offered times (epoch ms). */
type OfferedDay = { begin: number; end: number; times: readonly number[] }

function isWithin(moment: number, { begin, end }: OfferedDay): boolean {
  return begin <= moment && moment < end
}

const cachedDays = new WeakMap<CallRules, OfferedDay[]>()

/** Lists the days from today to the horizon. Computed once a day. */
function daysFrom(rules: CallRules, now: number): OfferedDay[] {
  const cached = cachedDays.get(rules)
  if (cached?.[0] && isWithin(now, cached[0])) return cached
  const today = dateIn(now, rules.zone)
  const startOf = (day: number) => startOfDay(rules.zone, `${today}`, day)
  const days = Array.from({ length: rules.horizonDays + 1 }, (_, i) => {
    return { begin: startOf(i), end: startOf(i + 1), times: timesOffered(rules, today.add({ days: i })) }
  })
  cachedDays.set(rules, days)
  return days
}

/**
 * Lists the times the rules offer on a day (epoch ms). Each call fits within one range of hours. When clocks change,
 * skipped times are left out, and repeated times are offered only the first time around.
 */
export function timesOffered(rules: CallRules, date: Temporal.PlainDate): number[] {
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

/** Whether a call is within the hours. @param start in 5-minute steps, not necessarily an offered time */
export function isInHours(rules: CallRules, start: number): boolean {
  const times = timesOffered({ ...rules, minutes: 5 }, dateIn(start, rules.zone))
  return times.includes(start) && times.includes(start + (rules.minutes - 5) * minuteMs)
}

/** The hours of a day, like `10:00` to `12:30`. Empty on a day off. */
export function hoursOn({ hours, exceptions }: CallRules, date: Temporal.PlainDate): readonly TimeRange[] {
  const day = date.toString()
  const exception = exceptions.find(({ from, to = from }) => from <= day && day <= to)
  const weekday = weekdays[date.dayOfWeek - 1]
  return exception?.hours ?? (weekday && hours[weekday]) ?? []
}

type Candidate = Omit<OccupiedTime, 'free_at'>

/** Calls that together can use up to `maxShare` of the free times. */
type Group = { maxShare: number; includes: (call: Candidate) => boolean }

/**
 * Whether a call leaves others enough free times, for every kind of call. Unverified calls are grouped by state.
 * Verified calls are grouped by the last day, network, and email domain.
 */
export function leavesEnoughFree({ kinds }: Calls, calendar: Calendar, call: Candidate): boolean {
  return kinds.every((kind) => leavesEnoughFreeOfKind(kind, calendar, call))
}

function leavesEnoughFreeOfKind(rules: CallRules, calendar: Calendar, call: Candidate): boolean {
  const others = calendar.occupied.filter(({ id }) => id !== call.id)
  const booked = { ...call, free_at: call.ends_at + rules.pauseMinutes * minuteMs }
  const freeAfter = freeTimes(rules, { ...calendar, occupied: [...others, booked] }).length
  return groupsOf(call, calendar.now).every(({ maxShare, includes }) => {
    // A group can always book its first call.
    if (call.state === 'booked' && !others.some(includes)) return true
    const ungrouped = others.filter((call) => !includes(call))
    const freeWithoutGroup = freeTimes(rules, { ...calendar, occupied: ungrouped }).length
    return freeWithoutGroup - freeAfter <= freeWithoutGroup * maxShare
  })
}

function groupsOf(call: Candidate, now: number): Group[] {
  if (call.is_verified === 0) {
    const maxShare = call.state === 'reserved' ? timeShares.reserved : timeShares.unverified
    return [{ maxShare, includes: ({ state, is_verified }) => state === call.state && is_verified === 0 }]
  }
  const { everyone, network, domain } = timeShares.verified
  const isVerified = ({ state, is_verified }: Candidate) => state === 'booked' && is_verified === 1
  const ownDomain = domainOf(call)
  const groups: Group[] = [
    { maxShare: everyone, includes: (each) => isVerified(each) && each.changed_at > now - dayMs },
    { maxShare: network, includes: (each) => isVerified(each) && each.network === call.network },
  ]
  // Anyone can have a mailbox at a public provider. The owner of any other domain can create unlimited mailboxes.
  if (publicProviders.includes(ownDomain)) return groups
  return [...groups, { maxShare: domain, includes: (each) => isVerified(each) && domainOf(each) === ownDomain }]
}

function domainOf({ open_key }: Candidate): string {
  return registeredDomain(open_key ?? '')
}
