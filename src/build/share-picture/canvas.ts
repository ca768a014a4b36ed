import { visitCovered } from './coverage.ts'
import { encodePng } from './encode-png.ts'
import type { Line } from './flatten-path.ts'
import { createPalette } from './palette.ts'

/** How dense a surface is, 0 to 1, for every pixel of the picture, row by row. */
export type Density = Float32Array

export type Canvas = {
  /** @param density of the colour, where it isn't everywhere the same */
  fill(lines: readonly Line[], colour: string, density?: Density): void
  /** Draws along the lines, with round ends and joints. @param width in pixels */
  stroke(lines: readonly Line[], colour: string, width: number): void
  png(): Buffer
}

/** The cosine of the angle up to which a line bends without a corner. */
const gentle = 0.9

/** Shares of a colour over another: more would not be seen, and fill the palette. */
const levels = 8

/** Pixels, used again by the next canvas: a new megabyte for each of thousands would be asked of the system. */
let kept = new Uint8Array(0)

/**
 * A picture of few colours, drawn at once in the form that a PNG of few colours has.
 * There is one canvas at a time: a new one begins with the paper of the last.
 * @param colours those that are always there, the ground first, like #fbf8f2
 */
export function createCanvas(width: number, height: number, colours: readonly string[]): Canvas {
  const palette = createPalette(levels)
  const [paper = 0] = colours.map(palette.indexOf)
  // A PNG's row begins with its filter: none.
  const stride = width + 1
  if (kept.length !== stride * height) kept = new Uint8Array(stride * height)
  const pixels = kept.fill(paper)
  for (let row = 0; row < pixels.length; row += stride) pixels[row] = 0

  function fill(lines: readonly Line[], colour: string, density?: Density): void {
    const over = palette.indexOf(colour)
    const mix = palette.mixer(over)
    visitCovered(lines, (from, to, y, covered) => {
      if (y < 0 || y >= height) return
      const row = y * stride + 1
      const end = Math.min(to, width)
      if (!density && Math.round(covered * levels) === levels) pixels.fill(over, row + Math.max(from, 0), row + end)
      else {
        for (let x = Math.max(from, 0); x < end; x += 1) {
          const dense = density ? (density[y * width + x] ?? 0) : 1
          if (dense === 0) continue
          const level = Math.round(covered * dense * levels)
          if (level > 0) pixels[row + x] = mix(pixels[row + x] ?? 0, level)
        }
      }
    })
  }

  return {
    fill,
    stroke: (lines, colour, strokeWidth) =>
      fill(
        lines.flatMap((line) => outline(line, strokeWidth / 2)),
        colour,
      ),
    png: () => encodePng(width, height, palette.colours(), pixels),
  }
}

/**
 * The surface of a drawn line: ribbons as far as it bends gently, and octagons at its ends and corners; all turn the same
 * way, so that overlaps count once.
 */
function outline(line: Line, radius: number): Line[] {
  const pieces: Line[] = []
  let right: Line = []
  let left: Line = []
  const end = (x: number, y: number) => {
    if (left.length > 0) pieces.push([...right, ...left])
    pieces.push(octagon(x, y, radius))
    right = []
    left = []
  }
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x0, y0, x1, y1] = [line[i] ?? 0, line[i + 1] ?? 0, line[i + 2] ?? 0, line[i + 3] ?? 0]
    const length = Math.hypot(x1 - x0, y1 - y0)
    if (length === 0) continue
    const [dx, dy] = [((x1 - x0) / length) * radius, ((y1 - y0) / length) * radius]
    const bend = ((right.at(-2) ?? x0) - x0) * dy - ((right.at(-1) ?? y0) - y0) * dx
    if (right.length === 0 || bend < gentle * radius * radius) {
      end(x0, y0)
      right.push(x0 + dy, y0 - dx)
      left.unshift(x0 - dy, y0 + dx)
    }
    right.push(x1 + dy, y1 - dx)
    left.unshift(x1 - dy, y1 + dx)
    if (i + 5 >= line.length) end(x1, y1)
  }
  return pieces
}

function octagon(x: number, y: number, radius: number): Line {
  const line: Line = []
  for (let i = 0; i < 8; i += 1) {
    const angle = (i * Math.PI) / 4
    line.push(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius)
  }
  return line
}
