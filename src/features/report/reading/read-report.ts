import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../../../migrations/tables.ts'
import { dayOf } from '../../../lib/text/time-text.ts'
import { readDays, readMarks } from '../counting/counting.repository.ts'
import { addSpeed, addTo, type Counts, type DayNumbers, emptyDone, sumDay } from '../counting/day-numbers.ts'
import { readOpenDay } from '../counting/open-day.ts'
import { metrics } from '../counting/speed.ts'
import { addTotals, type Totals, totalsOf } from '../counting/totals.ts'
import { type Day, type Report, shareOf } from './report.ts'
import { sumDays } from './sum-days.ts'

/** Days (UTC), both inclusive. */
export type Span = { from: string; to: string }

const dayMs = 86_400_000
const mostDays = 1_100
const day = z.iso.date()

function daysIn({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** @returns why it is no span to report of */
export function spanProblem(span: Span): string | undefined {
  if (![span.from, span.to].every((each) => day.safeParse(each).success)) return 'A day is written like 2026-11-01.'
  const count = daysIn(span)
  return count >= 1 && count <= mostDays ? undefined : `From the first day to the last, at most ${mostDays} days.`
}

/** Today is as it is by now. @param span without a problem */
export async function readReport(db: Kysely<Tables>, { from, to }: Span): Promise<Report> {
  const all = Array.from({ length: daysIn({ from, to }) }, (_, n) => dayAfter(from, n))
  const before = { from: dayAfter(from, -all.length), to: dayAfter(from, -1) }
  const days = new Map<string, Day>()
  const merged = noDays()
  for await (const { day, numbers } of readNumbers(db, { from, to })) {
    addDay(merged, numbers)
    const { visits, requests } = totalsOf(numbers)
    days.set(day, { day, visits, requests, gaps: numbers.gaps })
  }
  const sum = sumDays(merged)
  const former = await readTotals(db, before, days.size)
  const changeOf = (what: keyof Totals) => former && shareOf(sum.totals[what] - former[what], former[what])
  return {
    from,
    to,
    before: { ...before, totals: former },
    changes: {
      visits: changeOf('visits'),
      pages: changeOf('pages'),
      requests: changeOf('requests'),
      signUps: changeOf('signUps'),
    },
    days: all.map((day) => days.get(day) ?? { day, visits: null, requests: null, gaps: [] }),
    ...sum,
  }
}

/** One after the other: a year of them at once would take some 200 MB. */
async function* readNumbers(db: Kysely<Tables>, span: Span): AsyncGenerator<{ day: string; numbers: DayNumbers }> {
  const open = await readOpenDay(db)
  for (const { day, numbers } of await readDays(db, 'numbers', span))
    if (day !== open?.day) yield { day, numbers: JSON.parse(numbers) }
  if (open !== undefined && open.day >= span.from && open.day <= span.to)
    yield { day: open.day, numbers: sumDay(await readMarks(db), open.gaps) }
}

/** @returns null where fewer days are known than there are to compare with */
async function readTotals(db: Kysely<Tables>, span: Span, fewestDays: number): Promise<Totals | null> {
  const days = await readDays(db, 'totals', span)
  return days.length < fewestDays ? null : addTotals(days.map(({ totals }): Totals => JSON.parse(totals)))
}

export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}

export function noDays(): DayNumbers {
  return { done: {}, devices: {}, speed: {}, gaps: [] }
}

/** Adds a day to a sum of days, which has no gaps. */
export function addDay(sum: DayNumbers, day: DayNumbers): void {
  addAll(sum.devices, day.devices)
  mergeDone(sum.done, day.done)
  mergeSpeed(sum.speed, day.speed)
}

function addAll(sum: Counts, more: Counts): void {
  for (const name in more) addTo(sum, name, more[name] ?? 0)
}

function mergeDone(sum: DayNumbers['done'], more: DayNumbers['done']): void {
  for (const [what, done] of Object.entries(more)) {
    sum[what] ??= emptyDone()
    const known = sum[what]
    known.all += done.all
    addAll(known.source, done.source)
    addAll(known.entry, done.entry)
    for (const [place, count] of done.took.entries()) known.took[place] = (known.took[place] ?? 0) + (count ?? 0)
  }
}

function mergeSpeed(sum: DayNumbers['speed'], more: DayNumbers['speed']): void {
  for (const page in more)
    for (const device in more[page])
      for (const metric of metrics) addSpeed(sum, page, device, metric, more[page][device]?.[metric] ?? [])
}
