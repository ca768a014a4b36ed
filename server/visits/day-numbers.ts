import { z } from 'zod'
import { isObject } from '../../platform/is-object.ts'
import { lastBucket, type Metric, metrics, speed } from './speed.ts'

export const devices = ['phone', 'tablet', 'computer'] as const

/** A visitor's first action of its kind that day. Page views have a `source` (where they came from) and a `speed`. */
export const visitEvent = z.object({
  what: z.string(),
  at: z.number(),
  device: z.enum(devices),
  source: z.string().nullable(),
  speed: speed.nullable(),
})
export type VisitEvent = z.infer<typeof visitEvent>
export type VisitorEvent = VisitEvent & { visitor: string }

/** Counts by name. Names can be malicious, like `__proto__`. */
export type Counts = Record<string, number>
const counts = z.custom<Counts>(isCounts)

/** Checks counts faster than zod: a yearly report has millions. */
function isCounts(value: unknown): value is Counts {
  if (!isObject(value) || Array.isArray(value)) return false
  for (const name in value) if (typeof value[name] !== 'number') return false
  return true
}

/** Visitor counts for an action. Steps also have sources, landing pages, and times by index in `maxMinutesByBucket`. */
const actionCounts = z.object({
  all: z.number(),
  source: counts,
  entry: counts,
  took: z.array(z.union([z.number(), z.null().transform(() => 0)])),
})
export type ActionCounts = z.infer<typeof actionCounts>

/** The stored numbers for one or more days. Keys that older days lack need a default. */
export const dayNumbers = z.object({
  version: z.literal(1).default(1),
  /**
   * Counts by action: a step, `page:` and its path, `answer:` and its ID, `led:` and a page seen before sending a lead,
   * `dropped` for events over the limits, or `bots` for page views by bots.
   */
  done: z.record(z.string(), actionCounts),
  devices: counts,
  /** Views by page, device, metric, and bucket. */
  speed: z.record(z.string(), z.record(z.string(), z.partialRecord(z.enum(metrics), counts))),
  /** Start and end of periods without counting (epoch ms). */
  gaps: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** The time zone at the start of the day. If missing, it's UTC. */
  zone: z.string().optional(),
})
export type DayNumbers = z.infer<typeof dayNumbers>
export type Gap = DayNumbers['gaps'][number]

export type Totals = ReturnType<typeof totalsOf>

/** Totals for a report. Each visitor counts once per day, and each page once per visitor. */
export function totalsOf({ done }: Pick<DayNumbers, 'done'>, counted: { leads: number; signUps: number }) {
  const countOf = (what: string) => done[what]?.all ?? 0
  return {
    visits: countOf('visit'),
    pages: Object.entries(done).reduce((sum, [what, { all }]) => sum + (what.startsWith('page:') ? all : 0), 0),
    ...counted,
  }
}

/** Maximum number of sources to store per day. Visitors can make up names. */
const maxSources = 100
export const otherSources = 'others'

/** Merges all but the most frequent sources into “others”. */
export function joinRareSources(day: DayNumbers): void {
  const named = Object.entries(day.done['visit']?.source ?? {}).filter(([source]) => source !== otherSources)
  const ranked = named.toSorted(([, a], [, b]) => b - a)
  const frequent = new Set(ranked.slice(0, maxSources).map(([source]) => source))
  for (const done of Object.values(day.done)) {
    const entries = Object.entries(done.source)
    done.source = emptyCounts()
    for (const [source, count] of entries) addTo(done.source, frequent.has(source) ? source : otherSources, count)
  }
}

/** Adds a day to a sum, or subtracts it. Doesn't change gaps. */
export function addDay(sum: DayNumbers, day: DayNumbers, sign: 1 | -1 = 1): void {
  addAll(sum.devices, day.devices, sign)
  for (const [what, done] of Object.entries(day.done)) {
    sum.done[what] ??= noActions()
    const known = sum.done[what]
    known.all += sign * done.all
    addAll(known.source, done.source, sign)
    addAll(known.entry, done.entry, sign)
    for (const [i, count = 0] of done.took.entries()) known.took[i] = (known.took[i] ?? 0) + sign * count
  }
  for (const page in day.speed)
    for (const device in day.speed[page])
      for (const metric of metrics)
        addSpeed(sum.speed, { page, device, metric }, day.speed[page][device]?.[metric] ?? {}, sign)
}

type SpeedKey = { page: string; device: string; metric: Metric }

export function addSpeed(
  speed: DayNumbers['speed'],
  { page, device, metric }: SpeedKey,
  views: Counts,
  sign: 1 | -1,
): void {
  speed[page] ??= {}
  speed[page][device] ??= {}
  const byMetric = speed[page][device]
  byMetric[metric] ??= {}
  const known = byMetric[metric]
  for (const [bucket, count] of Object.entries(views))
    addTo(known, `${Math.min(Number(bucket), lastBucket[metric])}`, sign * count)
}

function addAll(sum: Counts, added: Counts, sign: 1 | -1): void {
  for (const [name, count] of Object.entries(added)) addTo(sum, name, sign * count)
}

export function addTo(counts: Counts, name: string, count: number): void {
  const sum = (counts[name] ?? 0) + count
  if (sum === 0) delete counts[name]
  else counts[name] = sum
}

export function noDays(): DayNumbers {
  return { version: 1, done: {}, devices: {}, speed: {}, gaps: [] }
}

export function noActions(): ActionCounts {
  return { all: 0, source: emptyCounts(), entry: emptyCounts(), took: [] }
}

/** Returns an object without a prototype, for names like `constructor`. */
function emptyCounts(): Counts {
  return Object.create(null)
}
