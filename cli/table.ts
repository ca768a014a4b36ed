import textWidth from 'string-width'
import { type Style, style } from './terminal.ts'

/** Spaces between columns. */
export const columnGap = 2
/** Minimum width of a truncated column, enough for a short word. */
const minWidth = 6
/** Columns up to this width are never truncated. References, times, and numbers fit. */
const maxWidthInFull = 24

const statusStyles: readonly (readonly [RegExp, Style])[] = [
  [/^(?:failed|wrong|refused)/, 'red'],
  [/^(?:held|suspicious|reserved|requested|waiting|queued|paused|unknown|note)/, 'yellow'],
  [/^(?:ok|sent|booked|confirmed)/, 'green'],
  [/^(?:spam|answered|canceled)/, 'dim'],
]

type TableColumn = { title: string; isNumber?: boolean }

/** Lays out a table. If it's too wide, truncates the widest columns, but never the first or narrow columns. */
export function tableLines(columns: readonly TableColumn[], rows: readonly string[][], maxWidth: number): string[] {
  const widths = shrinkColumns(
    columns.map(({ title }, i) => {
      const width = Math.max(textWidth(title), ...rows.map((row) => textWidth(row[i] ?? '')))
      const isInFull = i === 0 || width <= maxWidthInFull
      return { width, min: isInFull ? width : Math.max(minWidth, textWidth(title)) }
    }),
    maxWidth - columnGap * (columns.length - 1),
  )
  const formatLine = (cells: readonly string[], styleOf: (cell: string, title: string) => Style | undefined) =>
    columns
      .map(({ title, isNumber }, i) => {
        const width = widths[i] ?? 0
        const text = cutText(cells[i] ?? '', width)
        const padding = ' '.repeat(Math.max(0, width - textWidth(text)))
        const format = styleOf(cells[i] ?? '', title)
        const styled = format === undefined ? text : style(format, text)
        if (isNumber) return padding + styled
        return i === columns.length - 1 ? styled : styled + padding
      })
      .join(' '.repeat(columnGap))
  const titles = columns.map(({ title }) => title)
  return [formatLine(titles, () => 'bold'), ...rows.map((row) => formatLine(row, statusStyle))]
}

/** Shrinks the widest columns first, but none below its minimum. The result can still be too wide. */
function shrinkColumns(columns: readonly { width: number; min: number }[], maxTotal: number): number[] {
  const widths = columns.map(({ width }) => width)
  const excess = widths.reduce((total, width) => total + width, 0) - maxTotal
  for (let step = 0; step < excess; step++) {
    const shrinkable = columns.map(({ min }, i) => ((widths[i] ?? 0) > min ? (widths[i] ?? 0) : 0))
    const widest = Math.max(...shrinkable)
    if (widest === 0) break
    widths[shrinkable.indexOf(widest)] = widest - 1
  }
  return widths
}

function statusStyle(cell: string, title: string): Style | undefined {
  return /^Stat/.test(title) ? statusStyles.find(([pattern]) => pattern.test(cell))?.[1] : undefined
}

const graphemes = new Intl.Segmenter()

export function cutText(text: string, columns: number): string {
  return startOf(text, columns) === text ? text : `${startOf(text, columns - 1).trimEnd()}…`
}

/** Cuts `text` to fit a number of terminal columns. */
function startOf(text: string, columns: number): string {
  let remaining = columns
  let start = ''
  // Slice first: measuring a very long text would be slow.
  for (const { segment } of graphemes.segment(text.slice(0, columns * 8))) {
    remaining -= textWidth(segment)
    if (remaining < 0) break
    start += segment
  }
  return start
}

/** Wraps a line, so its continuation can be indented. The terminal's own wrapping wouldn't indent it. */
export function wrapLine(text: string, columns: number): string[] {
  const start = startOf(text, columns)
  if (start === text) return [text]
  const end = start.lastIndexOf(' ') + 1 || start.length || columns
  return [text.slice(0, end), ...wrapLine(text.slice(end), columns)]
}
