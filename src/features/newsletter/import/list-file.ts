import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { withoutApostrophes } from '../../../lib/text/csv.ts'
import type { ListedSubscriber } from './listed-subscriber.ts'

type Column = keyof ListedSubscriber

export type Source = () => AsyncIterable<Buffer>

export type ListFile = {
  hasConsent: boolean
  /** How many readers it names. */
  count: number
  lines: () => AsyncGenerator<{ line: number; listed: ListedSubscriber }>
}

const columnNames: Record<string, Column> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  state: 'state',
  status: 'state',
  consentwords: 'consentWords',
  consentat: 'consentAt',
  optintime: 'consentAt',
  consentpage: 'consentPage',
  consentnetwork: 'consentNetwork',
  confirmedat: 'confirmedAt',
  confirmtime: 'confirmedAt',
}

/** A list that cannot be read; the message says why. */
export class ListError extends Error {}

const longestLine = 100_000

/** Reads a list twice, so that one that is broken at its end is not imported by half. @throws ListError */
export async function readList(source: Source): Promise<ListFile> {
  try {
    const form = readForm(await firstLine(source))
    const lines = () => records(source, form)
    let count = 0
    for await (const _ of lines()) count += 1
    const hasConsent = form.columns.includes('consentWords') && form.columns.includes('consentAt')
    return { hasConsent, count, lines }
  } catch (error) {
    if (error instanceof CsvError) throw new ListError(error.message)
    const isForeign = error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw isForeign ? new ListError('it is not UTF-8; in Excel, save it as “CSV UTF-8”') : error
  }
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

type Form = { delimiter: string; columns: readonly (Column | false)[]; isBare: boolean }

function readForm(line: string): Form {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (cells.length === 1 && line.includes('@')) return { delimiter: '\t', columns: ['email'], isBare: true }
  const columns = cells.map((cell) => columnNames[cell.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? false)
  if (!columns.includes('email')) {
    throw new ListError('its first line must name the columns, and one of them has to be “email”')
  }
  const twice = columns.find((column, n) => column && columns.indexOf(column) !== n)
  if (twice) throw new ListError(`two of its columns mean “${twice}”`)
  return { delimiter, columns, isBare: false }
}

async function* records(
  source: Source,
  { delimiter, columns, isBare }: Form,
): AsyncGenerator<{ line: number; listed: ListedSubscriber }> {
  const parser = parse({
    delimiter,
    columns: [...columns],
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
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield { line: info.lines, listed: { email: '', ...record } }
  }
}

type Parsed = { record: Partial<ListedSubscriber>; info: { lines: number } }

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
