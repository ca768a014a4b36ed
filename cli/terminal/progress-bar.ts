import { style as paint } from './terminal.ts'

/** `dim` is for what is still to come; `mark` stands for the part where there are no colors. */
export type BarPart = { count: number; style: Parameters<typeof paint>[0]; mark?: string }

/** As wide as `width` says: blocks in colors, else plain ASCII. A part that is not 0 shows, however small. */
export function progressBar(
  parts: readonly BarPart[],
  width: number,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const columns = shares(
    parts.map(({ count }) => Math.max(0, count)),
    width,
  )
  const hasColours = paint('red', '|', stream) !== '|'
  const drawn = parts.map(({ style, mark }, index) => {
    const length = columns[index] ?? 0
    const isOpen = style === 'dim'
    if (!hasColours) return (mark ?? (isOpen ? '.' : '#')).repeat(length)
    return length === 0 ? '' : paint(style, (isOpen ? '░' : '█').repeat(length), stream)
  })
  return drawn.join('') + ' '.repeat(width - columns.reduce((sum, length) => sum + length, 0))
}

/** Whole columns in proportion, that add up to the width: the largest gives what the rounding has given too much. */
function shares(counts: readonly number[], width: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const columns = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.round((count / total) * width))))
  for (
    let excess = columns.reduce((sum, length) => sum + length, 0) - width;
    excess !== 0;
    excess -= Math.sign(excess)
  ) {
    const largest = columns.indexOf(Math.max(...columns))
    columns[largest] = (columns[largest] ?? 0) - Math.sign(excess)
  }
  return columns
}
