import { type Counts, type DayNumbers, devices } from './day-numbers.ts'
import { bucketValue, type Metric, vitals } from './speed.ts'

/** The quantile's index, or -1 if all counts are 0. */
export function quantileIndex(counts: readonly (number | undefined)[], share: number): number {
  const total = counts.reduce<number>((sum, count = 0) => sum + count, 0)
  let sum = 0
  return counts.findIndex((count = 0) => {
    sum += count
    return total > 0 && sum >= total * share
  })
}

/** Lists the speed of pages, sorted by views. Leaves out pages with too few views. */
export function speedOf(speed: DayNumbers['speed']) {
  const pages = Object.entries(speed).flatMap(([page, byDevice]) =>
    devices.map((device) => {
      const measured = (metric: Metric) => quantileOf(metric, byDevice[device]?.[metric] ?? {}, 3 / 4)
      return { page, device, lcp: measured('lcp'), inp: measured('inp'), cls: measured('cls'), ttfb: measured('ttfb') }
    }),
  )
  const viewsOf = ({ lcp, cls }: (typeof pages)[number]) => lcp?.views ?? cls?.views ?? 0
  return pages
    .filter((page) => vitals.some((metric) => page[metric] !== null))
    .toSorted((a, b) => viewsOf(b) - viewsOf(a))
}

/** Minimum number of views to show. With fewer, a single slow phone could decide the result. */
const minViews = 10

/** @returns null if there are too few views */
export function quantileOf(metric: Metric, counts: Counts, share: number): { value: number; views: number } | null {
  const buckets = Object.entries(counts)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .toSorted(([a], [b]) => a - b)
  const views = buckets.reduce((sum, [, count]) => sum + count, 0)
  const viewCounts = buckets.map(([, count]) => count)
  const [bucket] = buckets[quantileIndex(viewCounts, share)] ?? []
  return views < minViews || bucket === undefined ? null : { value: bucketValue(metric, bucket), views }
}

/** Merges the views by bucket from all devices. */
export function mergedSpeed(metric: Metric, pages: readonly DayNumbers['speed'][string][]): Counts {
  const merged: Counts = {}
  for (const byDevice of pages.flatMap((page) => Object.values(page)))
    for (const [bucket, count] of Object.entries(byDevice[metric] ?? {})) merged[bucket] = (merged[bucket] ?? 0) + count
  return merged
}
