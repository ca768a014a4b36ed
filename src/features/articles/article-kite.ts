import type { Article } from '../../content/articles.ts'
import { seededRandom } from '../../lib/seeded-random.ts'
import type { Fold, Point } from '../../ui/kite-fold.ts'

export type KiteDrawing = { fold: Fold; tail: string; bows: string; thread: string; hill: string }

/** The picture's box, in units. */
export const kiteBox = { width: 400, height: 300 } as const

const tones: readonly (readonly number[])[] = [
  [1, 2, 4, 3, 1, 5, 1, 4, 6, 7, 8, 6],
  [6, 7, 8, 7, 6, 8, 6, 8, 1, 3, 4, 2],
  [2, 3, 1, 3, 2, 4, 4, 5, 1, 2, 4, 1],
  [4, 1, 5, 2, 4, 5, 5, 4, 6, 7, 8, 6],
  [3, 7, 1, 7, 3, 4, 1, 4, 2, 3, 1, 5],
  [1, 6, 4, 7, 2, 8, 1, 5, 3, 2, 4, 1],
]

/**
 * The kite of an article, folded as nobody else's: proportions, turn and fold follow from its slug, and its tail has a
 * bow for each of its parts.
 */
export function articleKite({ slug, prose }: Pick<Article, 'slug' | 'prose'>): KiteDrawing {
  const parts = prose.headings.filter(({ level }) => level === 2).length
  const random = seededRandom(slug)
  const between = (from: number, to: number) => from + random() * (to - from)
  const side = random() < 0.5 ? -1 : 1
  const height = between(150, 196)
  const width = between(104, 160)
  const cross = between(0.28, 0.42)
  const turn = (side * between(8, 34) * Math.PI) / 180
  const centre: Point = [round(between(215, 285)), round(between(78, 92))]
  const at = turned(centre, turn)
  const corners = [
    at(0, -height * cross),
    at(width / 2, between(-10, 10)),
    at(0, height * (1 - cross)),
    at(-width / 2, between(-10, 10)),
  ] as const
  const depth = between(0.56, 0.74)
  const twist = side * between(0.25, 0.55)
  const middle = (a: Point, b: Point): Point => {
    const [x, y] = [((a[0] + b[0]) / 2 - centre[0]) * depth, ((a[1] + b[1]) / 2 - centre[1]) * depth]
    return turned(centre, twist)(x, y)
  }
  const [top, right, bottom, left] = corners
  const inner = [middle(left, top), middle(top, right), middle(right, bottom), middle(bottom, left)] as const
  const shade = tones[Math.floor(random() * tones.length)] ?? []
  const end: Point = [round(bottom[0] + (bottom[0] > 200 ? -1 : 1) * between(90, 160)), round(between(236, 272))]
  return {
    fold: { corners, inner, centre, tones: shade },
    ...tailOf(bottom, end, Math.min(parts, 8), between(9, 18)),
    thread: `M${centre}C${round(centre[0] + 18)} ${round(centre[1] + 90)} ${round(between(190, 320))} 250 ${round(between(90, 300))} 300`,
    hill: `M0 ${round(between(256, 292))}C${round(between(60, 140))} ${round(between(225, 290))} ${round(between(200, 280))} ${round(between(250, 310))} 400 ${round(between(240, 288))}`,
  }
}

/** A wave from one point to another, and bows evenly along it. */
function tailOf(from: Point, to: Point, bows: number, swing: number): { tail: string; bows: string } {
  const along = (share: number): Point => [
    round(from[0] + (to[0] - from[0]) * share),
    round(from[1] + (to[1] - from[1]) * share + Math.sin(share * Math.PI * 3) * swing),
  ]
  const points = [...Array(13).keys()].map((i) => along(i / 12))
  const bow = (share: number) => {
    const [x, y] = along(share)
    return `M${x} ${y} ${x - 8} ${y - 6} ${x - 9} ${y + 4}ZM${x} ${y} ${x + 9} ${y - 5} ${x + 8} ${y + 6}Z`
  }
  return {
    tail: `M${points.join(' ')}`,
    bows: [...Array(bows).keys()].map((i) => bow((i + 1) / (bows + 0.3))).join(''),
  }
}

/** Points in the kite's own frame, turned round its centre. */
function turned([x, y]: Point, angle: number): (dx: number, dy: number) => Point {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return (dx, dy) => [round(x + dx * cos - dy * sin), round(y + dx * sin + dy * cos)]
}

function round(value: number): number {
  return Math.round(value)
}
