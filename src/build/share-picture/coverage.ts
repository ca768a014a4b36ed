import type { Line } from './flatten-path.ts'

type Box = { left: number; top: number; width: number; height: number }

/** Below this nothing is to be seen, and rounding is at work. */
const least = 0.01

/** Kept from shape to shape, and left at zero by each. */
let sums = new Float32Array(0)
/** The first pixel that the shape touches in each row, and the one behind the last. */
let firsts = new Int32Array(0)
let ends = new Int32Array(0)

/**
 * Tells of every stretch of pixels that a shape touches how much of each the shape covers, up to 1. The area is exact: each edge leaves
 * what lies to its right in the pixels that it crosses, and one sum along every row makes the coverage of that (as in
 * font-rs and stb_truetype). Shapes that overlap in the same turning direction count once.
 */
export function visitCovered(
  lines: readonly Line[],
  visit: (from: number, to: number, y: number, covered: number) => void,
): void {
  const box = boxOf(lines)
  const { left, top, width, height } = box
  if (sums.length < width * height) sums = new Float32Array(width * height * 2)
  if (firsts.length < height) [firsts, ends] = [new Int32Array(height * 2), new Int32Array(height * 2)]
  firsts.fill(width, 0, height)
  ends.fill(0, 0, height)
  for (const line of lines) {
    const last = line.length - 2
    addEdge(box, line[last] ?? 0, line[last + 1] ?? 0, line[0] ?? 0, line[1] ?? 0)
    for (let i = 0; i < last; i += 2) {
      addEdge(box, line[i] ?? 0, line[i + 1] ?? 0, line[i + 2] ?? 0, line[i + 3] ?? 0)
    }
  }
  for (let y = 0; y < height; y += 1) {
    let covered = 0
    const row = y * width
    const end = ends[y] ?? 0
    for (let x = firsts[y] ?? 0; x < end; ) {
      covered += sums[row + x] ?? 0
      sums[row + x] = 0
      const from = x
      do x += 1
      while (x < end && sums[row + x] === 0)
      if (covered > least || covered < -least) visit(left + from, left + x, top + y, Math.min(1, Math.abs(covered)))
    }
  }
}

function boxOf(lines: readonly Line[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      const x = line[i] ?? 0
      const y = line[i + 1] ?? 0
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
  }
  if (left > right) return { left: 0, top: 0, width: 0, height: 0 }
  left = Math.floor(left)
  top = Math.floor(top)
  return { left, top, width: Math.floor(right) - left + 2, height: Math.ceil(bottom) - top }
}

function addEdge({ left, top, width }: Box, fromX: number, fromY: number, toX: number, toY: number): void {
  if (fromY === toY) return
  const direction = fromY < toY ? 1 : -1
  const [x0, y0, x1, y1] = direction === 1 ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY]
  const slope = (x1 - x0) / (y1 - y0)
  let x = x0 - left
  for (let y = Math.floor(y0); y < y1; y += 1) {
    const height = Math.min(y + 1, y1) - Math.max(y, y0)
    const nextX = x + slope * height
    addToRow(y - top, width, Math.min(x, nextX), Math.max(x, nextX), height * direction)
    x = nextX
  }
}

/** @param area what a whole pixel to the right of the edge gains */
function addToRow(y: number, width: number, from: number, to: number, area: number): void {
  const row = y * width
  const first = Math.floor(from)
  const end = Math.max(Math.ceil(to), first + 1)
  if (first < (firsts[y] ?? 0)) firsts[y] = first
  if (end + 1 > (ends[y] ?? 0)) ends[y] = end + 1
  let before = 0
  for (let pixel = first; pixel < end; pixel += 1) {
    const enters = Math.max(from, pixel)
    const leaves = Math.min(to, pixel + 1)
    const share = to > from ? (leaves - enters) / (to - from) : 1
    const passed = to > from ? (enters - from) / (to - from) : 0
    const total = passed + share * (1 - (enters + leaves) / 2 + pixel)
    sums[row + pixel] = (sums[row + pixel] ?? 0) + area * (total - before)
    before = total
  }
  sums[row + end] = (sums[row + end] ?? 0) + area * (1 - before)
}
