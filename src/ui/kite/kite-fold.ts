export type Point = readonly [x: number, y: number]

/** Top, right, bottom, left. */
type Four = readonly [Point, Point, Point, Point]

export type Fold = {
  corners: Four
  inner: Four
  centre: Point
  /** The tones of the twelve facets, in the order of `facets`. */
  tones?: readonly number[]
}

const TONES = [1, 2, 4, 3, 1, 5, 1, 4, 6, 7, 8, 6] as const

/** Path data: the facets of each tone, the shaded half, and the edge. */
export function foldPaths(fold: Fold): { facets: [tone: number, d: string][]; shade: string; edge: string } {
  const { corners, inner, tones = TONES } = fold
  const paths = new Map<number, string>()
  facets(fold).forEach((facet, i) => {
    const tone = tones[i] ?? 1
    paths.set(tone, (paths.get(tone) ?? '') + facet)
  })
  return {
    facets: [...paths],
    shade: polygon(inner[2], corners[1], corners[2], inner[3]),
    edge: polygon(...corners),
  }
}

function facets({ corners: [top, right, bottom, left], inner: [a, b, c, d], centre }: Fold): string[] {
  return [
    polygon(top, b, a),
    polygon(top, right, b),
    polygon(right, c, b),
    polygon(left, top, a),
    polygon(left, a, d),
    polygon(right, bottom, c),
    polygon(bottom, d, c),
    polygon(bottom, left, d),
    polygon(a, b, centre),
    polygon(b, c, centre),
    polygon(c, d, centre),
    polygon(d, a, centre),
  ]
}

function polygon(...points: readonly Point[]): string {
  return `M${points.join(' ')}Z`
}
