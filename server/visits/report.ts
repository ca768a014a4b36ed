import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../migrations/tables.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { mapFields } from '../../platform/fields.ts'
import { dayMs, formatDay } from '../../platform/text/time-text.ts'
import { startOfDay } from '../../platform/text/zones.ts'
import { readRowsByDay } from './count-rows.ts'
import { type ActionCounts, addDay, type DayNumbers, devices, noDays, type Totals, totalsOf } from './day-numbers.ts'
import { readOpenNumbers } from './open-day.ts'
import { type Done, funnelOf, ranked, shareOf } from './report-funnels.ts'
import { mergedSpeed, quantileOf, speedOf } from './report-speed.ts'
import { vitals } from './speed.ts'
import { funnelNames, leadSteps } from './steps.ts'
import { readDay, readOpenDay } from './store.ts'

export type Report = Awaited<ReturnType<typeof readReport>>

/** A range of days, both inclusive. */
export type Span = { from: string; to: string }

/** Adds up a span's days, including today so far. @param zone the studio's time zone */
export async function readReport(db: Db, { from, to }: Span, zone = studioZone()) {
  const previous = { from: dayAfter(from, -daysIn({ from, to })), to: dayAfter(from, -1) }
  const stored = await readDays(db, [previous, { from, to }], zone)
  const rows = await readRowsByDay(db, stored.starts)
  const days = stored.days.map((day, n) => {
    const all = rows[n] ?? []
    const signUps = all.filter(({ kind }) => kind === 'sign-up').length
    return { ...day, leads: all.length - signUps, signUps }
  })
  const before = days.slice(0, daysIn(previous))
  const current = days.slice(daysIn(previous), -1)
  const [sumBefore, sum] = stored.sums
  const isComparable = countedDays(before) >= countedDays(current)
  // Null if there isn't enough data to compare.
  const previousTotals = isComparable ? totalsOf(sumBefore, addRows(before)) : null
  const totals = totalsOf(sum, addRows(current))
  const { done, devices: byDevice, speed } = sum
  const currentRows = rows.slice(before.length).flat()
  const ofKind = (kind: (typeof currentRows)[number]['kind']) => currentRows.filter((row) => row.kind === kind).length
  return {
    from,
    to,
    previous: { ...previous, totals: previousTotals },
    totals,
    /** Change from the previous period, in percent. */
    changes: changesOf(totals, previousTotals),
    days: current.map(({ zone: _, ...day }) => day),
    /** The latest change of time zone in this period. */
    changedAt: lastChange(days).find(({ day }) => day >= from && day <= to) ?? null,
    /** Leads by kind, even if their visits weren't counted. Excludes spam and suspicious leads. */
    leads: { form: ofKind('contact'), chat: ofKind('consultation'), calls: ofKind('call') },
    /** Page views by bots, which don't count as visits. */
    botViews: done['bots']?.all ?? 0,
    funnels: funnelNames.map((name) => funnelOf(name, done)),
    pages: pagesOf(sum),
    sources: sourcesOf(done),
    devices: devices.map((device) => ({ device, visits: byDevice[device] ?? 0 })).filter(({ visits }) => visits > 0),
    /** The chat's answers, by ID. */
    chatAnswers: withPrefix(done, 'answer:').map(([answer, { all }]) => ({ answer, visitors: all })),
    speed: speedOf(speed),
    /** 75th percentiles across all pages and devices (https://web.dev/articles/vitals). */
    vitals: vitals.map((metric) => ({
      metric,
      measured: quantileOf(metric, mergedSpeed(metric, Object.values(speed)), 3 / 4),
    })),
  }
}

/** Reads the days of two consecutive spans, and the start of the day after them. */
async function readDays(db: Db, spans: readonly [Span, Span], studioZone: string) {
  const sums = [noDays(), noDays()] as const
  const days: StoredDay[] = []
  const open = await readOpenDay(db)
  const { from } = spans[0]
  const { to } = spans[1]
  // Read one day at a time. A whole year would need about 200 MB.
  for (let n = 0; n <= daysIn({ from, to }); n++) {
    // Let the process serve other requests.
    await setImmediate()
    const day = dayAfter(from, n)
    const numbers = day === open?.day ? await readOpenNumbers(db, open) : await readDay(db, day)
    if (numbers && day <= to) addDay(sums[day < spans[1].from ? 0 : 1], numbers)
    const { visit, dropped } = numbers?.done ?? {}
    const later = open !== undefined && day > open.day ? studioZone : undefined
    days.push({
      day,
      visits: numbers ? (visit?.all ?? 0) : null,
      dropped: dropped?.all ?? 0,
      gaps: numbers?.gaps ?? [],
      zone: numbers ? (numbers.zone ?? 'UTC') : later,
    })
  }
  return { sums, days, starts: startsOf(days, studioZone) }
}

/** `visits`: null for a day without data, which has an unknown zone. */
type StoredDay = {
  day: string
  visits: number | null
  dropped: number
  gaps: DayNumbers['gaps']
  zone: string | undefined
}

/** The start of each day. Days without data use the zone of the previous day with data, or else of the next. */
function startsOf(days: readonly StoredDay[], studioZone: string): number[] {
  const [first] = days
  let zone = days.find((day) => day.zone !== undefined)?.zone ?? studioZone
  let last = Number.NEGATIVE_INFINITY
  return days.map((day, n) => {
    zone = day.zone ?? zone
    last = Math.max(last, startOfDay(zone, first?.day ?? '', n))
    return last
  })
}

/** Time zone changes, latest first. */
function lastChange(days: readonly StoredDay[]): { day: string; zone: string }[] {
  const known = days.flatMap(({ day, zone, visits }) => (zone === undefined || visits === null ? [] : [{ day, zone }]))
  return known.filter(({ zone }, n) => n > 0 && known[n - 1]?.zone !== zone).toReversed()
}

function countedDays(days: readonly StoredDay[]): number {
  return days.filter(({ visits }) => visits !== null).length
}

function addRows(days: readonly { leads: number; signUps: number }[]) {
  return {
    leads: days.reduce((sum, { leads }) => sum + leads, 0),
    signUps: days.reduce((sum, { signUps }) => sum + signUps, 0),
  }
}

function changesOf(current: Totals, previous: Totals | null) {
  return mapFields(current, (name, count) => previous && shareOf(count - previous[name], previous[name]))
}

export function daysIn({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

export function dayAfter(day: string, count: number): string {
  return formatDay(new Date(Date.parse(day) + count * dayMs))
}

/** Numbers per page. `entries`: visits that started here. `leads`: visitors who became leads. `readMs`: median time. */
function pagesOf({ done, speed }: DayNumbers) {
  return withPrefix(done, 'page:').map(([page, { all }]) => ({
    page,
    visitors: all,
    entries: done['visit']?.entry[page] ?? 0,
    leads: done[`led:${page}`]?.all ?? 0,
    readMs: quantileOf('read', mergedSpeed('read', [speed[page] ?? {}]), 1 / 2)?.value ?? null,
  }))
}

/** Entries with this prefix, largest first. Removes the prefix. */
function withPrefix(done: Done, prefix: string): [name: string, counts: ActionCounts][] {
  return Object.entries(done)
    .filter(([what]) => what.startsWith(prefix))
    .map(([what, counts]): [string, ActionCounts] => [what.slice(prefix.length), counts])
    .toSorted(([, a], [, b]) => b.all - a.all)
}

function sourcesOf(done: Done) {
  return ranked(done['visit']?.source ?? {}).map(([source, visits]) => ({
    source,
    visits,
    leads: leadSteps.reduce((sum, step) => sum + (done[step]?.source[source] ?? 0), 0),
  }))
}
