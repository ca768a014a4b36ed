import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../migrations/tables.ts'
import { type CallKind, type Calls, type TimeRange, weekdays } from '../../platform/content/calls.ts'
import { registeredDomain } from '../../platform/limits/email-limits.ts'
import { timeShares } from '../../platform/limits/limits.ts'
import { dayMs, minuteMs } from '../../platform/text/time-text.ts'
import { startOfDay } from '../../platform/text/zones.ts'
import type { LeadDeps } from '../leads/accept-lead.ts'
import type { Span } from './busy/recurrence.ts'
import { kindOfCall } from './kinds.ts'
import publicProviders from './public-providers.json' with { type: 'json' }
import { findCall, listOccupied, NotBooked, type OccupiedTime, readBusy } from './store.ts'
import { dateIn } from './times.ts'
import { wallTime } from './visitor-times.ts'

/** The context of a studio that offers calls. */
export type CallContext = LeadDeps & {
  calls: Calls
  siteUrl: string
  /** How long a call stays reserved without confirmation. */
  reserveMinutes: number
  /** Database keys of the owner's own calendars. */
  calendarKeys: readonly string[]
}

export async function readCalendar(
  db: Db,
  calls: Calls,
  calendarKeys: readonly string[],
  now: number,
): Promise<Calendar> {
  const span = { from: now - dayMs, to: now + (calls.horizonDays + 2) * dayMs }
  return { now, occupied: await listOccupied(db, span, now), busy: await readBusy(db, calendarKeys) }
}

/** @param movedId the call being moved @returns start times in order, in ms since 1970 */
export async function readFreeTimes(
  { database, calls, calendarKeys, now }: CallContext,
  kind = calls.kinds[0],
  movedId?: string,
): Promise<number[]> {
  return freeTimes(kind, await readCalendar(database.db, calls, calendarKeys, now()), movedId)
}

/** Either the time is `taken` (`times` are the nearest free times), or the mailbox already has an upcoming call. */
export type Refused = { outcome: 'taken'; times: number[] } | { outcome: 'alreadyBooked' }

const maxNearest = 5
const maxHorizonMs = 100 * dayMs

export async function withNearestTimes<T>(
  context: CallContext,
  { start, id, kind, zone }: { start: number; id?: string; kind?: CallKind; zone?: string | undefined },
  work: () => Promise<T>,
): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotBooked)) throw error
    if (error.reason === 'alreadyBooked') return { outcome: 'alreadyBooked' }
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
  const sorted = free.toSorted((a, b) => isOtherwise(a) - isOtherwise(b) || distance(a) - distance(b))
  return sorted.slice(0, maxNearest).toSorted((a, b) => a - b)
}

export type CallRules = Pick<
  CallKind,
  'zone' | 'minutes' | 'pauseMinutes' | 'noticeHours' | 'horizonDays' | 'mostPerDay' | 'hours' | 'exceptions'
>

export type Calendar = {
  now: number
  /** Calls, each including its pause, and blocked times. */
  occupied: readonly OccupiedTime[]
  busy: readonly Span[]
}

/**
 * The offered times that aren't taken, in order, in ms since 1970.
 * @param movedId the call being moved: its time isn't taken, but it isn't offered again
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
    return { begin: startOf(i), end: startOf(i + 1), times: timesOffered(rules, today.add({ days: i })) }
  })
  cachedDays.set(rules, days)
  return days
}

/**
 * The times that the rules offer on a day, in ms since 1970. When clocks change, a skipped time is left out, and a
 * repeated one is offered once, at its first moment. A call starts and ends within one stretch of hours.
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

/** @param start in 5-minute steps, which needn't be an offered time */
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

/** Calls that share a part of the free times. */
type Group = { maxShare: number; includes: (call: Candidate) => boolean }

/**
 * Whether a call leaves enough free times to others, of every kind of call. Unverified calls are added up per state,
 * verified calls over the last day, per network, and per mail domain.
 */
export function leavesEnoughFree({ kinds }: Calls, calendar: Calendar, call: Candidate): boolean {
  return kinds.every((kind) => leavesEnoughFreeOfKind(kind, calendar, call))
}

function leavesEnoughFreeOfKind(rules: CallRules, calendar: Calendar, call: Candidate): boolean {
  const others = calendar.occupied.filter(({ id }) => id !== call.id)
  const booked = { ...call, free_at: call.ends_at + rules.pauseMinutes * minuteMs }
  const freeAfter = freeTimes(rules, { ...calendar, occupied: [...others, booked] }).length
  return groupsOf(call, calendar.now).every(({ maxShare, includes }) => {
    // The first call of a group can always be booked, whatever its share.
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
  // Their mailboxes belong to many people. Whoever owns another domain has as many as they like.
  if (publicProviders.includes(ownDomain)) return groups
  return [...groups, { maxShare: domain, includes: (each) => isVerified(each) && domainOf(each) === ownDomain }]
}

function domainOf({ open_key }: Candidate): string {
  return registeredDomain(open_key ?? '')
}
