import type { styleText } from 'node:util'
import textWidth from 'string-width'
import { shrinkColumns } from '../../platform/text/text-lines.ts'

export type Style = Parameters<typeof styleText>[0]

/** A title; `fixed` cells are never cut, since they are to be copied: references, numbers. */
export type Column = string | { title: string; fixed?: true; right?: true }

export type Cell = string | { text: string; style: Style }

const gap = 2
const narrowest = 6

export function tabbedLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.map(textOf).join('\t'))
}

/** Where the columns do not fit beside each other, the widest one is cut, and the next. */
export function tableLines(
  head: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  style: (style: Style, text: string) => string,
): string[] {
  const columns = head.map((column) => (typeof column === 'string' ? { title: column } : column))
  const widths = shrinkColumns(
    columns.map(({ title, fixed }, index) => ({
      width: rows.reduce((width, row) => Math.max(width, textWidth(textOf(row[index] ?? ''))), textWidth(title)),
      least: fixed ? Number.POSITIVE_INFINITY : Math.max(narrowest, textWidth(title)),
    })),
    width - gap * (columns.length - 1),
  )
  const line = (cells: readonly Cell[]) =>
    cells.map((cell, index) => {
      const { right } = columns[index] ?? {}
      const room = widths[index] ?? 0
      const cut = cutText(textOf(cell), room)
      const blank = ' '.repeat(Math.max(0, room - textWidth(cut)))
      const styled = typeof cell === 'string' ? cut : style(cell.style, cut)
      return right ? blank + styled : index === columns.length - 1 ? styled : styled + blank
    })
  const titles = columns.map(({ title }) => ({ text: title, style: 'bold' as const }))
  return [titles, ...rows].map((cells) => line(cells).join(' '.repeat(gap)))
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

const graphemes = new Intl.Segmenter()

export function cutText(text: string, columns: number): string {
  // Cut before it is measured: a stranger may have written a book.
  const start = text.slice(0, columns * 8)
  if (start.length === text.length && textWidth(text) <= columns) return text
  let room = columns - 1
  let kept = ''
  for (const { segment } of graphemes.segment(start)) {
    room -= textWidth(segment)
    if (room < 0) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
