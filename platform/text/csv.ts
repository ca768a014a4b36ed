/** Characters that can end a cell or row in a spreadsheet. Commas can't: cells are quoted. */
const cellBreaks = /([;\t\n\v\f\r\u0085\u2028\u2029])/
/** Matches formulas, even after invisible characters, quotes, and apostrophes like those `escapeFormulas` adds. */
const formula = /^[\s\p{C}\p{DI}\u2800"']*[=+\-@＝＋－＠﹦﹢﹣﹫]/u

/** A record of RFC 4180. A cell that looks like a formula gets an apostrophe (OWASP, CSV injection). */
export function csvRecord(cells: readonly unknown[]): string {
  return `${cells.map((cell) => `"${escapeFormulas(textOf(cell)).replaceAll('"', '""')}"`).join(',')}\r\n`
}

export type Fields<Row> = Readonly<Record<string, (row: Row) => unknown>>

export function recordOf<Row, Own extends Fields<Row>>(fields: Own, row: Row) {
  const entries = Object.entries(fields).map(([name, read]) => [name, read(row)])
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

export async function csvTable<Row>(fields: Fields<Row>, rows: AsyncIterable<Row>): Promise<string> {
  const lines = [csvRecord(Object.keys(fields))]
  for await (const row of rows) lines.push(csvRecord(Object.values(recordOf(fields, row))))
  return lines.join('')
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  const parts = Array.isArray(value) ? value : Object.entries(value ?? {}).map((entry) => entry.join('='))
  return parts.join('; ')
}

export function unescapeFormulas(cell: string): string {
  return mapParts(cell, (part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part))
}

function escapeFormulas(text: string): string {
  return mapParts(text, (part) => (formula.test(part) ? `'${part}` : part))
}

function mapParts(text: string, change: (part: string) => string): string {
  return text.split(cellBreaks).map(change).join('')
}
