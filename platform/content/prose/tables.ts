import { ContentError } from '../files/content-error.ts'
import { attribute, plainText, type Token } from './tokens.ts'

/** A cell's opening token, and the inline token with its text. */
type TableCell = { cell: Token; inline: Token }

/**
 * Prepares the table that opens at `start` for rendering. Sets the table's label (its column headings) and class, and
 * each cell's Markdown and column heading. @throws ContentError
 */
export function describeTable(tokens: readonly Token[], start: number): void {
  const rows = tableRows(tokens, start)
  const headings = rows[0]?.map(({ inline }) => plainText(inline)) ?? []
  const label = headings.filter(Boolean).join(', ')
  if (label === '') throw new ContentError('the table needs column headings')
  const table = tokens[start]
  table?.attrSet('label', label)
  table?.attrSet('class', widthClass(rows))
  for (const [i, row] of rows.entries())
    for (const [column, { cell, inline }] of row.entries()) {
      cell.content = inline.content
      if (i > 0 && column > 0) cell.attrSet('head', headings[column] ?? '')
    }
}

/** A table's rows. The first row has the column headings. */
function tableRows(tokens: readonly Token[], start: number): TableCell[][] {
  const rows: TableCell[][] = []
  for (let i = start; i < tokens.length && tokens[i]?.type !== 'table_close'; i++) {
    const cell = tokens[i]
    const inline = tokens[i + 1]
    if (cell?.type === 'tr_open') rows.push([])
    if (cell && inline?.type === 'inline') rows.at(-1)?.push({ cell, inline })
  }
  return rows
}

/** Average width of a character and the gap between columns, in rem, at a table's smallest font size. */
const characterRem = 0.53
const gapRem = 0.75
/** Maximum table widths for a phone and a small tablet. Narrower screens stack the cells (site/sections/Prose.css). */
const maxNarrowRem = 15
const maxRoomyRem = 20
/** Text wraps to about three lines, or fewer if the lines would have fewer characters than this. */
const wrappedLines = 3
const maxWrappedCharacters = 22

/** Chooses a table's CSS class by the width its columns need. */
function widthClass(rows: readonly TableCell[][]): '' | 'roomy' | 'wide' {
  const columns = rows[0]?.map((_, column) => Math.max(...rows.map((row) => charactersNeeded(row[column])))) ?? []
  const characters = columns.reduce((sum, column) => sum + column, 0)
  const widthRem = characters * characterRem + (columns.length - 1) * gapRem
  if (widthRem <= maxNarrowRem) return ''
  return widthRem <= maxRoomyRem ? 'roomy' : 'wide'
}

/** Estimates the width a cell needs, in characters. Figures don't wrap, and words aren't broken. */
function charactersNeeded(tableCell: TableCell | undefined): number {
  const text = tableCell?.inline.content.replaceAll(/\]\([^)]*\)|[*`[]/g, '') ?? ''
  if (isFigure(text)) return text.length
  const longestWord = Math.max(...text.split(/\s+/).map((word) => word.length))
  return Math.max(Math.min(maxWrappedCharacters, text.length / wrappedLines), longestWord)
}

/** Whether a cell is a number, range, or price, with or without a one-word unit: `10-12 days`. Figures mustn't wrap. */
function isFigure(text: string): boolean {
  return /^\S*\d\S*( \p{L}+)?$/u.test(text)
}

/**
 * A cell's element and CSS classes. An empty heading becomes a `td`: screen readers would announce an empty `th` as a heading.
 */
export function cellLook(cell: Token): { tag: string; classes: string[] } {
  const classes: string[] = []
  if (attribute(cell, 'style').endsWith('right')) classes.push('number')
  if (isFigure(cell.content)) classes.push('unbroken')
  return { tag: cell.content === '' ? 'td' : cell.tag, classes }
}
