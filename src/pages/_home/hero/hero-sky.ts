import { seededRandom } from '../../../lib/seeded-random.ts'
import type { Point } from '../../../ui/kite/kite-fold.ts'

/** Units of the scene per line; all else here counts in lines. */
export const SKY_LINE = 8
const [TOP, FOOT] = [2, 80]
const RIGHT = 250
const SHORE: readonly Point[] = [
  [107, 2],
  [115, 13],
  [125, 21],
  [128, 45],
  [110, 59],
  [98, 68],
  [70, 73],
  [60, 80],
]
/** Left end, right end, top and foot; the caption stands on the second cloud. */
const CLOUDS = [
  [174, 206, 21, 31],
  [131, 188, 44, 69],
] as const

/** The outline of the sky's ruling, one step for each line, with the clouds as holes. */
export function skyShape(): string {
  const random = seededRandom('trade')
  const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
  const shore = rows(TOP, FOOT).map((y) => shoreAt(y) - random() * random() * 6)
  const clouds = CLOUDS.map(([left, right, top, foot]) => {
    const slope = (y: number) => ((foot - y) / (foot - top)) ** 2 * (right - left) * 0.36 + random() * 4.5
    const down = rows(top, foot).map((y) => left + slope(y))
    const up = rows(top, foot).map((y) => right - slope(y))
    return `M${right} ${top}${stairs(right, down, 1)}H${right}${stairs(right, up.reverse(), -1)}Z`
  })
  return `M${RIGHT} ${TOP}${stairs(RIGHT, shore, 1)}H${RIGHT}Z${clouds.join('')}`
}

/** Steps of three lines differ at a glance, and cost few bytes. */
function stairs(from: number, xs: readonly number[], by: number): string {
  const ends = xs.map((x) => Math.round((x - from) / 3) * 3)
  return ends.map((end, i) => `h${end - (ends[i - 1] ?? 0)}v${by}`).join('')
}

function shoreAt(y: number): number {
  const i = SHORE.findIndex(([, at]) => at > y)
  const [[x0, y0], [x1, y1]] = [SHORE[i - 1] ?? [0, 0], SHORE[i] ?? [0, 1]]
  return x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)
}
