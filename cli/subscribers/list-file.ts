import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { ListedReader } from '../../src/features/newsletter/import/listed-reader.ts'
import { CommandFailure, fileFailure } from '../command.ts'
import { withoutApostrophes } from '../terminal/records.ts'

type Column = keyof ListedReader

type Source = () => AsyncIterable<Buffer>

export type ListFile = {
  hasConsent: boolean
  lines: () => AsyncGenerator<{ line: number; listed: ListedReader }>
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

const longestLine = 100_000

/** Reads a list twice, so that one that is broken at its end is not imported by half. @throws CommandFailure */
export async function openListFile(path: string, input: Readable): Promise<ListFile> {
  const source = await openSource(path, input)
  try {
    const { delimiter, heading } = readHeading(await firstLine(source))
    const lines = () => records(source, delimiter, heading)
    for await (const _ of lines());
    const hasConsent = heading?.includes('consentWords') === true && heading.includes('consentAt')
    return { hasConsent, lines }
  } catch (error) {
    throw asFailure(error, path)
  }
}

async function openSource(path: string, input: Readable): Promise<Source> {
  try {
    if (path !== '-' && (await stat(path)).isFile()) return () => createReadStream(path)
    const bytes = await buffer(path === '-' ? input : createReadStream(path))
    return async function* () {
      yield bytes
    }
  } catch (error) {
    throw asFailure(error, path)
  }
}

async function firstLine(source: Source): Promise<string> {
  let text = ''
  for await (const part of decode(source())) {
    text += part
    const line = /^\s*(\S[^\r\n]*)[\r\n]/.exec(text)?.[1]
    if (line !== undefined) return line
    if (text.length > longestLine) throw new CommandFailure('its first line has no end')
  }
  if (text.trim() === '') throw new CommandFailure('it is empty')
  return text.trim()
}

function readHeading(line: string): { delimiter: string; heading: (Column | undefined)[] | undefined } {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
  const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (cells.length === 1 && line.includes('@')) return { delimiter: '\t', heading: undefined }
  const heading = cells.map((cell) => columnNames[cell.toLowerCase().replaceAll(/[^a-z]/g, '')])
  if (!heading.includes('email')) {
    throw new CommandFailure('its first line must name the columns, and one of them has to be “email”')
  }
  const twice = heading.find((column, n) => column !== undefined && heading.indexOf(column) !== n)
  if (twice !== undefined) throw new CommandFailure(`two of its columns mean “${twice}”`)
  return { delimiter, heading }
}

async function* records(
  source: Source,
  delimiter: string,
  heading: (Column | undefined)[] | undefined,
): AsyncGenerator<{ line: number; listed: ListedReader }> {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    info: true,
    ...(heading === undefined && { quote: false }),
  })
  const ended = pipeline(withPlainLineEnds(decode(source())), parser)
  // The parser's own end, just below, tells it too.
  ended.catch(() => {})
  let isHeading = heading !== undefined
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    if (!isHeading) yield { line: info.lines, listed: listedOf(record, heading ?? ['email']) }
    isHeading = false
  }
}

function listedOf(record: readonly string[], heading: readonly (Column | undefined)[]): ListedReader {
  const listed: ListedReader = { email: '' }
  for (const [n, column] of heading.entries()) {
    if (column !== undefined) listed[column] = withoutApostrophes(record[n] ?? '')
  }
  return listed
}

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
      throw new CommandFailure('it is UTF-16 or no text; in Excel, save it as “CSV UTF-8”')
    }
    isFirst = false
    yield decodeOrFail(decoder, chunk)
  }
  yield decodeOrFail(decoder)
}

function decodeOrFail(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    throw new CommandFailure('it is not UTF-8; in Excel, save it as “CSV UTF-8”')
  }
}

function asFailure(error: unknown, path: string): CommandFailure {
  const name = path === '-' ? 'The list' : `The list ${path}`
  if (error instanceof CsvError || error instanceof CommandFailure) {
    return new CommandFailure(`${name} cannot be read: ${error.message}. Nothing was imported.`)
  }
  if (error instanceof Error && 'code' in error)
    return new CommandFailure(`${name} cannot be opened: ${fileFailure(error)}.`)
  throw error
}
