import type { Device } from '../../../../migrations/tables.ts'
import type { DayNumbers } from '../counting/day-numbers.ts'
import { bucketValue, type Metric, metrics } from '../counting/speed.ts'
import type { PageSpeed } from './report.ts'

/** Below, one slow phone decides. */
const fewestViews = 10

/** The pages that are seen most first; those of which too little is known are left out. */
export function sumSpeed(speed: DayNumbers['speed']): PageSpeed[] {
  const pages = Object.entries(speed).flatMap(([page, byDevice]) =>
    Object.entries(byDevice).map(([device, byMetric]): PageSpeed => {
      const of = (metric: Metric) => percentileOf(metric, byMetric[metric] ?? [])
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
function percentileOf(metric: Metric, pairs: readonly number[]): { value: number; views: number } | null {
  const buckets: [bucket: number, views: number][] = []
  for (let i = 0; i + 1 < pairs.length; i += 2) buckets.push([pairs[i] ?? 0, pairs[i + 1] ?? 0])
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
