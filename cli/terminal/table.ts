import { stripVTControlCharacters, type styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** A title; `fixed` cells are never cut, since they are to be copied: references, numbers. */
export type Column = string | { title: string; fixed?: true; right?: true }

export type Cell = string | { text: string; style: Style }

const gap = 2
const narrowest = 6

/** For the next program: no heading, nothing cut. */
export function tabbedLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.map(textOf).join('\t'))
}

/**
 * For a person: a heading, and columns that fit beside each other. Where they do not, the widest one is cut, and the next,
 * until they do.
 * @param width in columns of the terminal
 */
export function tableLines(
  head: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  style: (style: Style, text: string) => string,
): string[] {
  const columns = head.map((column) => (typeof column === 'string' ? { title: column } : column))
  const widths = shrink(
    columns.map(({ title, fixed }, index) => ({
      width: rows.reduce((width, row) => Math.max(width, textWidth(textOf(row[index] ?? ''))), textWidth(title)),
      least: fixed ? Number.POSITIVE_INFINITY : Math.max(narrowest, textWidth(title)),
    })),
    width - gap * (columns.length - 1),
  )
  const line = (cells: readonly Cell[], ends: (index: number) => boolean) =>
    cells.map((cell, index) => {
      const { right } = columns[index] ?? {}
      const room = widths[index] ?? 0
      const cut = cutText(textOf(cell), room)
      const blank = ' '.repeat(Math.max(0, room - textWidth(cut)))
      const styled = typeof cell === 'string' ? cut : style(cell.style, cut)
      return right ? blank + styled : ends(index) ? styled : styled + blank
    })
  const isLast = (index: number) => index === columns.length - 1
  const titles = columns.map(({ title }) => ({ text: title, style: 'bold' as const }))
  return [titles, ...rows].map((cells) => line(cells, isLast).join(' '.repeat(gap)))
}

/** Takes from the widest column what is too much, but from none more than it can spare. */
function shrink(columns: readonly { width: number; least: number }[], room: number): number[] {
  const widths = columns.map(({ width }) => width)
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const spare = widths.map((width, index) => (width > (columns[index]?.least ?? 0) ? width : 0))
    const [widest = 0, next = 0] = spare.toSorted((a, b) => b - a)
    if (widest === 0) return widths
    const index = spare.indexOf(widest)
    const least = Math.max(columns[index]?.least ?? 0, Math.min(next, widest - 1), widest - excess)
    widths[index] = least
    excess -= widest - least
  }
  return widths
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

const graphemes = new Intl.Segmenter()
const plain = /^[\x20-\x7E]*$/
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}]*$/u
const emoji = /^\p{RGI_Emoji}$|^\p{Emoji_Presentation}/v
/** What terminals draw two columns wide (Unicode Standard Annex 11, Wide and Fullwidth), as near as scripts can tell. */
const wide =
  /^[[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Yi}\p{sc=Tangut}\u3000-\u303E\u3099-\u33FF\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6]--[\uFF61-\uFFDC\u1160-\u11FF\uD7B0-\uD7FF]]/v

/** How many columns a text takes on a terminal. */
export function textWidth(text: string): number {
  const bare = stripVTControlCharacters(text)
  if (plain.test(bare)) return bare.length
  let width = 0
  for (const { segment } of graphemes.segment(bare)) width += graphemeWidth(segment)
  return width
}

/** Not wider than this many columns: what does not fit is cut, and an ellipsis says so. */
export function cutText(text: string, columns: number): string {
  // What is longer than this many characters of Unicode is cut before it is measured: a stranger may have written a book.
  const start = text.slice(0, columns * 8)
  if (start.length === text.length && textWidth(text) <= columns) return text
  let kept = ''
  let width = 0
  for (const { segment } of graphemes.segment(start)) {
    width += graphemeWidth(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

function graphemeWidth(segment: string): number {
  if (invisible.test(segment)) return 0
  if (emoji.test(segment) || wide.test(segment)) return 2
  return 1 + (segment.match(/\p{Mc}/gu)?.length ?? 0)
}
