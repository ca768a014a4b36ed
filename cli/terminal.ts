import { styleText } from 'node:util'

/** Data, for a person or the next program. */
export function put(text: string): void {
  process.stdout.write(text)
}

/** Everything that is no data. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function putJson(value: unknown): void {
  put(`${JSON.stringify(value, null, 2)}\n`)
}

export type Colours = Parameters<typeof styleText>[0]

/** Colours are for terminals; NO_COLOR and the like are obeyed. */
export function paint(style: Colours, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(style, text, { stream })
}

/** Aligned, with a heading, on a terminal; elsewhere bare lines with tabs between the cells. */
export function putTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(harmless))
  if (!process.stdout.isTTY) {
    for (const row of cells) put(`${row.join('\t')}\n`)
    return
  }
  const widths = head.map((title, column) => Math.max(...[head, ...cells].map((row) => lengthOf(row[column] ?? title))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join('  ')
      .trimEnd()
  put(`${paint('bold', line(head))}\n`)
  for (const row of cells) put(`${line(row)}\n`)
}

/** Without what moves the cursor or turns the direction of writing: the words are a stranger's. */
export function harmless(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
}

/** `harmless` for a text of several lines. */
export function harmlessLines(text: string): string {
  return text.split('\n').map(harmless).join('\n')
}

function lengthOf(text: string): number {
  return [...text].length
}
