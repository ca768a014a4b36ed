/** Points in pixels: x and y in turn. */
export type Line = number[]

/** Where path data comes to lie: moved by x and y, after each axis was scaled. */
export type Placing = { x: number; y: number; scaleX: number; scaleY: number }

const argumentsOf: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, C: 6, S: 4, Z: 0 }
const stepPixels = 6

/**
 * Path data as straight lines short enough to look curved. Knows the absolute commands M L H V Q C S Z, which is what
 * the drawings and the font use.
 * @returns a line for each part; one that `Z` ends comes back to its first point
 */
export function flattenPath(d: string, { x: left, y: top, scaleX, scaleY }: Placing): Line[] {
  const lines: Line[] = []
  let line: Line = []
  let at = [0, 0]
  let handle = [0, 0]
  const to = (x: number, y: number) => {
    at = handle = [x, y]
    line.push(left + x * scaleX, top + y * scaleY)
  }
  /** A curve of Bézier from where the pen is, its control points as x and y in turn. */
  const curve = (a: number, b: number, c: number, e: number, x: number, y: number) => {
    const [x0 = 0, y0 = 0] = at
    const reach = (Math.abs(a - x0) + Math.abs(c - a) + Math.abs(x - c)) * Math.abs(scaleX)
    const rise = (Math.abs(b - y0) + Math.abs(e - b) + Math.abs(y - e)) * Math.abs(scaleY)
    const steps = Math.max(2, Math.ceil((reach + rise) / stepPixels))
    for (let i = 1; i <= steps; i += 1) {
      const t = i / steps
      const u = 1 - t
      const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
      to(p * x0 + q * a + r * c + s * x, p * y0 + q * b + r * e + s * y)
    }
    handle = [c, e]
  }
  for (const [, letter = '', rest = ''] of d.matchAll(/([MLHVQCSZ])([^MLHVQCSZ]*)/g)) {
    const values = rest.match(/-?[\d.]+/g)?.map(Number) ?? []
    const taken = argumentsOf[letter] ?? 0
    if (letter === 'M') {
      line = []
      lines.push(line)
    }
    if (letter === 'Z') line.push(line[0] ?? 0, line[1] ?? 0)
    for (let i = 0; i < values.length; i += taken) {
      const [a = 0, b = 0, c = 0, e = 0, x = 0, y = 0] = values.slice(i, i + taken)
      const [x0 = 0, y0 = 0] = at
      if (letter === 'H') to(a, y0)
      else if (letter === 'V') to(x0, a)
      else if (letter === 'C') curve(a, b, c, e, x, y)
      else if (letter === 'S') curve(2 * x0 - (handle[0] ?? 0), 2 * y0 - (handle[1] ?? 0), a, b, c, e)
      else if (letter === 'Q') curve((x0 + 2 * a) / 3, (y0 + 2 * b) / 3, (c + 2 * a) / 3, (e + 2 * b) / 3, c, e)
      else to(a, b)
    }
  }
  return lines
}
