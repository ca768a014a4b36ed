import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { withoutApostrophes } from '../../../lib/text/csv.ts'
import { couldBeStanding, type Meaning, meaningOf, standingOf } from './list-columns.ts'
import type { ListedSubscriber } from './listed-subscriber.ts'

export type Source = () => AsyncIterable<Buffer>

export type ListFile = {
  hasWords: boolean
  /** Whether each line may say when its reader agreed. */
  hasTimes: boolean
  /** How many readers it names. */
  count: number
  lines: () => AsyncGenerator<{ line: number; listed: ListedSubscriber }>
}

/** A list that cannot be read; the message says why. */
export class ListError extends Error {}

const longestLine = 100_000

/**
 * Reads a list twice, so that one that is broken at its end is not imported by half.
 * @param ignored names of columns that say nothing of who may be written to
 * @throws ListError, also where a column could say so and isn't understood
 */
export async function readList(source: Source, ignored: readonly string[] = []): Promise<ListFile> {
  try {
    const form = readForm(await firstLine(source), ignored)
    const doubts = new Map<string, Set<string>>()
    let count = 0
    for await (const { cells } of records(source, form)) {
      count += 1
      collectDoubts(doubts, form, cells)
    }
    refuseDoubts(doubts)
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

const mostExamples = 5

/** What is in columns that nobody here knows, and in those of states what nobody understands: some of it. */
function collectDoubts(doubts: Map<string, Set<string>>, { columns }: Form, cells: readonly string[]): void {
  for (const [i, { name, meaning }] of columns.entries()) {
    const cell = cells[i]?.trim() ?? ''
    const known = doubts.get(name)
    if (cell === '' || (known?.size ?? 0) >= mostExamples) continue
    const isDoubtful = typeof meaning === 'object' ? standingOf(meaning, cell) === 'unknown' : meaning === undefined
    if (isDoubtful) doubts.set(name, (known ?? new Set()).add(cell.slice(0, 40)))
  }
}

function refuseDoubts(doubts: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [name, cells] of doubts) {
    if (meaningOf(name) === undefined && !couldBeStanding(name, [...cells])) continue
    const shown = [...cells].map((cell) => `“${cell}”`).join(', ')
    throw new ListError(
      `its column “${name}” could say who wants no letter, and ${shown} isn’t understood. Name the column to be ignored if it says nothing of that; else write confirmed, pending, unsubscribed, bounced or complained in a column “state”`,
    )
  }
}

function listedOf({ columns }: Form, cells: readonly string[]): ListedSubscriber {
  const listed: ListedSubscriber = { email: '', signs: [] }
  for (const [i, { name, meaning }] of columns.entries()) {
    const cell = cells[i] ?? ''
    if (typeof meaning === 'object') listed.signs.push({ column: name, sign: meaning, cell })
    else if (meaning !== undefined && meaning !== 'nothing') listed[meaning] ||= cell
  }
  return listed
}

async function firstLine(source: Source): Promise<string> {
  let text = ''
  for await (const part of decode(source())) {
    text += part
    const line = /^\s*(\S[^\r\n]*)[\r\n]/.exec(text)?.[1]
    if (line !== undefined) return line
    if (text.length > longestLine) throw new ListError('its first line has no end')
  }
  if (text.trim() === '') throw new ListError('it is empty')
  return text.trim()
}

type Form = { delimiter: string; columns: readonly { name: string; meaning: Meaning }[]; isBare: boolean }

function readForm(line: string, ignored: readonly string[]): Form {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  const names = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (names.length === 1 && line.includes('@'))
    return { delimiter: '\t', columns: [{ name: 'email', meaning: 'email' }], isBare: true }
  const columns = names.map(
    (name) => ({ name, meaning: ignored.includes(name) ? 'nothing' : meaningOf(name) }) as const,
  )
  const emails = columns.filter(({ meaning }) => meaning === 'email')
  if (emails.length === 0) {
    throw new ListError('its first line must name the columns, and one of them has to be “email”')
  }
  if (emails.length > 1) throw new ListError('two of its columns mean “email”')
  return { delimiter, columns, isBare: false }
}

type Row = { line: number; cells: string[] }

async function* records(source: Source, { delimiter, isBare }: Form): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    from: isBare ? 1 : 2,
    cast: withoutApostrophes,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    info: true,
    ...(isBare && { quote: false }),
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
