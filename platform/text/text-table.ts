import { columnsOf, indentText, shrinkColumns, sum, wrapText } from './text-lines.ts'

type TextCell = { text: string; isNumber: boolean }

type Row = readonly TextCell[]

const gap = '  '
const narrowest = 14

/** Columns where the width suffices; elsewhere each row becomes a list under its first cell. */
export function tableText([head = [], ...rows]: readonly Row[], width: number): string {
  const widths = columnWidths(head, rows, width)
  if (widths === undefined) return rows.map((row) => rowAsList(head, row, width)).join('\n\n')
  const lines = rows.map((row) => rowInColumns(row, widths))
  const rule = widths.map((columns) => '-'.repeat(columns)).join(gap)
  const isLoose = lines.some((line) => line.includes('\n'))
  const titles = head.length > 0 ? `${rowInColumns(head, widths)}\n${rule}\n` : ''
  return titles + lines.join(isLoose ? '\n\n' : '\n')
}

/** Undefined where the table has no room. Numbers are never broken. */
function columnWidths(head: Row, rows: readonly Row[], width: number): number[] | undefined {
  const count = Math.max(head.length, ...rows.map((row) => row.length))
  const columns = Array.from({ length: count }, (_, i) => {
    const cells = rows.flatMap((row) => row[i] ?? [])
    const texts = cells.map(({ text }) => text)
    const all = [head[i]?.text ?? '', ...texts]
    if (cells.some(({ isNumber }) => isNumber)) {
      const widest = Math.max(longestWord(all), ...texts.map(columnsOf))
      return { width: widest, min: widest }
    }
    const natural = Math.max(...all.map(columnsOf))
    return { width: natural, min: Math.min(natural, Math.max(narrowest, longestWord(all))) }
  })
  const room = width - gap.length * (count - 1)
  const widths = shrinkColumns(columns, room)
  return sum(widths) > room ? undefined : widths
}

function rowInColumns(row: Row, widths: readonly number[]): string {
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

function rowAsList(head: Row, row: Row, width: number): string {
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
