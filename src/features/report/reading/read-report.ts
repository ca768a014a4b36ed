import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../../../migrations/tables.ts'
import { dayOf } from '../../../lib/text/time-text.ts'
import { readDays, readMarks } from '../counting/counting.repository.ts'
import { type DayNumbers, sumDay } from '../counting/day-numbers.ts'
import { readOpenDay } from '../counting/open-day.ts'
import { addTotals, type Totals, totalsOf } from '../counting/totals.ts'
import { addDay, noDays } from './merge-days.ts'
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
