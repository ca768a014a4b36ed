import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvRecord, withoutApostrophes } from '../../src/lib/text/csv.ts'

/** What a cell may be made of to become a formula: signs, what may hide them, and what may end a cell or a row. */
const pieces = [
  '=1+1',
  '+',
  '-',
  '@SUM(A1)',
  '＝1',
  '﹣',
  ' ',
  '\u00A0',
  '\u00AD',
  '\u200B',
  '\uFEFF',
  '\u2800',
  '\u3164',
  '"',
  "'",
  ';',
  '\t',
].concat(['\n', '\r', '\r\n', '\u0085', '\u2028', ',', 'words', '漢', '\u{E0041}'])

/** The same numbers each time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

function cellsOf(seed: number): string[][] {
  const next = numbers(seed)
  const cell = () => Array.from({ length: next(7) }, () => pieces[next(pieces.length)]).join('')
  return Array.from({ length: 300 }, () => Array.from({ length: 1 + next(4) }, cell))
}

/** Spreadsheets begin a row at each of these outside of quotes. */
const lines = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f']
const ways = [',', ';', '\t'].flatMap((delimiter) => [
  { delimiter, relax_quotes: true, relax_column_count: true, record_delimiter: lines },
  // One that knows no quotes where its separator is another.
  ...(delimiter === ','
    ? []
    : [{ delimiter, quote: false as const, relax_column_count: true, record_delimiter: lines }]),
])

describe.each(ways)('read with $delimiter as separator, quote $quote', (way) => {
  test('no cell and no row begins with a formula, behind whatever it hides', () => {
    for (const seed of [1, 2, 3]) {
      const written = cellsOf(seed).map(csvRecord).join('')
      const cells = parse(written, way).flat()
      expect(cells.filter((cell) => /^[\s\p{C}\p{DI}\u2800"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u.test(cell))).toEqual([])
    }
  })
})

test('what was written is read as it was, apostrophes and all', () => {
  const rows = cellsOf(4)
  const read = parse(rows.map(csvRecord).join(''), { relax_column_count: true })
  expect(read.map((row) => row.map(withoutApostrophes))).toEqual(rows)
})

test('a plain cell stays as it is, between quotes', () => {
  expect(csvRecord(['a', 'b-c', '1,2', 'say "x"', 'two\nlines', ''])).toBe(
    '"a","b-c","1,2","say ""x""","two\nlines",""\r\n',
  )
})
