import { once } from 'node:events'
import type { Block, Export, Table } from '../platform/actions.ts'
import { labelOf as sentenceCase } from '../platform/fields.ts'
import { cleanText, oneLine } from '../platform/text/clean-text.ts'
import { csvRecord, recordOf } from '../platform/text/csv.ts'
import { formatIsoTime, formatMinute } from '../platform/text/time-text.ts'
import { columnGap, tableLines, wrapLine } from './table.ts'
import { sanitizeLines, style, writeErr, writeOut } from './terminal.ts'

/** Values wrap to at least this width, even in a narrow terminal. */
const minLineWidth = 20
/** The width to assume if the terminal doesn't report one. */
const defaultWidth = 80

export function writeJson(value: unknown): void {
  writeOut(dataText(`${JSON.stringify(value, null, 2)}\n`))
}

/** Removes control characters if stdout is a terminal. Files and other programs get the data unchanged. */
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

/** Converts an object's plain values to facts, then its lists of objects to tables. Skips empty values. */
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

/** Prints aligned columns in a terminal. When piped, separates cells by tabs and never truncates them. */
function printTable({ title, rows, columns = Object.keys(rows[0] ?? {}) }: Table): void {
  const cells = rows.map((row) => columns.map((column) => textOf(column, Reflect.get(row, column))))
  if (title !== undefined) writeOut(`${style('bold', title)}\n`)
  if (!process.stdout.isTTY) return writeOut(cells.map((row) => `${row.join('\t')}\n`).join(''))
  const tableColumns = columns.map((column) => ({
    title: labelOf(column),
    isNumber: rows.some((row) => typeof Reflect.get(row, column) === 'number') && !isTimeName(column),
  }))
  writeOut(`${tableLines(tableColumns, cells, process.stdout.columns || defaultWidth).join('\n')}\n`)
}

/** Prints labeled facts. Indents a value's further lines, so a visitor's text can't imitate another fact. */
function printFacts(facts: Facts): void {
  const indent = Math.max(...facts.map(([label]) => label.length)) + columnGap
  const columns = Math.max(minLineWidth, (process.stdout.columns || defaultWidth) - indent)
  for (const [label, value] of facts) {
    const lines = cleanText(value).split('\n').map(oneLine)
    if (process.stdout.isTTY) {
      const wrapped = lines.flatMap((line) => wrapLine(line, columns))
      writeOut(`${style('dim', label.padEnd(indent))}${wrapped.join(`\n${' '.repeat(indent)}`)}\n`)
    } else writeOut(`${oneLine(label)}\t${lines.join('\n\t')}\n`)
  }
}

/** `created_at` becomes “Created”, `sentAt` “Sent”. */
function labelOf(column: string): string {
  return sentenceCase(column.replace(/_at$|(?<=[a-z])At$/, '').replaceAll('_', ' '))
}

function textOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isTime(column, value)) return formatMinute(value)
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
  if (isTime(name, value)) return formatIsoTime(value)
  if (value === null || typeof value !== 'object') return value
  const camelCase = (key: string) => key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [camelCase(key), toRecord(field, key)]))
}

/** Writes all rows as CSV or as a JSON array, then prints their number to stderr. */
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

/** Writes to stdout. Waits for a slow reader instead of buffering everything. */
async function writeStream(text: string): Promise<void> {
  if (!process.stdout.write(dataText(text))) await once(process.stdout, 'drain')
}
