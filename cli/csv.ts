/**
 * One record of RFC 4180, with its line end. A cell that a spreadsheet would run as a formula gets an apostrophe in front
 * (OWASP, CSV injection): the words are a stranger's, and the reader is the owner's own machine.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** What a cell of such a record stood for; cells of other programs stay as they are, unless they do the same. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell
}

function csvCell(text: string): string {
  const inert = isFormula(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

/** Also where apostrophes stand before it already, so that the one in front can be taken away again. */
function isFormula(text: string): boolean {
  return /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(text)
}
