import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../migrations/tables.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { readDay, readDayTotals } from './counting.repository.ts'
import { addDay, noDays } from './day-numbers.ts'
import { readOpenDay, readOpenNumbers } from './open-day.ts'
import { type Day, type Report, shareOf } from './report.ts'
import { sumDays } from './sum-days.ts'
import { addTotals, type Totals, totalsOf } from './totals.ts'

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
  const open = await readOpenDay(db)
  // One after the other: a year of them at once would take some 200 MB. Others are answered in between.
  for (const day of all) {
    await setImmediate()
    const numbers = day === open?.day ? await readOpenNumbers(db, open) : await readDay(db, day)
    if (numbers === undefined) continue
    addDay(merged, numbers)
    const { visits, requests } = totalsOf(numbers)
    days.set(day, { day, visits, requests, dropped: numbers.done['dropped']?.all ?? 0, gaps: numbers.gaps })
  }
  const sum = sumDays(merged)
  const former = await readTotals(db, before, days.size)
  const of = (what: keyof Totals) => former && shareOf(sum.totals[what] - former[what], former[what])
  return {
    from,
    to,
    before: { ...before, totals: former },
    changes: { visits: of('visits'), pages: of('pages'), requests: of('requests'), signUps: of('signUps') },
    days: all.map((day) => days.get(day) ?? { day, visits: null, requests: null, dropped: 0, gaps: [] }),
    ...sum,
  }
}

/** @returns null where fewer days are known than there are to compare with */
async function readTotals(db: Kysely<Tables>, span: Span, fewestDays: number): Promise<Totals | null> {
  const days = await readDayTotals(db, span)
  return days.length < fewestDays ? null : addTotals(days.map((totals): Totals => JSON.parse(totals)))
}

export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}
