import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { withoutApostrophes } from '../../../platform/text/csv.ts'
import {
  couldBeStanding,
  countUnknown,
  type ListedSubscriber,
  type Meaning,
  meaningOf,
  newUnknown,
  standingOf,
  type Unknown,
} from './listed-subscriber.ts'

export type Source = () => AsyncIterable<Buffer>

export type ListFile = {
  hasWords: boolean
  /** Whether each line may say when its reader agreed. */
  hasTimes: boolean
  /** How many readers it names. */
  count: number
  lines: () => AsyncGenerator<{ line: number; listed: ListedSubscriber }>
}

export class ListError extends Error {}

const maxLine = 100_000

/**
 * Reads a list twice, so that one that is broken at its end is not imported by half.
 * @param ignored names of columns to ignore, since they don't say who has left
 * @throws ListError, also for a column that could say so but isn't understood
 */
export async function readList(source: Source, ignored: readonly string[] = []): Promise<ListFile> {
  try {
    const form = readForm(await firstLine(source), ignored)
    const count = await look(source, form).catch((error: unknown) => {
      if (!(error instanceof CsvError && error.code === 'CSV_INVALID_CLOSING_QUOTE')) throw error
      // MailPoet escapes a quote as \".
      form.escape = '\\'
      return look(source, form)
    })
    const fields = form.columns.map(({ meaning }) => meaning)
    const hasTimes = (['consentAt', 'confirmedAt', 'addedAt'] as const).some((field) => fields.includes(field))
    const lines = async function* () {
      for await (const { line, cells } of records(source, form)) yield { line, listed: listedOf(form, cells) }
    }
    return { hasWords: fields.includes('consentWords'), hasTimes, count, lines }
  } catch (error) {
    if (error instanceof CsvError) throw new ListError(error.message)
    const isForeign = error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw isForeign ? new ListError('it is not UTF-8; in Excel, save it as “CSV UTF-8”') : error
  }
}

/** @returns the number of rows @throws ListError for a column that could say who left */
async function look(source: Source, form: ListFormat): Promise<number> {
  const doubts: Doubts = new Map()
  let count = 0
  for await (const { cells } of records(source, form)) {
    count += 1
    collectDoubts(doubts, form, cells)
  }
  refuseDoubts(doubts, form)
  return count
}

type Doubts = Map<number, Unknown>

/** Collects the values of unknown columns, and the unknown values of known ones. */
function collectDoubts(doubts: Doubts, { columns }: ListFormat, cells: readonly string[]): void {
  for (const [i, { meaning }] of columns.entries()) {
    const cell = cells[i] ?? ''
    const isOdd = typeof meaning === 'object' && standingOf(meaning, cell) === 'unknown'
    if (meaning !== undefined && !isOdd) continue
    const known = doubts.get(i) ?? newUnknown(isOdd)
    countUnknown(known, cell)
    doubts.set(i, known)
  }
}

function refuseDoubts(doubts: Doubts, { columns }: ListFormat): void {
  const found = [...doubts].flatMap(([i, unknown]) => {
    const name = columns[i]?.name ?? ''
    if (!couldBeStanding(name, unknown)) return []
    const shown = [...unknown.examples].map((cell) => `“${cell}”`).join(', ')
    return [`“${name}” (${shown === '' ? 'empty' : shown})`]
  })
  if (found.length === 0) return
  throw new ListError(
    `its ${found.length === 1 ? 'column' : 'columns'} ${found.join(', ')} could say who has unsubscribed, and the values aren’t known. If a column says nothing about that, ignore it. Otherwise add a column “state” with confirmed, pending, unsubscribed, bounced or complained`,
  )
}

function listedOf({ columns }: ListFormat, cells: readonly string[]): ListedSubscriber {
  const listed: ListedSubscriber = { email: '', signs: [] }
  for (const [i, cell] of cells.entries()) {
    const { name, meaning } = columns[i] ?? { name: 'a cell behind the last column', meaning: behindLast(cell) }
    if (typeof meaning === 'object') listed.signs.push({ column: name, sign: meaning, cell })
    else if (meaning !== undefined && meaning !== 'nothing') listed[meaning] ||= cell
  }
  return listed
}

/** An extra value has no name, so its line isn't imported. Spreadsheets leave empty ones. */
function behindLast(cell: string): Meaning {
  return cell.trim() === '' ? 'nothing' : { kind: 'word' }
}

async function firstLine(source: Source): Promise<string> {
  let text = ''
  for await (const part of decode(source())) {
    text += part
    const line = /^\s*(\S[^\r\n]*)[\r\n]/.exec(text)?.[1]
    if (line !== undefined) return line
    if (text.length > maxLine) throw new ListError('its first line has no end')
  }
  if (text.trim() === '') throw new ListError('it is empty')
  return text.trim()
}

type ListFormat = {
  delimiter: string
  columns: readonly { name: string; meaning: Meaning }[]
  isBare: boolean
  escape: string
}

function readForm(line: string, ignored: readonly string[]): ListFormat {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  if (line.includes('@') && count(delimiter) === 1)
    return { delimiter: '\t', columns: [{ name: 'email', meaning: 'email' }], isBare: true, escape: '"' }
  const [names = []]: string[][] = parseAtOnce(line, { delimiter, trim: true, relax_quotes: true })
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const isIgnored = (name: string) => ignored.some((each) => isSame(each, name))
  const columns = names.map((name) => ({ name, meaning: isIgnored(name) ? 'nothing' : meaningOf(name) }) as const)
  const strange = ignored.find((each) => each !== '' && !names.some((name) => isSame(each, name)))
  if (strange !== undefined) throw new ListError(`it has no column “${strange}” to ignore`)
  const emails = columns.filter(({ meaning }) => meaning === 'email')
  if (emails.length === 0) {
    throw new ListError('its first line must name the columns, and one of them has to be “email”')
  }
  if (emails.length > 1) throw new ListError('two of its columns mean “email”')
  return { delimiter, columns, isBare: false, escape: '"' }
}

type Row = { line: number; cells: string[] }

async function* records(source: Source, form: ListFormat): AsyncGenerator<Row> {
  const parser = parse({
    delimiter: form.delimiter,
    escape: form.escape,
    from: form.isBare ? 1 : 2,
    cast: withoutApostrophes,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxLine,
    info: true,
    ...(form.isBare && { quote: false }),
  })
  const ended = pipeline(withPlainLineEnds(decode(source())), parser)
  // The parser's own end, just below, tells it too.
  ended.catch(() => {})
  for await (const { record, info } of parser as AsyncIterable<Parsed>) yield { line: info.lines, cells: record }
}

type Parsed = { record: string[]; info: { lines: number } }

/** Pasted lists mix line ends, and the parser would miscount lines. */
async function* withPlainLineEnds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let endsWithReturn = false
  for await (const part of text) {
    yield (endsWithReturn && part.startsWith('\n') ? part.slice(1) : part).replaceAll(/\r\n?/g, '\n')
    endsWithReturn = part === '' ? endsWithReturn : part.endsWith('\r')
  }
}

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for await (const chunk of bytes) {
    if (
      isFirst &&
      (/^(?:\xFF\xFE|\xFE\xFF)/.test(chunk.toString('latin1', 0, 2)) || chunk.subarray(0, 64).includes(0))
    ) {
      throw new ListError('it is UTF-16 or no text; in Excel, save it as “CSV UTF-8”')
    }
    isFirst = false
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}
