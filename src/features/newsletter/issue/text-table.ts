import { columnsOf, indentText, wrapText } from './text-lines.ts'

export type TextCell = { text: string; isNumber: boolean }

const gap = '  '
/** A column with fewer than these breaks every other word. */
const narrowest = 14

/**
 * A table in columns where it has room, its longer texts broken within their columns. Elsewhere each row becomes a little
 * list: the first cell, and below it the others, each after the head of its column.
 */
export function tableText(head: readonly TextCell[], rows: readonly (readonly TextCell[])[], width: number): string {
  const widths = columnWidths([head, ...rows], width)
  if (widths === undefined) return rows.map((row) => rowAsList(head, row, width)).join('\n\n')
  const lines = rows.map((row) => rowInColumns(row, widths))
  const rule = widths.map((columns) => '-'.repeat(columns)).join(gap)
  const isLoose = lines.some((line) => line.includes('\n'))
  return [rowInColumns(head, widths), rule, lines.join(isLoose ? '\n\n' : '\n')].join('\n')
}

/** @returns undefined where even the narrowest columns have no room */
function columnWidths(rows: readonly (readonly TextCell[])[], width: number): number[] | undefined {
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column]?.text ?? '')) ?? []
  const natural = columns.map((texts) => Math.max(...texts.map(columnsOf)))
  const least = columns.map((texts, i) => Math.min(natural[i] ?? 0, Math.max(narrowest, longestWord(texts))))
  const room = width - gap.length * (columns.length - 1)
  if (sum(least) > room) return undefined
  const widths = [...natural]
  while (sum(widths) > room) {
    const widest = widths.reduce(
      (best, columns, i) => (columns > (least[i] ?? 0) && columns > (widths[best] ?? 0) ? i : best),
      widths.findIndex((columns, i) => columns > (least[i] ?? 0)),
    )
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function rowInColumns(row: readonly TextCell[], widths: readonly number[]): string {
  const cells = row.map(({ text }, i) => wrapText(text, widths[i]).split('\n'))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, i) => {
        const text = lines[line] ?? ''
        const fill = ' '.repeat(Math.max(0, (widths[i] ?? 0) - columnsOf(text)))
        return row[i]?.isNumber ? fill + text : text + fill
      })
      .join(gap)
      .trimEnd(),
  ).join('\n')
}

function rowAsList(head: readonly TextCell[], row: readonly TextCell[], width: number): string {
  const [title, ...others] = row.map(({ text }, i) => {
    const name = head[i]?.text ?? ''
    return name === '' || i === 0 ? text : `${name}: ${text}`
  })
  return [
    wrapText(title ?? '', width),
    ...others.filter(Boolean).map((text) => indentText(wrapText(text, width - 4), '    ', '  - ')),
  ].join('\n')
}

function longestWord(texts: readonly string[]): number {
  return Math.max(...texts.flatMap((text) => text.split(/\s+/)).map(columnsOf))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
