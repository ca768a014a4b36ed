import { styleText } from 'node:util'
import { type Cell, type Column, tabbedLines, tableLines } from './table.ts'

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

type Colours = Parameters<typeof styleText>[0]

/** Colours are for terminals; NO_COLOR and the like are obeyed. */
export function paint(style: Colours, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(style, text, { stream })
}

/** Aligned, with a heading, as wide as the terminal; elsewhere bare lines with tabs between the whole cells. */
export function putTable(head: readonly Column[], rows: readonly (readonly Cell[])[]): void {
  const clean = rows.map((row) => row.map(harmlessCell))
  const lines = process.stdout.isTTY ? tableLines(head, clean, terminalWidth(), paint) : tabbedLines(clean)
  for (const line of lines) put(`${line}\n`)
}

/** In columns; a terminal that does not know its own is taken for a common one. */
export function terminalWidth(): number {
  return process.stdout.columns || 80
}

function harmlessCell(cell: Cell): Cell {
  return typeof cell === 'string' ? harmless(cell) : { ...cell, text: harmless(cell.text) }
}

/** Without what moves the cursor or turns the direction of writing: the words are a stranger's. */
export function harmless(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
}

/** `harmless` for a text of several lines. */
export function harmlessLines(text: string): string {
  return text.split('\n').map(harmless).join('\n')
}
