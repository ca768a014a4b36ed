/** Where a spreadsheet may begin a cell or a row, whatever its list separator is. A comma is none: it stands between quotes. */
const breaks = /([;\t\n\v\f\r\u0085\u2028\u2029])/
/** Also behind what can't be seen, behind quotes, and behind apostrophes that stand there already, so that one can be taken away again. */
const formula = /^[\s\p{C}\p{DI}\u2800"']*[=+\-@＝＋－＠﹦﹢﹣﹫]/u

/**
 * One record of RFC 4180, every cell in quotes, with its line end. Each part of a cell that a spreadsheet could take for the
 * beginning of a formula gets an apostrophe in front (OWASP, CSV injection), also where the list separator is a semicolon or
 * a tab, which then ends a cell in spite of the quotes: the words are a stranger's, and the reader is the owner's own machine.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${inert(cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** What a cell of such a record stood for; cells of other programs stay as they are, unless they do the same. */
export function withoutApostrophes(cell: string): string {
  return eachPart(cell, (part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part))
}

function inert(text: string): string {
  return eachPart(text, (part) => (formula.test(part) ? `'${part}` : part))
}

function eachPart(text: string, change: (part: string) => string): string {
  return text.split(breaks).map(change).join('')
}
