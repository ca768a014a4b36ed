/** Columns of a plain text: what mail programs show without breaking it once more, quoted in an answer too. */
export const textWidth = 72

export function columnsOf(text: string): number {
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
