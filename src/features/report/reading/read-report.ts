import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { dayOf } from '../../../lib/text/time-text.ts'
import { readDays, readMarks } from '../counting/counting.repository.ts'
import { type DayNumbers, sumDay } from '../counting/day-numbers.ts'
import { readOpenDay } from '../counting/open-day.ts'
import { unpackDay } from '../counting/packed-day.ts'
import { requestSteps } from '../counting/steps.ts'
import type { Day, Report } from './report.ts'
import { sumDays, sumTotals } from './sum-days.ts'

/** @param span days (UTC), both inclusive; today is as it is by now */
export async function readReport(db: Kysely<Tables>, { from, to }: { from: string; to: string }): Promise<Report> {
  const count = daysBetween(from, to).length
  const before = { from: dayAfter(from, -count), to: dayAfter(from, -1) }
  const known = new Map<string, DayNumbers>()
  for (const { day, numbers } of await readDays(db, before.from, to)) known.set(day, unpackDay(numbers))
  const open = await readOpenDay(db)
  if (open !== undefined && open.day >= before.from && open.day <= to)
    known.set(open.day, sumDay(await readMarks(db), open.gaps))
  const within = (first: string, last: string) => daysBetween(first, last).flatMap((day) => known.get(day) ?? [])
  return {
    from,
    to,
    before: { ...before, totals: sumTotals(within(before.from, before.to)) },
    days: daysBetween(from, to).map((day) => dayNumbers(day, known.get(day))),
    ...sumDays(within(from, to)),
  }
}

function dayNumbers(day: string, numbers: DayNumbers | undefined): Day {
  if (numbers === undefined) return { day, visits: null, requests: null, gaps: [] }
  const count = (isMeant: (what: string) => boolean) =>
    numbers.cells.reduce((all, { what, visitors }) => all + (isMeant(what) ? visitors : 0), 0)
  return {
    day,
    visits: count((what) => what === 'visit'),
    requests: count((what) => requestSteps.includes(what)),
    gaps: numbers.gaps,
  }
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

export function dayAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}
