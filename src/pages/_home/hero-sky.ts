import { seededRandom } from '../../lib/seeded-random.ts'

type Point = readonly [x: number, y: number]

const LEAP = 8
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
  [1700, 1860, 400, 448],
] as const

/** The sky as an engraver cuts it: every line of its own length, around clouds. Path data in the units of the hero's scene. */
export function skyLines(): string {
  const random = seededRandom('wind')
  let d = ''
  for (let y = SHORE[0]?.[1] ?? 0; y <= 640; y += LEAP) {
    let x = shoreAt(y) - Math.round(random() * random() * 110)
    for (const [left, right, top, foot] of [...CLOUDS].sort(([a], [b]) => a - b)) {
      if (y < top || y > foot) continue
      const slope = Math.round(((foot - y) / (foot - top)) ** 2 * (right - left) * 0.36)
      const end = left + slope + Math.round(random() * 36)
      if (end > x) d += `M${x} ${y}H${end}`
      x = right - slope - Math.round(random() * 36)
    }
    d += `M${x} ${y}H${RIGHT}`
  }
  return d
}

function shoreAt(y: number): number {
  const i = SHORE.findIndex(([, at]) => at >= y)
  const [[x0, y0], [x1, y1]] = [SHORE[i - 1] ?? SHORE[i] ?? [0, 0], SHORE[i] ?? [0, 0]]
  return Math.round(y1 === y0 ? x1 : x0 + ((x1 - x0) * (y - y0)) / (y1 - y0))
}
