import { seededRandom } from '../../lib/seeded-random.ts'
import type { Fold, Point } from './kite-fold.ts'

export type FlyingKite = { fold: Fold; tail: string; bows: string }

/** Center, length from tip to tip, and the side to which the wind blows the tail. */
export type Flight = { at: Point; size: number; wind: 1 | -1 }

const tones: readonly (readonly number[])[] = [
  [1, 2, 4, 3, 1, 5, 1, 4, 6, 7, 8, 6],
  [6, 7, 8, 7, 6, 8, 6, 8, 1, 3, 4, 2],
  [2, 3, 1, 3, 2, 4, 4, 5, 1, 2, 4, 1],
  [4, 1, 5, 2, 4, 5, 5, 4, 6, 7, 8, 6],
  [3, 7, 1, 7, 3, 4, 1, 4, 2, 3, 1, 5],
  [1, 6, 4, 7, 2, 8, 1, 5, 3, 2, 4, 1],
]

/** Proportions, turn, fold and colors follow from the seed. */
export function flyingKite(seed: string, bows: number, { at: centre, size, wind }: Flight): FlyingKite {
  const random = seededRandom(seed)
  const between = (from: number, to: number) => from + random() * (to - from)
  const height = size * between(0.94, 1.06)
  const width = height * between(0.62, 0.86)
  const cross = between(0.3, 0.42)
  const bend = size * 0.06
  const turn = (-wind * between(6, 26) * Math.PI) / 180
  const at = turned(centre, turn)
  const corners = [
    at(0, -height * cross),
    at(width / 2, between(-bend, bend)),
    at(0, height * (1 - cross)),
    at(-width / 2, between(-bend, bend)),
  ] as const
  const depth = between(0.56, 0.74)
  const twist = turned(centre, (random() < 0.5 ? -1 : 1) * between(0.25, 0.55))
  const middle = (a: Point, b: Point): Point =>
    twist(((a[0] + b[0]) / 2 - centre[0]) * depth, ((a[1] + b[1]) / 2 - centre[1]) * depth)
  const [top, right, bottom, left] = corners
  const inner = [middle(left, top), middle(top, right), middle(right, bottom), middle(bottom, left)] as const
  const shade = tones[Math.floor(random() * tones.length)] ?? []
  const end: Point = [bottom[0] + wind * size * between(0.66, 0.78), bottom[1] + size * between(0.34, 0.44)]
  const along: Point = [(bottom[0] - top[0]) / height, (bottom[1] - top[1]) / height]
  const curve = [
    bottom,
    [Math.round(bottom[0] + along[0] * size * 0.42), Math.round(bottom[1] + along[1] * size * 0.42)],
    [Math.round(end[0] - wind * size * 0.3), Math.round(end[1] + size * between(-0.2, 0.12))],
    [Math.round(end[0]), Math.round(end[1])],
  ] as const
  return {
    fold: { corners, inner, centre, tones: shade },
    tail: `M${curve[0]}C${curve.slice(1).join(' ')}`,
    bows: bowsAlong(curve, bows, size * 0.08),
  }
}

type Curve = readonly [Point, Point, Point, Point]

/** Bows at equal distances along a curve; `half` is their length from the knot. */
function bowsAlong(curve: Curve, bows: number, half: number): string {
  const points = [...Array(65).keys()].map((i) => pointOn(curve, i / 64))
  const lengths = [0]
  for (const [i, [x, y]] of points.slice(1).entries()) {
    const [fromX, fromY] = points[i] ?? [x, y]
    lengths.push((lengths[i] ?? 0) + Math.hypot(x - fromX, y - fromY))
  }
  const gap = (lengths.at(-1) ?? 0) / (bows + 0.4)
  const thick = Math.min(half * 0.5, gap * 0.25)
  return [...Array(bows).keys()]
    .map((bow) => {
      const i = lengths.findIndex((length) => length >= gap * (bow + 1))
      const [knot = curve[3], before = curve[0]] = [points[i], points[i - 1]]
      const at = turned(knot, Math.atan2(knot[1] - before[1], knot[0] - before[0]))
      const wing = (side: number) => `M${at(0, 0)} ${at(-thick, half * side)} ${at(thick, half * side)}Z`
      return wing(-1) + wing(1)
    })
    .join('')
}

function pointOn([a, b, c, d]: Curve, t: number): Point {
  const u = 1 - t
  const at = (axis: 0 | 1) =>
    u * u * u * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t * t * t * d[axis]
  return [at(0), at(1)]
}

function turned([x, y]: Point, angle: number): (dx: number, dy: number) => Point {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return (dx, dy) => [Math.round(x + dx * cos - dy * sin), Math.round(y + dx * sin + dy * cos)]
}
