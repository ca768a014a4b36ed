import { styleText } from 'node:util'
import { withoutTurns } from '../../platform/text/plain-text.ts'
import { type Cell, type Column, type Style, tabbedLines, tableLines } from './table.ts'

export function writeOut(text: string): void {
  process.stdout.write(text)
}

export function writeErr(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function writeJson(value: unknown): void {
  writeOut(`${JSON.stringify(value, null, 2)}\n`)
}

/** Colors are for terminals; NO_COLOR and the like are obeyed. */
export function style(format: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream })
}

/** Outside of a terminal: bare lines with tabs between the whole cells. */
export function writeTable(head: readonly Column[], rows: readonly (readonly Cell[])[]): void {
  const clean = rows.map((row) => row.map(sanitizeCell))
  const lines = process.stdout.isTTY ? tableLines(head, clean, process.stdout.columns || 80, style) : tabbedLines(clean)
  for (const line of lines) writeOut(`${line}\n`)
}

export function writeFacts(facts: readonly (readonly [label: string, value: string])[]): void {
  const width = Math.max(...facts.map(([label]) => label.length))
  for (const [label, value] of facts) writeOut(`${style('dim', label.padEnd(width))}  ${sanitize(value)}\n`)
}

function sanitizeCell(cell: Cell): Cell {
  return typeof cell === 'string' ? sanitize(cell) : { ...cell, text: sanitize(cell.text) }
}

/** Without what moves the cursor or turns the direction of writing. */
export function sanitize(text: string): string {
  return withoutTurns(text).replaceAll(/\p{Cc}+/gu, ' ')
}

export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitize).join('\n')
}
