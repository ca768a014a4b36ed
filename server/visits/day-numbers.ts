import type { Device } from '../../migrations/tables.ts'
import { direct } from './source.ts'
import { bucketOf, lastBucket, type Metric, metrics, type Speed } from './speed.ts'
import { isStep, requestSteps, timedSteps, tookOf, withStepsBefore } from './steps.ts'

/** What a visitor did for the first time that day. */
export type Mark = {
  what: string
  at: number
  device: Device
  /** Of a page: where the visitor came from. */
  source: string | null
  /** Of a page. */
  speed: Speed | null
}

export type VisitorMark = Mark & { visitor: string }

/** Visitors by name. */
export type Counts = Record<string, number>

/** All who did one thing; of a step also how they came, and how many took how long, by place in `tookLimits`. */
export type Done = { all: number; source: Counts; entry: Counts; took: number[] }

/** From and to when nothing was counted, in ms since 1970. */
export type Gap = readonly [from: number, to: number]

/** A day, or several. As it is kept: JSON. */
export type DayNumbers = {
  /**
   * By step, `page:` with its path, `answer:` with its id, `led:` with a page that was seen before a request was sent; under
   * `dropped` the marks beyond what is counted.
   */
  done: Record<string, Done>
  devices: Counts
  /** By page, device and metric: how many views were how fast, by bucket; versions up to 0.2 wrote bucket and views in turn. */
  speed: Record<string, Record<string, Partial<Record<Metric, Counts | number[]>>>>
  gaps: Gap[]
}

/** Beyond, strangers would fill a day with names that they make up. */
const mostSources = 100
export const otherSources = 'others'

const isPage = ({ what }: Mark) => what.startsWith('page:')

/**
 * What one visitor adds to a day. Who has seen no page is no visitor: a program that sends a form, or a mailbox's robot that
 * opens a link.
 */
export function sumVisit(marks: readonly Mark[]): DayNumbers {
  const sum = noDays()
  if (!marks.some(isPage)) return sum
  const first = firstPage(marks)
  addTo(sum.devices, first.device, 1)
  for (const what of thingsDone(marks)) {
    const done = emptyDone()
    sum.done[what] = done
    done.all = 1
    if (!isStep(what)) continue
    addTo(done.source, sourceOf(first), 1)
    addTo(done.entry, pathOf(first), 1)
    const took = tookFor(what, marks, first.at)
    if (took !== undefined) done.took[took] = 1
  }
  for (const mark of marks)
    for (const metric of metrics) {
      const value = mark.speed?.[metric]
      if (value !== undefined) addSpeed(sum.speed, pathOf(mark), mark.device, metric, { [bucketOf(metric, value)]: 1 })
    }
  return sum
}

/** Joins the sources that are rare on that day. */
export function joinRareSources(day: DayNumbers): void {
  const named = Object.entries(day.done['visit']?.source ?? {}).filter(([source]) => source !== otherSources)
  const ranked = named.toSorted(([, one], [, other]) => other - one)
  const kept = new Set(ranked.slice(0, mostSources).map(([source]) => source))
  for (const done of Object.values(day.done)) {
    const all = Object.entries(done.source)
    done.source = emptyCounts()
    for (const [source, count] of all) addTo(done.source, kept.has(source) ? source : otherSources, count)
  }
}

export function noDays(): DayNumbers {
  return { done: {}, devices: {}, speed: {}, gaps: [] }
}

/** Adds a day, or with -1 takes it away, from a sum of days, which has no gaps. */
export function addDay(sum: DayNumbers, day: DayNumbers, sign: 1 | -1 = 1): void {
  addAll(sum.devices, day.devices, sign)
  for (const [what, done] of Object.entries(day.done)) {
    sum.done[what] ??= emptyDone()
    const known = sum.done[what]
    known.all += sign * done.all
    addAll(known.source, done.source, sign)
    addAll(known.entry, done.entry, sign)
    for (const [place, count] of done.took.entries()) known.took[place] = (known.took[place] ?? 0) + sign * (count ?? 0)
  }
  for (const page in day.speed)
    for (const device in day.speed[page])
      for (const metric of metrics)
        addSpeed(sum.speed, page, device, metric, day.speed[page][device]?.[metric] ?? {}, sign)
}

export function emptyDone(): Done {
  return { all: 0, source: emptyCounts(), entry: {}, took: [] }
}

/** Strangers name sources: `__proto__` is one as any other. */
function emptyCounts(): Counts {
  return Object.create(null)
}

function addAll(sum: Counts, more: Counts, sign: 1 | -1): void {
  for (const name in more) addTo(sum, name, sign * (more[name] ?? 0))
}

function addTo(counts: Counts, name: string, count: number): void {
  const sum = (counts[name] ?? 0) + count
  if (sum === 0) delete counts[name]
  else counts[name] = sum
}

function firstPage(own: readonly Mark[]): Mark {
  return own.filter(isPage).reduce((first, page) => (page.at < first.at ? page : first))
}

function pathOf({ what }: Mark): string {
  return what.slice('page:'.length)
}

function sourceOf({ source }: Mark): string {
  return source ?? direct
}

function thingsDone(own: readonly Mark[]): Set<string> {
  const pages = own.filter(isPage)
  const done = new Set([...own.map(({ what }) => what), 'visit', ...(pages.length > 1 ? ['read'] : [])])
  const lastRequest = Math.max(...own.filter(({ what }) => requestSteps.includes(what)).map(({ at }) => at))
  const led = pages.filter(({ at }) => at <= lastRequest)
  return new Set([...withStepsBefore(done), ...led.map((page) => `led:${pathOf(page)}`)])
}

/** @returns a place in `tookLimits` */
function tookFor(what: string, own: readonly Mark[], firstAt: number): number | undefined {
  const at = timedSteps.includes(what) ? own.find((mark) => mark.what === what)?.at : undefined
  return at === undefined ? undefined : tookOf(at - firstAt)
}

function addSpeed(
  speed: DayNumbers['speed'],
  page: string,
  device: string,
  metric: Metric,
  views: Counts | number[],
  sign: 1 | -1 = 1,
): void {
  speed[page] ??= {}
  const byDevice = speed[page]
  byDevice[device] ??= {}
  const byMetric = byDevice[device]
  const known = byBucket(byMetric[metric] ?? {})
  byMetric[metric] = known
  for (const [bucket, count] of Object.entries(byBucket(views)))
    addTo(known, `${Math.min(Number(bucket), lastBucket[metric])}`, sign * count)
}

export function byBucket(views: Counts | number[]): Counts {
  if (!Array.isArray(views)) return views
  return Object.fromEntries(views.flatMap((bucket, i) => (i % 2 === 0 ? [[bucket, views[i + 1] ?? 0]] : [])))
}
