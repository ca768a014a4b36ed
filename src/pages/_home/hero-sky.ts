import { seededRandom } from '../../lib/seeded-random.ts'

type Point = readonly [x: number, y: number]

/** Units from line to line. */
export const SKY_STEP = 8
const [TOP, FOOT] = [16, 640]
/** Further than any screen shows, since narrow ones see the sky moved. */
const RIGHT = 2000
/** Where the wind begins: right of the headline, and further left below it. */
const SHORE: readonly Point[] = [
  [860, 16],
  [920, 104],
  [1000, 168],
  [1020, 360],
  [880, 472],
  [780, 544],
  [560, 584],
  [480, 640],
]
/** Left end, right end, top and flat foot. The second one is where the caption stands. */
const CLOUDS = [
  [1380, 1690, 144, 248],
  [1050, 1500, 352, 552],
] as const

/**
 * The sky as an engraver cuts it, every line of its own length, around clouds: the edge of what is ruled, with one step for
 * each line and the clouds as holes. Path data in the units of the hero's scene.
 */
export function skyShape(): string {
  const random = seededRandom('wind')
  const rows = (from: number, to: number) =>
    Array.from({ length: (to - from) / SKY_STEP }, (_, i) => from + i * SKY_STEP)
  const shore = rows(TOP, FOOT).map((y) => shoreAt(y) - random() * random() * 110)
  const clouds = CLOUDS.map(([left, right, top, foot]) => {
    const ys = rows(top, foot)
    const slope = (y: number) => ((foot - y) / (foot - top)) ** 2 * (right - left) * 0.36 + random() * 36
    const [down, up] = [ys.map((y) => left + slope(y)), ys.map((y) => right - slope(y)).reverse()]
    return `M${right} ${top}${stairs(right, down, SKY_STEP)}H${right}${stairs(right, up, -SKY_STEP)}Z`
  })
  return `M${RIGHT} ${TOP}${stairs(RIGHT, shore, SKY_STEP)}H${RIGHT}Z${clouds.join('')}`
}

/** Relative and in whole steps, which halves the bytes. */
function stairs(from: number, xs: readonly number[], by: number): string {
  const ends = xs.map((x) => Math.round((x - from) / SKY_STEP) * SKY_STEP)
  return ends.map((end, i) => `h${end - (ends[i - 1] ?? 0)}v${by}`).join('')
}

function shoreAt(y: number): number {
  const i = SHORE.findIndex(([, at]) => at > y)
  const [[x0, y0], [x1, y1]] = [SHORE[i - 1] ?? [0, 0], SHORE[i] ?? [0, 1]]
  return x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)
}
