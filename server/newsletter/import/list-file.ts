import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { type Hint, Refusal } from '../../../platform/actions.ts'
import { cleanText, visibleText } from '../../../platform/text/clean-text.ts'
import { unescapeFormulas } from '../../../platform/text/csv.ts'
import { couldMeanUnsubscribed, type ListedSubscriber, type Meaning, readHeader } from './listed-subscriber.ts'

export type ListedLine = { line: number; listed: ListedSubscriber }

const maxLineLength = 100_000
const maxExamples = 5

/**
 * `hasConsentWords` and `hasConsentTimes`: whether columns show what people agreed to, and when.
 * @param ignored the columns to skip: they don't show who unsubscribed
 * @throws Refusal, also if an unknown column could show who unsubscribed
 */
export function readList(list: string | Uint8Array, ignored: readonly string[] = []) {
  // Pasted lists mix line endings, and the parser would miscount lines.
  const text = decode(Buffer.from(list)).replaceAll(/\r\n?/g, '\n')
  const format = readFormat(firstLineOf(text), ignored)
  const rows = readRows(text, format)
  refuseUnknown(rows, format)
  const fields = format.columns.map(({ meaning }) => meaning)
  return {
    hasConsentWords: fields.includes('consentWords'),
    hasConsentTimes: (['consentAt', 'confirmedAt', 'addedAt'] as const).some((field) => fields.includes(field)),
    lines: rows.map(({ line, cells }) => ({ line, listed: toListed(format, cells) })),
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
type ListFormat = { delimiter: string; columns: ReturnType<typeof readHeader>; hasHeader: boolean }

function readFormat(line: string, ignored: readonly string[]): ListFormat {
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  if (line.includes('@') && count(delimiter) === 1) {
    return { delimiter: '\t', columns: readHeader(['email']), hasHeader: false }
  }
  const [names = []]: string[][] = parse(line, { delimiter, trim: true, relax_quotes: true })
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const missing = ignored.find((each) => each !== '' && !names.some((name) => isSame(each, name)))
  if (missing !== undefined) throw unreadable(`it has no column “${missing}” to ignore`)
  const columns = readHeader(names)
  for (const column of columns) if (ignored.some((name) => isSame(name, column.name))) column.meaning = 'nothing'
  const emails = columns.filter(({ meaning }) => meaning === 'email')
  if (emails.length === 0) throw unreadable('its first line must name the columns, including “email”')
  if (emails.length > 1) throw unreadable('two of its columns mean “email”')
  return { delimiter, columns, hasHeader: true }
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

/** Refuses a list with unknown columns, or unknown values in known columns: they could show who unsubscribed. */
function refuseUnknown(rows: readonly Row[], { columns }: ListFormat): void {
  const unknown: { name: string; text: string }[] = []
  for (const [i, { name, meaning }] of columns.entries()) {
    const cells = rows.map((row) => row.cells[i]?.trim() ?? '')
    const unclear = cells.filter((cell) => couldMeanUnsubscribed(meaning, cell))
    if (meaning !== undefined && unclear.length === 0) continue
    const examples = [...new Set(unclear)].filter((cell) => cell !== '').slice(0, maxExamples)
    const examplesText = examples.map((cell) => `“${cell.slice(0, 40)}”`).join(', ')
    unknown.push({ name, text: `“${name}” (${examplesText || 'empty'})` })
  }
  if (unknown.length === 0) return
  // The shell would expand special characters in other names.
  const names = unknown.map(({ name }) => (/^[\w -]+$/.test(name) ? `"${name}"` : '"…"')).join(' ')
  const what = `its ${unknown.length === 1 ? 'column' : 'columns'} ${unknown.map(({ text }) => text).join(', ')}`
  throw unreadable(
    `${what} could show who has unsubscribed, but the values are unknown. If a column doesn’t show that, ignore it. Otherwise add a column “state” with active, unconfirmed, unsubscribed, bounced, or complained`,
    { label: 'To ignore it', command: `subscribers import LIST --ignore ${names}` },
  )
}

function toListed({ columns }: ListFormat, cells: readonly string[]): ListedSubscriber {
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

function unreadable(why: string, fix?: Hint['fix']): Refusal {
  return new Refusal(`Couldn’t read the list: ${why}. Nothing was imported.`, fix)
}
