import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { Refusal } from '../../../platform/actions.ts'
import { unescapeFormulas } from '../../../platform/text/csv.ts'
import { isDoubtful, type ListedSubscriber, type Meaning, meaningOf } from './listed-subscriber.ts'

export type ListedLine = { line: number; listed: ListedSubscriber }

/** `hasWords`, `hasTimes`: whether there are columns for what people agreed to, and when. */
export type ListFile = { hasWords: boolean; hasTimes: boolean; lines: ListedLine[] }

const maxLine = 100_000

/**
 * @param ignored names of columns to ignore, since they don't say who has left
 * @throws Refusal, also if a column that isn't understood could say so
 */
export function readList(list: string | Uint8Array, ignored: readonly string[] = []): ListFile {
  // Pasted lists mix line endings, and the parser would miscount lines.
  const text = decode(Buffer.from(list)).replaceAll(/\r\n?/g, '\n')
  const form = readForm(firstLineOf(text), ignored)
  const rows = rowsOf(text, form)
  const fields = form.columns.map(({ meaning }) => meaning)
  refuseUnknown(rows, form)
  return {
    hasWords: fields.includes('consentWords'),
    hasTimes: (['consentAt', 'confirmedAt', 'addedAt'] as const).some((field) => fields.includes(field)),
    lines: rows.map(({ line, cells }) => ({ line, listed: listedOf(form, cells) })),
  }
}

function decode(bytes: Buffer): string {
  if (/^(?:\xFF\xFE|\xFE\xFF)/.test(bytes.toString('latin1', 0, 2)) || bytes.subarray(0, 64).includes(0)) {
    throw unreadable('it’s UTF-16 or not text; in Excel, save it as “CSV UTF-8”')
  }
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

function rowsOf(text: string, form: ListFormat, quoteEscape = '"'): Row[] {
  try {
    const rows: Row[] = []
    parse(text, {
      delimiter: form.delimiter,
      escape: quoteEscape,
      from: form.isBare ? 1 : 2,
      cast: unescapeFormulas,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxLine,
      on_record: (cells: string[], { lines }) => void rows.push({ line: lines, cells }),
      ...(form.isBare && { quote: false }),
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // MailPoet escapes a quote as \".
    if (error.code === 'CSV_INVALID_CLOSING_QUOTE' && quoteEscape === '"') return rowsOf(text, form, '\\')
    throw unreadable(error.message)
  }
}

/** Refuses unknown columns, and unknown values of known ones: they could say who has left. */
function refuseUnknown(rows: readonly Row[], { columns }: ListFormat): void {
  const found = columns.flatMap(({ name, meaning }, i) => {
    const strange = rows.map(({ cells }) => cells[i]?.trim() ?? '').filter((cell) => isDoubtful(meaning, cell))
    if (meaning !== undefined && strange.length === 0) return []
    const examples = [...new Set(strange.filter(Boolean).map((cell) => `“${cell.slice(0, 40)}”`))]
    return [`“${name}” (${examples.slice(0, maxExamples).join(', ') || 'empty'})`]
  })
  if (found.length === 0) return
  throw unreadable(
    `its ${found.length === 1 ? 'column' : 'columns'} ${found.join(', ')} could say who has unsubscribed, and the values aren’t known. If a column doesn’t say that, ignore it. Otherwise add a column “state” with confirmed, pending, unsubscribed, bounced or complained`,
  )
}

const maxExamples = 5

function listedOf({ columns }: ListFormat, cells: readonly string[]): ListedSubscriber {
  const listed: ListedSubscriber = { email: '', signs: [] }
  for (const [i, cell] of cells.entries()) {
    const { name, meaning } = columns[i] ?? { name: 'a cell after the last column', meaning: behindLast(cell) }
    if (typeof meaning === 'object') listed.signs.push({ column: name, sign: meaning, cell })
    else if (meaning !== undefined && meaning !== 'nothing' && meaning !== 'freeText') listed[meaning] ||= cell
  }
  return listed
}

/** A line with a value beyond the last column isn't imported. Spreadsheets leave empty ones. */
function behindLast(cell: string): Meaning {
  return cell.trim() === '' ? 'nothing' : { kind: 'word' }
}

type ListFormat = {
  delimiter: string
  columns: readonly { name: string; meaning: Meaning }[]
  isBare: boolean
}

function readForm(line: string, ignored: readonly string[]): ListFormat {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  if (line.includes('@') && count(delimiter) === 1)
    return { delimiter: '\t', columns: [{ name: 'email', meaning: 'email' }], isBare: true }
  const [names = []]: string[][] = parse(line, { delimiter, trim: true, relax_quotes: true })
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const isIgnored = (name: string) => ignored.some((each) => isSame(each, name))
  const columns = names.map((name) => ({ name, meaning: isIgnored(name) ? 'nothing' : meaningOf(name) }) as const)
  const strange = ignored.find((each) => each !== '' && !names.some((name) => isSame(each, name)))
  if (strange !== undefined) throw unreadable(`it has no column “${strange}” to ignore`)
  const emails = columns.filter(({ meaning }) => meaning === 'email')
  if (emails.length === 0) {
    throw unreadable('its first line must name the columns, including “email”')
  }
  if (emails.length > 1) throw unreadable('two of its columns mean “email”')
  return { delimiter, columns, isBare: false }
}

function unreadable(why: string): Refusal {
  return new Refusal(`The list can’t be read: ${why}. Nothing was imported.`)
}
