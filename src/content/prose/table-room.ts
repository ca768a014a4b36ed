import type { Token } from 'markdown-it'

/** In rem, where a table is narrowest: an average letter, and the gap between two columns. */
const letter = 0.53
const gap = 0.75

/** The class that says from which width the table opened at `start` shows columns; below it, the rows are stacked. */
export function tableRoom(tokens: readonly Token[], start: number): '' | 'roomy' | 'wide' {
  const columns = columnsIn(tokens, start)
  const letters = columns.map((cells) => Math.max(...cells.map(lettersFor))).reduce((sum, each) => sum + each, 0)
  const room = letters * letter + (columns.length - 1) * gap
  if (room <= 15) return ''
  return room <= 20 ? 'roomy' : 'wide'
}

function columnsIn(tokens: readonly Token[], start: number): string[][] {
  const columns: string[][] = []
  let column = 0
  for (const token of tokens.slice(start)) {
    if (token.type === 'table_close') break
    if (token.type === 'tr_open') column = 0
    if (token.type !== 'inline') continue
    columns[column] = [...(columns[column] ?? []), token.content.replaceAll(/\]\([^)]*\)|[*`[]/g, '')]
    column += 1
  }
  return columns
}

function lettersFor(cell: string): number {
  if (isFigure(cell)) return cell.length
  return Math.max(Math.min(22, cell.length / 3), ...cell.split(/\s+/).map((word) => word.length))
}

/** Whether a cell holds `10-12` or `$4,997` and at most a unit, and so stays on its line. */
export function isFigure(cell: string): boolean {
  return /^\S*\d\S*( \p{L}+)?$/u.test(cell)
}
