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

/** Columns of a plain text: what mail programs show without breaking it once more, quoted in an answer too. */
export const textWidth = 72

function columnsOf(text: string): number {
  return [...text].length
}

export function wrapText(text: string, width = textWidth): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n')
}

export function indentText(text: string, before: string, first = before): string {
  return text
    .split('\n')
    .map((line, i) => `${i === 0 ? first : before}${line}`.trimEnd())
    .join('\n')
}

export function underlined(text: string, mark: string): string {
  return `${text}\n${mark.repeat(Math.max(...text.split('\n').map(columnsOf)))}`
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/[ \t]+/).filter(Boolean)) {
    const longer = current === '' ? word : `${current} ${word}`
    if (columnsOf(longer) <= width) current = longer
    else {
      if (current !== '') lines.push(current)
      current = word
    }
  }
  return [...lines, current]
}

/** Widths of columns for this room: the widest shrinks first, none below its least, so they may still be too wide. */
export function shrinkColumns(columns: readonly { width: number; min: number }[], room: number): number[] {
  const widths = columns.map(({ width }) => width)
  for (let excess = sum(widths) - room; excess > 0; excess--) {
    const shrinkable = columns.map(({ min }, i) => ((widths[i] ?? 0) > min ? (widths[i] ?? 0) : 0))
    const widest = Math.max(...shrinkable)
    if (widest === 0) break
    widths[shrinkable.indexOf(widest)] = widest - 1
  }
  return widths
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
