import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { dayOf } from '../../../lib/text/time-text.ts'
import { readDays, readMarks } from '../counting/counting.repository.ts'
import { type DayNumbers, sumDay } from '../counting/day-numbers.ts'
import { readOpenDay } from '../counting/open-day.ts'
import { addTotals, type Totals, totalsOf } from '../counting/totals.ts'
import { type Day, type Report, shareOf } from './report.ts'
import { sumDays } from './sum-days.ts'

type Span = { from: string; to: string }

/** @param span days (UTC), both inclusive; today is as it is by now */
export async function readReport(db: Kysely<Tables>, { from, to }: Span): Promise<Report> {
  const all = daysBetween(from, to)
  const before = { from: dayAfter(from, -all.length), to: dayAfter(from, -1) }
  const days = await readNumbers(db, { from, to })
  const sum = sumDays([...days.values()])
  const former = await readTotals(db, before)
  const changeOf = (what: keyof Totals) => shareOf(sum.totals[what] - former[what], former[what])
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
    days: all.map((day) => dayNumbers(day, days.get(day))),
    ...sum,
  }
}

async function readNumbers(db: Kysely<Tables>, span: Span): Promise<Map<string, DayNumbers>> {
  const days = new Map<string, DayNumbers>()
  for (const { day, numbers } of await readDays(db, 'numbers', span)) days.set(day, JSON.parse(numbers))
  const open = await readOpenDay(db)
  if (open !== undefined && open.day >= span.from && open.day <= span.to)
    days.set(open.day, sumDay(await readMarks(db), open.gaps))
  return days
}

async function readTotals(db: Kysely<Tables>, span: Span): Promise<Totals> {
  return addTotals((await readDays(db, 'totals', span)).map(({ totals }): Totals => JSON.parse(totals)))
}

function dayNumbers(day: string, numbers: DayNumbers | undefined): Day {
  if (numbers === undefined) return { day, visits: null, requests: null, gaps: [] }
  const { visits, requests } = totalsOf(numbers)
  return { day, visits, requests, gaps: numbers.gaps }
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
