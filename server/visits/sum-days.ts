import type { Device } from '../../migrations/tables.ts'
import { byBucket, type Counts, type DayNumbers, type Done } from './day-numbers.ts'
import { type Origin, type PageNumbers, type PageSpeed, type Report, shareOf, type Way } from './report.ts'
import { bucketValue, type Metric, metrics } from './speed.ts'
import { requestSteps, tookLimits, type WayName, wayNames, ways } from './steps.ts'
import { totalsOf } from './totals.ts'

const mostNamed = 20
const devices = ['phone', 'tablet', 'computer'] as const

type AllDone = DayNumbers['done']

/** What is the same for a day, a week and a year. */
export function sumDays({
  done,
  devices: byDevice,
  speed,
}: DayNumbers): Omit<Report, 'from' | 'to' | 'before' | 'changes' | 'days'> {
  return {
    totals: totalsOf({ done }),
    ways: wayNames.map((name) => wayOf(name, done)),
    pages: pagesOf(done),
    sources: sourcesOf(done),
    devices: devices.map((device) => ({ device, visits: byDevice[device] ?? 0 })).filter(({ visits }) => visits > 0),
    asked: named(done, 'answer:').map(([answer, { all }]) => ({ answer, visitors: all })),
    speed: sumSpeed(speed),
  }
}

function allOf(done: AllDone, what: string): number {
  return done[what]?.all ?? 0
}

/** Those that begin so, by what follows, the most first. */
function named(done: AllDone, prefix: string): [name: string, done: Done][] {
  return Object.entries(done)
    .filter(([what]) => what.startsWith(prefix))
    .map(([what, each]): [string, Done] => [what.slice(prefix.length), each])
    .toSorted(([, one], [, other]) => other.all - one.all)
}

function wayOf(name: WayName, done: AllDone): Way {
  const steps = ways[name]
  return {
    name,
    steps: steps.map((step) => {
      const visitors = allOf(done, step)
      return { step, visitors, share: shareOf(visitors, allOf(done, steps[0])) }
    }),
    tookMinutes: medianOf(done[steps[steps.length - 1] ?? '']?.took ?? []),
    bySource: originsOf('source', steps, done),
    byEntry: originsOf('entry', steps, done),
  }
}

/** The limit below which half of them are. */
function medianOf(took: readonly number[]): number | null {
  const all = took.reduce((sum, count) => sum + (count ?? 0), 0)
  let sum = 0
  const place = tookLimits.findIndex((_, i) => {
    sum += took[i] ?? 0
    return all > 0 && sum * 2 >= all
  })
  return tookLimits[place] ?? null
}

function originsOf(by: 'source' | 'entry', steps: readonly string[], done: AllDone): Origin[] {
  return ranked(done[steps[0] ?? '']?.[by] ?? {})
    .slice(0, mostNamed)
    .map(([name]) => ({
      name,
      visits: done['visit']?.[by][name] ?? 0,
      visitors: steps.map((step) => done[step]?.[by][name] ?? 0),
    }))
}

function pagesOf(done: AllDone): PageNumbers[] {
  return named(done, 'page:').map(([page, { all }]) => ({
    page,
    visitors: all,
    entries: done['visit']?.entry[page] ?? 0,
    requests: allOf(done, `led:${page}`),
  }))
}

function sourcesOf(done: AllDone): Report['sources'] {
  return ranked(done['visit']?.source ?? {}).map(([source, visits]) => ({
    source,
    visits,
    requests: requestSteps.reduce((sum, step) => sum + (done[step]?.source[source] ?? 0), 0),
  }))
}

/** The most first; in the order of their names among equals. */
function ranked(counts: Counts): [name: string, count: number][] {
  return Object.entries(counts).toSorted(([one, many], [other, more]) => more - many || one.localeCompare(other))
}

/** Below, one slow phone decides. */
const fewestViews = 10

/** The pages that are seen most first; those of which too little is known are left out. */
function sumSpeed(speed: DayNumbers['speed']): PageSpeed[] {
  const pages = Object.entries(speed).flatMap(([page, byDevice]) =>
    Object.entries(byDevice).map(([device, byMetric]): PageSpeed => {
      const of = (metric: Metric) => percentileOf(metric, byMetric[metric] ?? {})
      return { page, device: device as Device, lcp: of('lcp'), inp: of('inp'), cls: of('cls') }
    }),
  )
  return pages
    .filter((each) => metrics.some((metric) => each[metric] !== null))
    .toSorted((one, other) => viewsOf(other) - viewsOf(one))
}

function viewsOf({ lcp, cls }: PageSpeed): number {
  return lcp?.views ?? cls?.views ?? 0
}

/** The value that three of four views stay below, as https://web.dev/articles/vitals has it. */
function percentileOf(metric: Metric, counts: Counts | number[]): { value: number; views: number } | null {
  const buckets = Object.entries(byBucket(counts)).map(([bucket, some]) => [Number(bucket), some] as const)
  const views = buckets.reduce((sum, [, some]) => sum + some, 0)
  if (views < fewestViews) return null
  let sum = 0
  const place = buckets
    .toSorted(([one], [other]) => one - other)
    .find(([, some]) => {
      sum += some
      return sum >= views * 0.75
    })
  return place === undefined ? null : { value: bucketValue(metric, place[0]), views }
}
