import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type Hint, Refusal } from '../../../platform/actions.ts'
import { cleanText, visibleText } from '../../../platform/text/clean-text.ts'
import { unescapeFormulas } from '../../../platform/text/csv.ts'
import { isDoubtful, type ListedSubscriber, type Meaning, readHeader } from './listed-subscriber.ts'

export type ListedLine = { line: number; listed: ListedSubscriber }

const maxLine = 100_000
const maxExamples = 5

/**
 * `hasWords` and `hasTimes`: whether there are columns for what people agreed to, and when.
 * @param ignored names of columns to ignore, because they don't show who has left
 * @throws Refusal, also if an unknown column could show who has left
 */
export function readList(list: string | Uint8Array, ignored: readonly string[] = []) {
  // Pasted lists mix line endings, and the parser would miscount lines.
  const text = decode(Buffer.from(list)).replaceAll(/\r\n?/g, '\n')
  const format = readFormat(firstLineOf(text), ignored)
  const rows = rowsOf(text, format)
  const fields = format.columns.map(({ meaning }) => meaning)
  refuseUnknown(rows, format)
  return {
    hasWords: fields.includes('consentWords'),
    hasTimes: (['consentAt', 'confirmedAt', 'addedAt'] as const).some((field) => fields.includes(field)),
    lines: rows.map(({ line, cells }) => ({ line, listed: listedOf(format, cells) })),
  }
}

function decode(bytes: Buffer): string {
  if (bytes.subarray(0, 64).includes(0)) throw unreadable('it’s UTF-16 or not text; in Excel, save it as “CSV UTF-8”')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it isn’t UTF-8; in Excel, save it as “CSV UTF-8”')
  }
}

function firstLineOf(text: string): string {
  const line = /\S[^\n]*/.exec(text)?.[0]
  if (line === undefined) throw unreadable('it is empty')
  if (line.length > maxLine) throw unreadable('its first line is too long')
  return line
}

type Row = { line: number; cells: string[] }

function rowsOf(text: string, format: ListFormat, quoteEscape = '"'): Row[] {
  try {
    const rows: Row[] = []
    parse(text, {
      delimiter: format.delimiter,
      escape: quoteEscape,
      from: format.isBare ? 1 : 2,
      cast: (cell, { index }) => {
        const text = cleanText(unescapeFormulas(cell))
        return format.columns[index]?.translate(text) ?? text
      },
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxLine,
      on_record: (cells: string[], { lines }) => void rows.push({ line: lines, cells }),
      ...(format.isBare && { quote: false }),
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // MailPoet escapes a quote as \".
    if (error.code === 'CSV_INVALID_CLOSING_QUOTE' && quoteEscape === '"') return rowsOf(text, format, '\\')
    throw unreadable(error.message)
  }
}

/** Unknown columns, and unknown values of known ones, could show who has left. */
function refuseUnknown(rows: readonly Row[], { columns }: ListFormat): void {
  const unknown = columns.flatMap(({ name, meaning }, i) => {
    const doubtful = rows.map(({ cells }) => cells[i]?.trim() ?? '').filter((cell) => isDoubtful(meaning, cell))
    if (meaning !== undefined && doubtful.length === 0) return []
    const examples = [...new Set(doubtful.filter(Boolean).map((cell) => `“${cell.slice(0, 40)}”`))]
    return [{ name, text: `“${name}” (${examples.slice(0, maxExamples).join(', ') || 'empty'})` }]
  })
  if (unknown.length === 0) return
  // A shell would run what's in other names.
  const names = unknown.map(({ name }) => (/^[\w -]+$/.test(name) ? `"${name}"` : '"…"')).join(' ')
  throw unreadable(
    `its ${unknown.length === 1 ? 'column' : 'columns'} ${unknown.map(({ text }) => text).join(', ')} could show who has unsubscribed, but the values are unknown. If a column doesn’t show that, ignore it. Otherwise add a column “state” with active, unconfirmed, unsubscribed, bounced, or complained`,
    { label: 'To ignore it', command: `subscribers import LIST --ignore ${names}` },
  )
}

function listedOf({ columns }: ListFormat, cells: readonly string[]): ListedSubscriber {
  const listed: ListedSubscriber = { email: '', signs: [] }
  for (const [i, cell] of cells.entries()) {
    // Spreadsheets leave empty cells after the last column. A line with a value there isn't imported.
    const extra: Meaning = cell.trim() === '' ? 'nothing' : { kind: 'word', means: 'unknown' }
    const { name, meaning } = columns[i] ?? { name: 'a cell after the last column', meaning: extra }
    if (typeof meaning === 'object') listed.signs.push({ column: name, sign: meaning, cell })
    else if (meaning !== undefined && meaning !== 'nothing' && meaning !== 'freeText')
      listed[meaning] ||= meaning === 'consentWords' ? cell : visibleText(cell)
  }
  return listed
}

/** `isBare`: without a first line that names the columns. */
type ListFormat = { delimiter: string; columns: ReturnType<typeof readHeader>; isBare: boolean }

function readFormat(line: string, ignored: readonly string[]): ListFormat {
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  if (line.includes('@') && count(delimiter) === 1)
    return { delimiter: '\t', columns: readHeader(['email']), isBare: true }
  const [names = []]: string[][] = parse(line, { delimiter, trim: true, relax_quotes: true })
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const missing = ignored.find((other) => other !== '' && !names.some((name) => isSame(other, name)))
  if (missing !== undefined) throw unreadable(`it has no column “${missing}” to ignore`)
  const columns = readHeader(names)
  for (const column of columns) if (ignored.some((name) => isSame(name, column.name))) column.meaning = 'nothing'
  const emails = columns.filter(({ meaning }) => meaning === 'email')
  if (emails.length === 0) throw unreadable('its first line must name the columns, including “email”')
  if (emails.length > 1) throw unreadable('two of its columns mean “email”')
  return { delimiter, columns, isBare: false }
}

function unreadable(why: string, fix?: Hint['fix']): Refusal {
  return new Refusal(`Couldn’t read the list: ${why}. Nobody was imported.`, fix)
}
