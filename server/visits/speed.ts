import { z } from 'zod'
import type { Vital } from '../../platform/text/web-vitals.ts'

/** A browser's measurement (Performance Timeline, `toJSON`). */
export const measuredEntry = z.object({
  entryType: z.string().max(40),
  startTime: z.number().min(0).max(1e9),
  duration: z.number().min(0).max(1e9),
  activationStart: z.number().min(0).max(1e9).optional(),
  responseStart: z.number().min(0).max(1e9).optional(),
  value: z.number().min(0).max(1e3).optional(),
  hadRecentInput: z.boolean().optional(),
  interactionId: z.number().min(0).optional(),
})

type Entry = z.infer<typeof measuredEntry>

export const vitals = ['lcp', 'inp', 'cls', 'ttfb'] as const satisfies Vital[]

/** `read`: time until the visitor first left the page or its tab (ms). */
export const metrics = [...vitals, 'read'] as const
export type Metric = (typeof metrics)[number]

/** Times are in ms. CLS has no unit. Some browsers don't measure everything. */
export const speed = z.partialRecord(z.enum(metrics), z.number())
export type Speed = z.infer<typeof speed>

/** Browsers only report events that last at least this long (Event Timing: 104 ms by default). */
export const minReportedMs = 104

/**
 * Computes LCP, INP, CLS, and TTFB as defined by https://web.dev/articles/vitals.
 * @param opened.wasHidden whether the page was opened in a background tab, which makes its LCP invalid
 * @param opened.hasInteracted whether anything was pressed or typed
 */
export function readSpeed(entries: readonly Entry[], opened: { wasHidden: boolean; hasInteracted: boolean }): Speed {
  const ofType = (type: string) => entries.filter(({ entryType }) => entryType === type)
  const activatedMs = activationOf(entries)
  const paint = opened.wasHidden && activatedMs === 0 ? undefined : ofType('largest-contentful-paint').at(-1)
  // Browsers with `activationStart` also report layout shifts. In others, CLS is unknown.
  const reportsShifts = entries.some(({ activationStart }) => activationStart !== undefined)
  const response = ofType('navigation')[0]?.responseStart
  const slow = slowestOf(ofType('event'))
  const inp = slow ?? (opened.hasInteracted ? minReportedMs : undefined)
  return {
    ...(paint && { lcp: Math.max(0, paint.startTime - activatedMs) }),
    ...(inp !== undefined && { inp }),
    ...(reportsShifts && { cls: largestShift(ofType('layout-shift')) }),
    ...(response !== undefined && { ttfb: Math.max(0, response - activatedMs) }),
  }
}

/** The time a prerendered page was shown (ms), or 0 for other pages. */
export function activationOf(entries: readonly Entry[]): number {
  return entries.find(({ entryType }) => entryType === 'navigation')?.activationStart ?? 0
}

/** INP ignores the slowest of every 50 interactions (https://web.dev/articles/inp). */
const interactionsPerOutlier = 50

/** Duration of the slowest interaction, excluding outliers (ms). */
function slowestOf(events: readonly Entry[]): number | undefined {
  const slowest = new Map<number, number>()
  for (const { interactionId = 0, duration } of events)
    if (interactionId > 0) slowest.set(interactionId, Math.max(duration, slowest.get(interactionId) ?? 0))
  return [...slowest.values()].toSorted((a, b) => b - a)[Math.floor(slowest.size / interactionsPerOutlier)]
}

/** Limits for a session window (https://web.dev/articles/cls). */
const maxPauseMs = 1_000
const maxWindowMs = 5_000

/** The largest sum of shifts in a session window (CLS). Shifts are at most 1 s apart, and the window at most 5 s long. */
function largestShift(shifts: readonly Entry[]): number {
  let largest = 0
  let sum = 0
  let first = 0
  let last = Number.NEGATIVE_INFINITY
  for (const { startTime, value = 0, hadRecentInput = false } of shifts) {
    if (hadRecentInput) continue
    const isNext = startTime - last < maxPauseMs && startTime - first < maxWindowMs
    sum = isNext ? sum + value : value
    if (!isNext) first = startTime
    last = startTime
    largest = Math.max(largest, sum)
  }
  return largest
}

const bucketGrowth = 1.1
const shiftStep = 0.01

/** The last bucket, which bounds a day's size. It's for times over two minutes (reading: an hour) and shifts over 2. */
export const lastBucket: Record<Metric, number> = { lcp: 123, inp: 123, cls: 200, ttfb: 123, read: 159 }

/** A value's bucket. Each bucket is 10 % above the last, or 0.01 for shifts. Counts per bucket add up across days. */
export function bucketOf(metric: Metric, value: number): number {
  const bucket = metric === 'cls' ? value / shiftStep : Math.log(Math.max(1, value)) / Math.log(bucketGrowth)
  return Math.min(Math.ceil(bucket), lastBucket[metric])
}

/** The largest value in a bucket. */
export function bucketValue(metric: Metric, bucket: number): number {
  return metric === 'cls' ? Math.round(bucket * shiftStep * 100) / 100 : Math.round(bucketGrowth ** bucket)
}
