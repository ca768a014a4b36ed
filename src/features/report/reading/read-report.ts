import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { dayOf } from '../../../lib/text/time-text.ts'
import { readDays, readMarks } from '../counting/counting.repository.ts'
import { type DayNumbers, sumDay } from '../counting/day-numbers.ts'
import { readOpenDay } from '../counting/open-day.ts'
import { addTotals, type Totals, totalsOf } from '../counting/totals.ts'
import { addDay, noDays } from './merge-days.ts'
import { type Day, type Report, shareOf } from './report.ts'
import { sumDays } from './sum-days.ts'

type Span = { from: string; to: string }

/** @param span days (UTC), both inclusive; today is as it is by now */
export async function readReport(db: Kysely<Tables>, { from, to }: Span): Promise<Report> {
  const all = daysBetween(from, to)
  const before = { from: dayAfter(from, -all.length), to: dayAfter(from, -1) }
  const days = new Map<string, Day>()
  const merged = noDays()
  for await (const { day, numbers } of readNumbers(db, { from, to })) {
    addDay(merged, numbers)
    const { visits, requests } = totalsOf(numbers)
    days.set(day, { day, visits, requests, gaps: numbers.gaps })
  }
  const sum = sumDays(merged)
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

async function readTotals(db: Kysely<Tables>, span: Span): Promise<Totals> {
  return addTotals((await readDays(db, 'totals', span)).map(({ totals }): Totals => JSON.parse(totals)))
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
