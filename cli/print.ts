import { once } from 'node:events'
import { styleText } from 'node:util'
import textWidth from 'string-width'
import type { Block, Export, Table } from '../platform/actions.ts'
import { labelOf as sentenceCase } from '../platform/fields.ts'
import { cleanText, oneLine } from '../platform/text/clean-text.ts'
import { csvRecord, recordOf } from '../platform/text/csv.ts'
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

/** Removes control characters, which could fake output. */
export function sanitizeLines(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u2028-\u202E\u2066-\u2069]/gu, '')
}

export function writeJson(value: unknown): void {
  writeOut(dataText(`${JSON.stringify(value, null, 2)}\n`))
}

/** Removes control characters only for terminals. Files and programs get all data. */
function dataText(text: string): string {
  return process.stdout.isTTY ? sanitizeLines(text) : text
}

export function printBlocks(blocks: readonly Block[]): void {
  for (const [index, block] of blocks.flatMap(toSections).entries()) {
    if (index > 0) writeOut('\n')
    if (typeof block === 'string') writeOut(`${sanitizeLines(block)}\n`)
    else if ('rows' in block) printTable(block)
    else printFacts(block)
  }
}

type Facts = readonly (readonly [label: string, value: string])[]

function toSections(block: Block): (string | Table | Facts)[] {
  if (typeof block === 'string') return [block]
  if ('rows' in block) return block.rows.length === 0 ? [] : [block]
  if (Array.isArray(block)) return [Array.isArray(block[0]) ? (block as Facts) : { rows: block }]
  return objectSections(block)
}

/** Shows plain values as facts, then lists of objects as tables. Leaves out empty values. */
function objectSections(object: object): (Table | Facts)[] {
  const entries = Object.entries(object).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const facts = entries
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => [labelOf(name), textOf(name, value)] as const)
  const tables = entries
    .filter(([, value]) => Array.isArray(value) && typeof value[0] === 'object')
    .map(([name, rows]) => ({ title: labelOf(name), rows }))
  return facts.length > 0 ? [facts, ...tables] : tables
}

/** Prints aligned columns in a terminal. Piped output has tabs, and its cells are never truncated. */
function printTable({ title, rows, columns = Object.keys(rows[0] ?? {}) }: Table): void {
  const cells = rows.map((row) => columns.map((column) => textOf(column, Reflect.get(row, column))))
  if (title !== undefined) writeOut(`${style('bold', title)}\n`)
  if (!process.stdout.isTTY) return writeOut(cells.map((row) => `${row.join('\t')}\n`).join(''))
  const tableColumns = columns.map((column) => ({
    title: labelOf(column),
    isNumber: rows.some((row) => typeof Reflect.get(row, column) === 'number') && !isTimeName(column),
  }))
  writeOut(`${tableLines(tableColumns, cells, process.stdout.columns || 80).join('\n')}\n`)
}

/** Indents a value's lines, except the first. Otherwise, a visitor's line could look like another fact. */
function printFacts(facts: Facts): void {
  const indent = Math.max(...facts.map(([label]) => label.length)) + columnGap
  const columns = Math.max(minLineWidth, (process.stdout.columns || 80) - indent)
  for (const [label, value] of facts) {
    const lines = cleanText(value).split('\n').map(oneLine)
    if (process.stdout.isTTY) {
      const wrapped = lines.flatMap((line) => wrapLine(line, columns))
      writeOut(`${style('dim', label.padEnd(indent))}${wrapped.join(`\n${' '.repeat(indent)}`)}\n`)
    } else writeOut(`${oneLine(label)}\t${lines.join('\n\t')}\n`)
  }
}

/** Breaks a line before the terminal does, which wouldn't indent the rest. */
function wrapLine(text: string, columns: number): string[] {
  const start = startOf(text, columns)
  if (start === text) return [text]
  const end = start.lastIndexOf(' ') + 1 || start.length || columns
  return [text.slice(0, end), ...wrapLine(text.slice(end), columns)]
}

/** `created_at` becomes “Created”, `sentAt` “Sent”. */
function labelOf(column: string): string {
  return sentenceCase(column.replace(/_at$|(?<=[a-z])At$/, '').replaceAll('_', ' '))
}

function textOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isTime(column, value)) return minuteOf(value)
  if (column === 'state' && value === 'cancelled') return 'canceled'
  return oneLine(typeof value === 'number' ? value.toLocaleString('en') : String(value))
}

function isTime(name: string, value: unknown): value is number {
  return typeof value === 'number' && isTimeName(name)
}

function isTimeName(name: string): boolean {
  return /(?:^|_)at$|At$|^since$/.test(name)
}

/** Converts a result for scripts: camel-case names, ISO 8601 times. */
export function toRecord(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => toRecord(item))
  if (isTime(name, value)) return isoTime(value)
  if (value === null || typeof value !== 'object') return value
  const camelCase = (key: string) => key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [camelCase(key), toRecord(field, key)]))
}

/** Writes all rows as CSV or as a JSON array, then reports how many on standard error. */
export async function writeExport<Row>(format: 'csv' | 'json', { rows, json, csv = json, message }: Export<Row>) {
  let count = 0
  const isCsv = format === 'csv'
  if (isCsv) await writeStream(csvRecord(Object.keys(csv)))
  for await (const row of rows) {
    const separator = count === 0 ? '[\n' : ',\n'
    const record = isCsv ? csvRecord(Object.values(recordOf(csv, row))) : JSON.stringify(recordOf(json, row))
    await writeStream(isCsv ? record : separator + record)
    count += 1
  }
  if (!isCsv) await writeStream(count === 0 ? '[\n]\n' : '\n]\n')
  writeErr(message(count))
}

export async function writeJsonLine(value: object): Promise<void> {
  await writeStream(`${JSON.stringify(value)}\n`)
}

/** Waits for slow readers instead of buffering everything. */
async function writeStream(text: string): Promise<void> {
  if (!process.stdout.write(dataText(text))) await once(process.stdout, 'drain')
}

const columnGap = 2
const minWidth = 6
const minLineWidth = 20
/** References, times, and numbers fit in this width and are never truncated. */
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

/** Shrinks the widest columns first, none below its minimum. The result can still be too wide. */
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

/** The start of `text` that fits in a number of columns. */
function startOf(text: string, columns: number): string {
  let remaining = columns
  let start = ''
  // Truncate before measuring: the text can be very long.
  for (const { segment } of graphemes.segment(text.slice(0, columns * 8))) {
    remaining -= textWidth(segment)
    if (remaining < 0) break
    start += segment
  }
  return start
}
