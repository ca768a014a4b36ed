import type { Temporal } from 'temporal-polyfill'
import { type Calls, kindNameOf, kindOf } from '../../platform/content/calls.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import { detailsOf, readAnswers } from '../leads/lead-record.ts'
import { freeTimes, hoursOn, readCalendar } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { joinUrlOf } from './kinds.ts'
import { type ListedCall, listCalendars, listCalls, readBusyEvents, readContacts } from './store.ts'
import { clock, formatInstant, longDate, weekFrom } from './times.ts'

/** Reads a week of the calendar, starting on a date. Times are in epoch ms. */
export async function readWeek(context: CallContext, day: Temporal.PlainDate) {
  const { calls: rules, calendarKeys } = context
  const { kinds, zone } = rules
  const { db } = context.database
  const now = context.now()
  const starts = weekFrom(day, zone)
  const times = { from: starts[0] ?? 0, to: starts.at(-1) ?? 0 }
  const calls = (await listCalls(db, times.from, times.to)).filter(({ state, reserved_until }) => {
    return state !== 'cancelled' && (reserved_until === null || reserved_until > now)
  })
  const contacts = await readContacts(
    db,
    calls.map(({ id }) => id),
  )
  const busy = await readBusyEvents(db, calendarKeys, times)
  const synced = await listCalendars(db, calendarKeys)
  const calendar = await readCalendar(db, rules, calendarKeys, now)
  const free = kinds
    .flatMap((kind) => freeTimes(kind, calendar))
    .filter((time) => time >= times.from && time < times.to)
  return {
    zone,
    minutes: Math.min(...kinds.map(({ minutes }) => minutes)),
    kinds: kinds.map(({ id, name }) => ({ id, name })),
    week: day.toString(),
    starts,
    hours: Array.from({ length: 7 }, (_, i) => kinds.flatMap((kind) => hoursOn(kind, day.add({ days: i })))),
    calls: calls.map((call) => ({
      ...callOfWeek(call, rules),
      /** Number of earlier leads from the same person. */
      earlierLeads: contacts.earlier.get(call.id) ?? 0,
      reminders: contacts.reminders.filter((each) => each.call === call.id).map(({ state, at }) => ({ state, at })),
    })),
    busy: busy.map(([from, to, title]) => ({ from, to, title })),
    free: [...new Set(free)].toSorted((a, b) => a - b),
    /** The last sync of each of the owner's calendars, or null before the first sync. */
    synced: calendarKeys.map((key) => synced.find((each) => each.key === key)?.synced_at ?? null),
  }
}

function callOfWeek(call: ListedCall, rules: Calls) {
  const { id, state, starts_at, ends_at, zone, name, email, project, note, booked_by, reserved_until } = call
  /** The kind of call, the number to call, and answers to the owner's questions. */
  const details = [['Kind', kindNameOf(rules, call.kind)] as const, ...detailsOf({ ...call, kind: 'call' })]
  return {
    ...{ id, state, starts_at, ends_at, zone, name, email, booked_by, reserved_until },
    about: project,
    note: note ?? '',
    booked_at: call.created_at,
    joinUrl: joinUrlOf(kindOf(rules, call.kind).where),
    details: details.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
  }
}

/** The owner's language. */
export const lang = 'en'

/** A call in the commands' output. The field names are part of the public contract. */
export function toRecord(call: ListedCall, ownZone: string) {
  const { id, kind, starts_at, ends_at, zone, name, email, state, project, phone, note } = call
  const minutes = (ends_at - starts_at) / minuteMs
  const start = formatInstant(starts_at, ownZone)
  const answers = Object.fromEntries(readAnswers(call))
  const about = project
  return { reference: id, start, minutes, zone, name, email, state, about, note: note ?? '', kind, phone, answers }
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
