import type { Token } from 'markdown-it'

/** In rem, where a table is narrowest: an average letter, and the gap between two columns. */
const letter = 0.53
const gap = 0.75

type TableCell = { cell: Token; words: Token }

/** Of the table opened at `start`; the first row holds its heads. */
export function tableRows(tokens: readonly Token[], start: number): TableCell[][] {
  const rows: TableCell[][] = []
  for (let i = start; i < tokens.length && tokens[i]?.type !== 'table_close'; i++) {
    const [cell, words] = tokens.slice(i, i + 2)
    if (cell?.type === 'tr_open') rows.push([])
    if (words?.type === 'inline' && cell) rows.at(-1)?.push({ cell, words })
  }
  return rows
}

/** The class that says from which width a table shows columns; below it, the rows are stacked. */
export function tableRoom(rows: readonly TableCell[][]): '' | 'roomy' | 'wide' {
  const columns = rows[0]?.map((_, column) => Math.max(...rows.map((row) => lettersFor(row[column])))) ?? []
  const letters = columns.reduce((sum, each) => sum + each, 0)
  const room = letters * letter + (columns.length - 1) * gap
  if (room <= 15) return ''
  return room <= 20 ? 'roomy' : 'wide'
}

function lettersFor(each: TableCell | undefined): number {
  const cell = each?.words.content.replaceAll(/\]\([^)]*\)|[*`[]/g, '') ?? ''
  if (isFigure(cell)) return cell.length
  return Math.max(Math.min(22, cell.length / 3), ...cell.split(/\s+/).map((word) => word.length))
}

/** Whether a cell holds `10-12` or `$4,997` and at most a unit, and so stays on its line. */
export function isFigure(cell: string): boolean {
  return /^\S*\d\S*( \p{L}+)?$/u.test(cell)
}

/** An empty head would be announced as one. */
export function cellTag(token: Token | undefined, words: Token | undefined): string {
  return token?.type.startsWith('th') && words?.content === '' ? 'td' : String(token?.tag)
}
