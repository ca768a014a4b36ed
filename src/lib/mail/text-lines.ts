/** Columns of a plain text: what mail programs show without breaking it once more, quoted in an answer too. */
export const textWidth = 72

export function columnsOf(text: string): number {
  return [...text].length
}

export function wrapText(text: string, width = textWidth): string {
  const lines = text.split('\n').flatMap((line) => wrapLine(line, width))
  return lines.join('\n')
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
