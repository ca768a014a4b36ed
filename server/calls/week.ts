import type { Temporal } from 'temporal-polyfill'
import { type CallDeps, hoursOn, readFreeTimes } from './calendar.ts'
import { weekFrom } from './call-time.ts'
import { listCalendars, listCalls, readBusyEvents, readContacts } from './store.ts'

/** Reads everything on the calendar for seven days from a date. Times are in ms since 1970. */
export async function readWeek(deps: CallDeps, day: Temporal.PlainDate) {
  const { calls: rules, calendarKeys, now } = deps
  const { db } = deps.database
  const starts = weekFrom(day, rules.zone)
  const times = { from: starts[0] ?? 0, to: starts.at(-1) ?? 0 }
  const isWithin = (time: number) => time >= times.from && time < times.to
  const listed = (await listCalls(db, times.from, times.to)).filter(
    ({ state, reserved_until }) => state !== 'cancelled' && (reserved_until === null || reserved_until > now()),
  )
  const ids = listed.map(({ id }) => id)
  const { earlier, reminders } = await readContacts(db, ids)
  const synced = await listCalendars(db, calendarKeys)
  return {
    zone: rules.zone,
    minutes: rules.minutes,
    week: day.toString(),
    starts,
    hours: Array.from({ length: 7 }, (_, i) => hoursOn(rules, day.add({ days: i }))),
    joinUrl: joinUrlIn(rules),
    calls: listed.map(({ id, state, starts_at, ends_at, zone, name, email, project, note, ...call }) => ({
      ...{ id, state, starts_at, ends_at, zone, name, email, about: project, note: note ?? '' },
      ...{ booked_at: call.created_at, booked_by: call.booked_by, reserved_until: call.reserved_until },
      /** Number of earlier leads from the same person. */
      earlierLeads: earlier.get(id) ?? 0,
      reminders: reminders.filter(({ call }) => call === id).map(({ state, at }) => ({ state, at })),
    })),
    busy: (await readBusyEvents(db, calendarKeys, times)).map(([from, to, title]) => ({ from, to, title })),
    free: (await readFreeTimes(deps)).filter(isWithin),
    /** When each of the owner's calendars was last read; null before its first sync. */
    synced: calendarKeys.map((key) => synced.find((each) => each.key === key)?.synced_at ?? null),
  }
}

/** The first URL in content/calls.yaml's `how`. */
export function joinUrlIn({ how }: { how: string }): string | null {
  return /https?:\/\/[^\s<>"]+/.exec(how)?.[0] ?? null
}
