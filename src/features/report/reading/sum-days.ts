import type { Cell, DayNumbers } from '../counting/day-numbers.ts'
import { devices } from '../counting/packed-day.ts'
import { requestSteps, tookLimits, type WayName, wayNames, ways } from '../counting/steps.ts'
import type { Origin, PageNumbers, Report, Totals, Way } from './report.ts'
import { sumSpeed } from './sum-speed.ts'
import { addTo, ranked, type Tally } from './tally.ts'

const mostNamed = 20

/** What is the same for a day, a week and a year. */
export function sumDays(days: readonly DayNumbers[]): Omit<Report, 'from' | 'to' | 'before' | 'days'> {
  const sums = new Map<string, Sum>()
  for (const { cells } of days) for (const cell of cells) addCell(sums, cell)
  return {
    totals: totalsOf(sums),
    ways: wayNames.map((name) => wayOf(name, sums)),
    pages: pagesOf(sums),
    sources: sourcesOf(sums),
    devices: devices
      .map((device) => ({ device, visits: sums.get('visit')?.byDevice.get(device) ?? 0 }))
      .filter(({ visits }) => visits > 0),
    asked: named(sums, 'answer:').map(([answer, { visitors }]) => ({ answer, visitors })),
    speed: sumSpeed(days.flatMap(({ speed }) => speed)),
  }
}

/** Of all who did one thing. @property took how many, by place in `tookLimits` */
type Sum = { visitors: number; bySource: Tally; byEntry: Tally; byDevice: Tally; took: number[] }

function addCell(sums: Map<string, Sum>, { what, source, entry, device, took, visitors }: Cell): void {
  const sum = sums.get(what) ?? { visitors: 0, bySource: new Map(), byEntry: new Map(), byDevice: new Map(), took: [] }
  sums.set(what, sum)
  sum.visitors += visitors
  addTo(sum.bySource, source, visitors)
  addTo(sum.byEntry, entry, visitors)
  addTo(sum.byDevice, device, visitors)
  if (took >= 0) sum.took[took] = (sum.took[took] ?? 0) + visitors
}

function visitorsOf(sums: ReadonlyMap<string, Sum>, what: string): number {
  return sums.get(what)?.visitors ?? 0
}

/** Those that begin so, by what follows, the most first. */
function named(sums: ReadonlyMap<string, Sum>, prefix: string): [name: string, sum: Sum][] {
  return [...sums]
    .filter(([what]) => what.startsWith(prefix))
    .map(([what, sum]): [string, Sum] => [what.slice(prefix.length), sum])
    .toSorted(([, one], [, other]) => other.visitors - one.visitors)
}

/** Whoever sent two requests in two ways is two of `requests`. */
function totalsOf(sums: ReadonlyMap<string, Sum>): Totals {
  return {
    visits: visitorsOf(sums, 'visit'),
    pages: named(sums, 'page:').reduce((all, [, { visitors }]) => all + visitors, 0),
    requests: requestSteps.reduce((all, step) => all + visitorsOf(sums, step), 0),
    signUps: visitorsOf(sums, 'sent:newsletter'),
  }
}

/** Without what else is told of them: a comparison needs no more. */
export function sumTotals(days: readonly DayNumbers[]): Totals {
  const sums = new Map<string, Sum>()
  for (const { cells } of days) for (const cell of cells) addCell(sums, cell)
  return totalsOf(sums)
}

function wayOf(name: WayName, sums: ReadonlyMap<string, Sum>): Way {
  const steps = ways[name]
  const took = sums.get(steps[steps.length - 1] ?? '')?.took ?? []
  return {
    name,
    steps: steps.map((step) => ({ step, visitors: visitorsOf(sums, step) })),
    tookMinutes: medianOf(took),
    bySource: originsOf('bySource', steps, sums),
    byEntry: originsOf('byEntry', steps, sums),
  }
}

/** The limit below which half of them are. */
function medianOf(took: readonly (number | undefined)[]): number | null {
  const all = took.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  let sum = 0
  const place = tookLimits.findIndex((_, i) => {
    sum += took[i] ?? 0
    return all > 0 && sum * 2 >= all
  })
  return tookLimits[place] ?? null
}

function originsOf(by: 'bySource' | 'byEntry', steps: readonly string[], sums: ReadonlyMap<string, Sum>): Origin[] {
  const first = sums.get(steps[0] ?? '')
  return ranked(first?.[by] ?? new Map())
    .slice(0, mostNamed)
    .map(([name]) => ({
      name,
      visits: sums.get('visit')?.[by].get(name) ?? 0,
      visitors: steps.map((step) => sums.get(step)?.[by].get(name) ?? 0),
    }))
}

function pagesOf(sums: ReadonlyMap<string, Sum>): PageNumbers[] {
  const entries = sums.get('visit')?.byEntry
  return named(sums, 'page:').map(([page, { visitors }]) => ({
    page,
    visitors,
    entries: entries?.get(page) ?? 0,
    requests: visitorsOf(sums, `led:${page}`),
  }))
}

function sourcesOf(sums: ReadonlyMap<string, Sum>): Report['sources'] {
  return ranked(sums.get('visit')?.bySource ?? new Map()).map(([source, visits]) => ({
    source,
    visits,
    requests: requestSteps.reduce((all, step) => all + (sums.get(step)?.bySource.get(source) ?? 0), 0),
  }))
}
