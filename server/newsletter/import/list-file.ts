import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type Hint, Refusal } from '../../../platform/actions.ts'
import { cleanText, visibleText } from '../../../platform/text/clean-text.ts'
import { unescapeFormulas } from '../../../platform/text/csv.ts'
import { type Column, couldMeanUnsubscribed, readColumns } from './columns.ts'
import type { ListedSubscriber } from './listed-subscriber.ts'

export type ListedLine = { line: number; listed: ListedSubscriber }

/** Exceeds any exported line, even with notes and tags. Keeps an unclosed quote from turning the file into one cell. */
const maxLineLength = 100_000
/** Maximum number of unknown values in a message. */
const maxExamples = 5
const maxShownCharacters = 40

/**
 * Reads a CSV file or a list of addresses. `hasConsentWords` and `hasConsentTimes`: whether there are columns with the
 * consent text and its time.
 * @param ignored columns that, according to the owner, don't show who unsubscribed
 * @throws Refusal if it isn't a list, or if an unknown column could show who unsubscribed
 */
export function readList(list: string | Uint8Array, ignored: readonly string[] = []) {
  // Normalize line endings. Pasted lists mix them, so the parser would miscount lines.
  const text = decode(Buffer.from(list)).replaceAll(/\r\n?/g, '\n')
  const format = readFormat(firstLineOf(text), ignored)
  const rows = readRows(text, format)
  const unknown = findUnknownColumns(rows, format.columns)
  if (unknown.length > 0) throw unknownColumnsRefusal(unknown)
  const fields = format.columns.map(({ meaning }) => meaning)
  return {
    hasConsentWords: fields.includes('consentWords'),
    hasConsentTimes: (['consentAt', 'confirmedAt', 'addedAt'] as const).some((field) => fields.includes(field)),
    lines: rows.map(({ line, cells }) => ({ line, listed: readSubscriber(format.columns, cells) })),
  }
}

function decode(bytes: Buffer): string {
  if (bytes.subarray(0, 64).includes(0)) throw unreadable('it’s UTF-16 or not text. In Excel, save it as “CSV UTF-8”')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it isn’t UTF-8. In Excel, save it as “CSV UTF-8”')
  }
}

function firstLineOf(text: string): string {
  const line = /\S[^\n]*/.exec(text)?.[0]
  if (line === undefined) throw unreadable('it’s empty')
  if (line.length > maxLineLength) throw unreadable('its first line is too long')
  return line
}

/** `hasHeader`: the first line names the columns. */
type ListFormat = { delimiter: string; columns: Column[]; hasHeader: boolean }

function readFormat(line: string, ignored: readonly string[]): ListFormat {
  const delimiter = guessDelimiter(line)
  // For a plain list of addresses, use tabs as the delimiter. Addresses never contain tabs, so each line is one cell.
  if (delimiter === undefined && line.includes('@'))
    return { delimiter: '\t', columns: readColumns(['email']), hasHeader: false }
  const format = { delimiter: delimiter ?? ',', trim: true, relax_quotes: true }
  const [names = []]: string[][] = parse(line, format)
  const columns = ignoreColumns(readColumns(names), ignored)
  const emails = columns.filter(({ meaning }) => meaning === 'email')
  if (emails.length === 0) throw unreadable('its first line must name the columns, including “email”')
  if (emails.length > 1) throw unreadable('two of its columns mean “email”')
  return { delimiter: format.delimiter, columns, hasHeader: true }
}

/** The most frequent delimiter outside quotes. @returns undefined if the line has none */
function guessDelimiter(line: string): string | undefined {
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length - 1
  const [likeliest = ','] = [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a))
  return countOf(likeliest) === 0 ? undefined : likeliest
}

/** Marks columns as ignored. @throws Refusal if the list doesn't have one of them */
function ignoreColumns(columns: readonly Column[], ignored: readonly string[]): Column[] {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const missing = ignored.find((each) => each !== '' && !columns.some(({ name }) => isSame(each, name)))
  if (missing !== undefined) throw unreadable(`it has no column “${missing}” to ignore`)
  return columns.map((column) => {
    const isIgnored = ignored.some((name) => isSame(name, column.name))
    return isIgnored ? { ...column, meaning: 'nothing' } : column
  })
}

type Row = { line: number; cells: string[] }

function readRows(text: string, format: ListFormat, quoteEscape = '"'): Row[] {
  const { delimiter, columns, hasHeader } = format
  const rows: Row[] = []
  try {
    parse(text, {
      delimiter,
      escape: quoteEscape,
      quote: hasHeader ? '"' : false,
      from: hasHeader ? 2 : 1,
      cast: (cell, { index }) => {
        const text = cleanText(unescapeFormulas(cell))
        return columns[index]?.translate(text) ?? text
      },
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxLineLength,
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: lines, cells })
      },
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // MailPoet escapes a quote as \".
    if (error.code === 'CSV_INVALID_CLOSING_QUOTE' && quoteEscape === '"') return readRows(text, format, '\\')
    throw unreadable(error.message)
  }
}

/** A column that could show who unsubscribed. `examples`: unrecognized values. */
type UnknownColumn = { name: string; examples: string[] }

/** Finds columns with unknown names, and unknown values in known columns. */
function findUnknownColumns(rows: readonly Row[], columns: readonly Column[]): UnknownColumn[] {
  const unknown: UnknownColumn[] = []
  for (const [i, { name, meaning }] of columns.entries()) {
    const cells = rows.map((row) => row.cells[i]?.trim() ?? '')
    const unclear = new Set(cells.filter((cell) => couldMeanUnsubscribed(meaning, cell)))
    if (meaning !== undefined && unclear.size === 0) continue
    unclear.delete('')
    unknown.push({ name, examples: [...unclear].slice(0, maxExamples) })
  }
  return unknown
}

function unknownColumnsRefusal(unknown: readonly UnknownColumn[]): Refusal {
  const described = unknown.map(({ name, examples }) => {
    const values = examples.map((cell) => `“${cell.slice(0, maxShownCharacters)}”`)
    return `“${name}” (${values.join(', ') || 'empty'})`
  })
  const noun = unknown.length === 1 ? 'column' : 'columns'
  const advice =
    'could show who has unsubscribed, but the values are unknown. If a column doesn’t show that, ignore it. Otherwise add a column “state” with active, unconfirmed, unsubscribed, bounced, or complained'
  // Only show names without special characters, which the shell would expand.
  const names = unknown.map(({ name }) => (/^[\w -]+$/.test(name) ? `"${name}"` : '"…"'))
  const command = `subscribers import LIST --ignore ${names.join(' ')}`
  return unreadable(`its ${noun} ${described.join(', ')} ${advice}`, { label: 'To ignore it', command })
}

function readSubscriber(columns: readonly Column[], cells: readonly string[]): ListedSubscriber {
  const listed: ListedSubscriber = { email: '', signs: [] }
  for (const [i, cell] of cells.entries()) {
    const { name, meaning } = columns[i] ?? extraColumn(cell)
    if (meaning === undefined || meaning === 'nothing' || meaning === 'freeText') continue
    if (typeof meaning === 'object') listed.signs.push({ column: name, sign: meaning, cell })
    // If two columns have the same meaning, the first value wins. Consent text keeps its exact form.
    else listed[meaning] ||= meaning === 'consentWords' ? cell : visibleText(cell)
  }
  return listed
}

/** Allows empty cells after the last column, which spreadsheets add. A value there means a line's cells have shifted. */
function extraColumn(cell: string): Pick<Column, 'name' | 'meaning'> {
  const isEmpty = cell.trim() === ''
  return { name: 'a cell after the last column', meaning: isEmpty ? 'nothing' : { kind: 'word', means: 'unknown' } }
}

function unreadable(why: string, fix?: Hint['fix']): Refusal {
  return new Refusal(`Couldn’t read the list: ${why}. Nothing was imported.`, fix)
}
