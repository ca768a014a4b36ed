import { once } from 'node:events'
import { styleText } from 'node:util'
import textWidth from 'string-width'
import type { Block, Export, Table } from '../platform/actions.ts'
import { labelOf as wordsOf } from '../platform/fields.ts'
import { csvRecord, recordOf } from '../platform/text/csv.ts'
import { withoutDirectionControls } from '../platform/text/plain-text.ts'
import { isoTime, minuteOf } from '../platform/text/time-text.ts'

type Style = Parameters<typeof styleText>[0]

export function writeOut(text: string): void {
  process.stdout.write(text)
}

export function writeErr(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Styles text on terminals, unless NO_COLOR is set. */
export function style(format: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return styleText(format, text, { stream })
}

/** Blanks control characters and removes bidirectional ones, so that visitors' text can't fake output. */
export function sanitize(text: string): string {
  return withoutDirectionControls(text).replaceAll(/\p{Cc}+/gu, ' ')
}

export function sanitizeLines(text: string): string {
  return text.split('\n').map(sanitize).join('\n')
}

export function writeJson(value: unknown): void {
  writeOut(`${JSON.stringify(value, null, 2)}\n`)
}

export function printBlocks(blocks: readonly Block[]): void {
  for (const [index, block] of blocks.flatMap(partsOf).entries()) {
    if (index > 0) writeOut('\n')
    if (typeof block === 'string') writeOut(`${sanitizeLines(block)}\n`)
    else if ('rows' in block) printTable(block)
    else printFacts(block)
  }
}

/** Splits an object into facts (plain values) and tables (lists of objects). */
function partsOf(block: Block): (string | Table | Facts)[] {
  if (typeof block === 'string') return [block]
  if (isTable(block)) return block.rows.length === 0 ? [] : [block]
  if (Array.isArray(block)) return [Array.isArray(block[0]) ? (block as Facts) : { rows: block }]
  const entries = Object.entries(block).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const facts = entries.filter(([, value]) => typeof value !== 'object')
  const tables = entries.filter(([, value]) => Array.isArray(value) && typeof value[0] === 'object')
  return [
    ...(facts.length > 0 ? [facts.map(([name, value]) => [labelOf(name), textOf(name, value)] as const)] : []),
    ...tables.map(([name, rows]) => ({ title: labelOf(name), rows })),
  ]
}

type Facts = readonly (readonly [label: string, value: string])[]

function isTable(block: object): block is Table {
  return 'rows' in block
}

/** Prints aligned columns on a terminal; piped output has tabs and uncut cells. */
function printTable({ title, rows, columns = Object.keys(rows[0] ?? {}) }: Table): void {
  const cells = rows.map((row) => columns.map((column) => textOf(column, Reflect.get(row, column))))
  if (title !== undefined) writeOut(`${style('bold', title)}\n`)
  if (!process.stdout.isTTY) return writeOut(cells.map((row) => `${row.join('\t')}\n`).join(''))
  const isNumber = columns.map((column) => rows.some((row) => isCount(column, Reflect.get(row, column))))
  writeOut(`${tableLines(columns.map(labelOf), cells, process.stdout.columns || 80, isNumber).join('\n')}\n`)
}

function printFacts(facts: Facts): void {
  if (!process.stdout.isTTY) return writeOut(facts.map((fact) => `${fact.map(sanitize).join('\t')}\n`).join(''))
  const width = Math.max(...facts.map(([label]) => label.length))
  for (const [label, value] of facts) writeOut(`${style('dim', label.padEnd(width))}  ${sanitize(value)}\n`)
}

/** `created_at` becomes “Created”, `sentAt` “Sent”. */
function labelOf(column: string): string {
  return wordsOf(column.replace(/_at$|(?<=[a-z])At$/, '').replaceAll('_', ' '))
}

function textOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isTime(column, value)) return minuteOf(value)
  return sanitize(typeof value === 'number' ? value.toLocaleString('en') : String(value))
}

function isTime(name: string, value: unknown): value is number {
  return typeof value === 'number' && /(?:^|_)at$|At$|^since$/.test(name)
}

function isCount(column: string, value: unknown): boolean {
  return typeof value === 'number' && !isTime(column, value)
}

/** Converts a result for scripts: camel-case names, ISO 8601 times. */
export function toRecord(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => toRecord(each))
  if (isTime(name, value)) return isoTime(value)
  if (value === null || typeof value !== 'object') return value
  const camelCase = (key: string) => key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [camelCase(key), toRecord(each, key)]))
}

/** Streams rows as CSV or JSON. */
export async function writeExport<Row>(format: 'csv' | 'json', { rows, json, csv = json, message }: Export<Row>) {
  const isCsv = format === 'csv'
  let count = 0
  await writeSlowly(isCsv ? csvRecord(Object.keys(csv)) : '[')
  for await (const row of rows) {
    const start = count++ === 0 ? '\n' : ',\n'
    await writeSlowly(
      isCsv ? csvRecord(Object.values(recordOf(csv, row))) : start + JSON.stringify(recordOf(json, row)),
    )
  }
  await writeSlowly(isCsv ? '' : '\n]\n')
  writeErr(message(count))
}

export async function writeJsonLine(value: object): Promise<void> {
  await writeSlowly(`${JSON.stringify(value)}\n`)
}

/** Waits for a slow reader instead of buffering everything. */
async function writeSlowly(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

const columnGap = 2
const minWidth = 6
/** Columns up to this width are never cut: references, times, numbers. */
const uncutWidth = 24

const colors: readonly (readonly [RegExp, Style])[] = [
  [/^(?:failed|wrong|refused)/, 'red'],
  [/^(?:held|suspicious|reserved|waiting|queued|paused|unknown|note)/, 'yellow'],
  [/^(?:ok|sent|booked|confirmed)/, 'green'],
  [/^(?:spam|answered|cancelled)/, 'dim'],
]

/** Lays out a table. If it's too wide, cuts the widest columns, but never the first or narrow ones. */
export function tableLines(titles: string[], rows: string[][], maxWidth: number, isNumber: boolean[] = []): string[] {
  const natural = titles.map((title, i) => Math.max(textWidth(title), ...rows.map((row) => textWidth(row[i] ?? ''))))
  const widths = shrinkColumns(
    natural.map((width, i) => ({
      width,
      min: i === 0 || width <= uncutWidth ? width : Math.max(minWidth, textWidth(titles[i] ?? '')),
    })),
    maxWidth - columnGap * (titles.length - 1),
  )
  const line = (cells: string[], styleOf: (cell: string, title: string) => Style | undefined) =>
    cells.map((cell, i) => {
      const cut = cutText(cell, widths[i] ?? 0)
      const padding = ' '.repeat(Math.max(0, (widths[i] ?? 0) - textWidth(cut)))
      const format = styleOf(cell, titles[i] ?? '')
      const styled = format === undefined ? cut : style(format, cut)
      return isNumber[i] ? padding + styled : i === titles.length - 1 ? styled : styled + padding
    })
  return [line(titles, () => 'bold'), ...rows.map((row) => line(row, colorOf))].map((cells) =>
    cells.join(' '.repeat(columnGap)),
  )
}

/** Shrinks the widest first, none below its minimum. The result may still be too wide. */
function shrinkColumns(columns: readonly { width: number; min: number }[], room: number): number[] {
  const widths = columns.map(({ width }) => width)
  const excess = widths.reduce((total, width) => total + width, 0) - room
  for (let step = 0; step < excess; step++) {
    const shrinkable = columns.map(({ min }, i) => ((widths[i] ?? 0) > min ? (widths[i] ?? 0) : 0))
    const widest = Math.max(...shrinkable)
    if (widest === 0) break
    widths[shrinkable.indexOf(widest)] = widest - 1
  }
  return widths
}

function colorOf(cell: string, title: string): Style | undefined {
  return /^Stat/.test(title) ? colors.find(([pattern]) => pattern.test(cell))?.[1] : undefined
}

const graphemes = new Intl.Segmenter()

export function cutText(text: string, columns: number): string {
  // Cut before measuring: the text may be very long.
  const start = text.slice(0, columns * 8)
  if (start.length === text.length && textWidth(text) <= columns) return text
  let room = columns - 1
  let fitting = ''
  for (const { segment } of graphemes.segment(start)) {
    room -= textWidth(segment)
    if (room < 0) break
    fitting += segment
  }
  return `${fitting.trimEnd()}…`
}
