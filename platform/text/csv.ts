/** Characters that can end a cell or row in a spreadsheet. Commas can't, as cells are quoted. */
const cellBreaks = /([;\t\n\v\f\r\u0085\u2028\u2029])/
/** Matches formulas, even after invisible characters, quotes, and apostrophes like those `escapeFormulas` adds. */
const formula = /^[\s\p{C}\p{DI}\u2800"']*[=+\-@＝＋－＠﹦﹢﹣﹫]/u

/**
 * Formats a record (RFC 4180). Escapes formulas with an apostrophe to keep spreadsheets from running them (OWASP, CSV
 * injection).
 */
export function csvRecord(cells: readonly unknown[]): string {
  return `${cells.map((cell) => `"${escapeFormulas(cellText(cell)).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** Columns by title, each with a function that reads a row's value. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>

/** A row's values by column title. */
export function recordOf<Row, Own extends Columns<Row>>(columns: Own, row: Row) {
  const entries = Object.entries(columns).map(([name, read]) => [name, read(row)])
  return Object.fromEntries(entries) as { [name in keyof Own]: ReturnType<Own[name]> }
}

/** @returns the parsed row, or the raw row if it's damaged */
export function parsedOrRaw<Row, Read>(row: Row, read: (row: Row) => Read): Read | Row {
  try {
    return read(row)
  } catch {
    return row
  }
}

/** Formats a whole CSV file, with a header. */
export async function csvTable<Row>(columns: Columns<Row>, rows: AsyncIterable<Row>): Promise<string> {
  const lines = [csvRecord(Object.keys(columns))]
  for await (const row of rows) lines.push(csvRecord(Object.values(recordOf(columns, row))))
  return lines.join('')
}

function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  const parts = Array.isArray(value) ? value : Object.entries(value ?? {}).map((entry) => entry.join('='))
  return parts.join('; ')
}

/** Reverses `escapeFormulas`, to import an exported file. */
export function unescapeFormulas(cell: string): string {
  return mapParts(cell, (part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part))
}

function escapeFormulas(text: string): string {
  return mapParts(text, (part) => (formula.test(part) ? `'${part}` : part))
}

function mapParts(text: string, change: (part: string) => string): string {
  return text.split(cellBreaks).map(change).join('')
}
