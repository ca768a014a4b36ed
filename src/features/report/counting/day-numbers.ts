import type { Device, VisitMarkRow } from '../../../../migrations/tables.ts'
import { direct } from './source.ts'
import { bucketOf, type Metric, metrics, type Speed } from './speed.ts'
import { isStep, requestSteps, timedSteps, tookOf, withStepsBefore } from './steps.ts'

/** Visitors by name. */
export type Counts = Record<string, number>

/** All who did one thing; of a step also how they came, and how many took how long, by place in `tookLimits`. */
export type Done = { all: number; source: Counts; entry: Counts; took: number[] }

/** From and to when nothing was counted, in ms since 1970. */
export type Gap = readonly [from: number, to: number]

/** A day, or several. As it is kept: JSON. */
export type DayNumbers = {
  /** By step, `page:` with its path, `answer:` with its id, `led:` with a page that was seen before a request was sent. */
  done: Record<string, Done>
  devices: Counts
  /** By page, device and metric: how many views were how fast, as bucket and views in turn. */
  speed: Record<string, Record<string, Partial<Record<Metric, number[]>>>>
  gaps: Gap[]
}

/** Beyond, strangers would fill a day with names that they make up. */
const mostSources = 100
const otherSources = 'others'

const isPage = ({ what }: VisitMarkRow) => what.startsWith('page:')

/** Who has seen no page is no visitor: a program that sends a form, or a mailbox's robot that opens a link. */
export function sumDay(marks: readonly VisitMarkRow[], gaps: readonly Gap[]): DayNumbers {
  const visits = [...Map.groupBy(marks, ({ visitor }) => visitor).values()].filter((own) => own.some(isPage))
  const kept = keptSources(visits)
  const day: DayNumbers = { done: {}, devices: {}, speed: sumSpeed(visits.flat()), gaps: [...gaps] }
  for (const own of visits) {
    const first = firstPage(own)
    const source = kept.has(sourceOf(first)) ? sourceOf(first) : otherSources
    addTo(day.devices, first.device, 1)
    for (const what of thingsDone(own))
      addDone(day.done, what, { source, entry: pathOf(first), took: tookFor(what, own, first.at) })
  }
  return day
}

export function emptyDone(): Done {
  return { all: 0, source: {}, entry: {}, took: [] }
}

export function addTo(counts: Counts, name: string, count: number): void {
  // A name that every object has, `constructor` for one, is a stranger's, too.
  counts[name] = (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0) + count
}

type Came = { source: string; entry: string; took: number | undefined }

function addDone(done: DayNumbers['done'], what: string, { source, entry, took }: Came): void {
  const sum = done[what] ?? emptyDone()
  done[what] = sum
  sum.all += 1
  if (!isStep(what)) return
  addTo(sum.source, source, 1)
  addTo(sum.entry, entry, 1)
  if (took !== undefined) sum.took[took] = (sum.took[took] ?? 0) + 1
}

function firstPage(own: readonly VisitMarkRow[]): VisitMarkRow {
  return own.filter(isPage).reduce((first, page) => (page.at < first.at ? page : first))
}

function pathOf({ what }: VisitMarkRow): string {
  return what.slice('page:'.length)
}

function sourceOf({ source }: VisitMarkRow): string {
  return source ?? direct
}

function keptSources(visits: readonly VisitMarkRow[][]): Set<string> {
  const bySource = Map.groupBy(visits, (own) => sourceOf(firstPage(own)))
  const ranked = [...bySource].toSorted(([, one], [, other]) => other.length - one.length)
  return new Set(ranked.slice(0, mostSources).map(([source]) => source))
}

function thingsDone(own: readonly VisitMarkRow[]): string[] {
  const pages = own.filter(isPage)
  const done = new Set([...own.map(({ what }) => what), 'visit', ...(pages.length > 1 ? ['read'] : [])])
  const requests = own.filter(({ what }) => requestSteps.includes(what))
  const led = pages.filter(({ at }) => requests.some((request) => at <= request.at))
  return [...withStepsBefore(done), ...led.map((page) => `led:${pathOf(page)}`)]
}

/** @returns a place in `tookLimits` */
function tookFor(what: string, own: readonly VisitMarkRow[], firstAt: number): number | undefined {
  const at = timedSteps.includes(what) ? own.find((mark) => mark.what === what)?.at : undefined
  return at === undefined ? undefined : tookOf(at - firstAt)
}

function sumSpeed(marks: readonly VisitMarkRow[]): DayNumbers['speed'] {
  const speed: DayNumbers['speed'] = {}
  for (const mark of marks.filter((each) => each.speed !== null)) {
    const told: Speed = JSON.parse(mark.speed ?? '{}')
    for (const metric of metrics) {
      const value = told[metric]
      if (value !== undefined) addSpeed(speed, pathOf(mark), mark.device, metric, [bucketOf(metric, value), 1])
    }
  }
  return speed
}

export function addSpeed(
  speed: DayNumbers['speed'],
  page: string,
  device: Device | string,
  metric: Metric,
  pairs: readonly number[],
): void {
  speed[page] ??= {}
  const byDevice = speed[page]
  byDevice[device] ??= {}
  const byMetric = byDevice[device]
  byMetric[metric] ??= []
  const known = byMetric[metric]
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [bucket = 0, views = 0] = [pairs[i], pairs[i + 1]]
    let place = 0
    while (place < known.length && known[place] !== bucket) place += 2
    if (place === known.length) known.push(bucket, views)
    else known[place + 1] = (known[place + 1] ?? 0) + views
  }
}
