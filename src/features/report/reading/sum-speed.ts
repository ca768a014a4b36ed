import type { SpeedCell } from '../counting/day-numbers.ts'
import { bucketValue, type Metric, metrics } from '../counting/speed.ts'
import type { PageSpeed } from './report.ts'

/** Below, one slow phone decides. */
const fewestViews = 10

/** The pages that are seen most first; those of which too little is known are left out. */
export function sumSpeed(cells: readonly SpeedCell[]): PageSpeed[] {
  const groups = Map.groupBy(cells, ({ page, device }) => `${device} ${page}`)
  return [...groups.values()]
    .flatMap((own): PageSpeed[] => {
      const [first] = own
      if (first === undefined) return []
      const of = (metric: Metric) => percentileOf(own.filter((cell) => cell.metric === metric))
      const speed = { page: first.page, device: first.device, lcp: of('lcp'), inp: of('inp'), cls: of('cls') }
      return metrics.some((metric) => speed[metric] !== null) ? [speed] : []
    })
    .toSorted((one, other) => viewsOf(other) - viewsOf(one))
}

function viewsOf({ lcp, cls }: PageSpeed): number {
  return lcp?.views ?? cls?.views ?? 0
}

/** The value that three of four views stay below, as https://web.dev/articles/vitals has it. */
function percentileOf(cells: readonly SpeedCell[]): { value: number; views: number } | null {
  const views = cells.reduce((all, cell) => all + cell.views, 0)
  if (views < fewestViews) return null
  let sum = 0
  for (const { metric, bucket, views: some } of cells.toSorted((one, other) => one.bucket - other.bucket)) {
    sum += some
    if (sum >= views * 0.75) return { value: bucketValue(metric, bucket), views }
  }
  return null
}
