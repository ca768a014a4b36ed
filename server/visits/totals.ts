import type { CountedDayRow } from '../../migrations/tables.ts'
import type { DayNumbers } from './day-numbers.ts'
import { requestSteps } from './steps.ts'

/** Visitors are told apart within a day: who comes on two days is two of them. */
export type Totals = {
  visits: number
  /** Pages that were seen, each once by a visitor. */
  pages: number
  /** Requests by form or chat, and booked calls; a visitor with two of them is two. */
  requests: number
  signUps: number
}

export function totalsOf({ done }: Pick<DayNumbers, 'done'>): Totals {
  const of = (what: string) => done[what]?.all ?? 0
  return {
    visits: of('visit'),
    pages: Object.entries(done).reduce((sum, [what, { all }]) => sum + (what.startsWith('page:') ? all : 0), 0),
    requests: requestSteps.reduce((sum, step) => sum + of(step), 0),
    signUps: of('sent:newsletter'),
  }
}

export function addTotals(all: readonly Totals[]): Totals {
  const of = (what: keyof Totals) => all.reduce((sum, each) => sum + each[what], 0)
  return { visits: of('visits'), pages: of('pages'), requests: of('requests'), signUps: of('signUps') }
}

export function toRow(day: string, numbers: DayNumbers): CountedDayRow {
  return { day, totals: JSON.stringify(totalsOf(numbers)), numbers: JSON.stringify(numbers) }
}
