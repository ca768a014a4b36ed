/**
 * One record of RFC 4180, with its line end. A cell that a spreadsheet would run as a formula gets an apostrophe in front
 * (OWASP, CSV injection): the words are a stranger's, and the reader is the owner's own machine.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const inert = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
