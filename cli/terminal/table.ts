import type { styleText } from 'node:util'
import { cutText, padText, textWidth } from './text-width.ts'

type Style = Parameters<typeof styleText>[0]

/** A title; `fixed` cells are never cut, since they are to be copied: references, numbers. */
export type Column = string | { title: string; fixed?: true; right?: true }

export type Cell = string | { text: string; style: Style }

const gap = 2
const narrowest = 6

/** For the next program: no heading, nothing cut. */
export function tabbedLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.map(textOf).join('\t'))
}

/**
 * For a person: a heading, and columns that fit beside each other. Where they do not, the widest one is cut, and the next,
 * until they do.
 * @param width in columns of the terminal
 */
export function tableLines(
  head: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  paint: (style: Style, text: string) => string,
): string[] {
  const columns = head.map((column) => (typeof column === 'string' ? { title: column } : column))
  const widths = shrink(
    columns.map(({ title, fixed }, index) => ({
      width: rows.reduce((width, row) => Math.max(width, textWidth(textOf(row[index] ?? ''))), textWidth(title)),
      least: fixed ? Number.POSITIVE_INFINITY : Math.max(narrowest, textWidth(title)),
    })),
    width - gap * (columns.length - 1),
  )
  const line = (cells: readonly Cell[], ends: (index: number) => boolean) =>
    cells.map((cell, index) => {
      const { right } = columns[index] ?? {}
      const room = widths[index] ?? 0
      const cut = cutText(textOf(cell), room)
      const blank = padText('', room - textWidth(cut))
      const painted = typeof cell === 'string' ? cut : paint(cell.style, cut)
      return right ? blank + painted : ends(index) ? painted : painted + blank
    })
  const isLast = (index: number) => index === columns.length - 1
  const titles = columns.map(({ title }) => ({ text: title, style: 'bold' as const }))
  return [titles, ...rows].map((cells) => line(cells, isLast).join(' '.repeat(gap)))
}

/** Takes from the widest column what is too much, but from none more than it can spare. */
function shrink(columns: readonly { width: number; least: number }[], room: number): number[] {
  const widths = columns.map(({ width }) => width)
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const spare = widths.map((width, index) => (width > (columns[index]?.least ?? 0) ? width : 0))
    const [widest = 0, next = 0] = spare.toSorted((a, b) => b - a)
    if (widest === 0) return widths
    const index = spare.indexOf(widest)
    const least = Math.max(columns[index]?.least ?? 0, Math.min(next, widest - 1), widest - excess)
    widths[index] = least
    excess -= widest - least
  }
  return widths
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}
