import { stripVTControlCharacters, type styleText } from 'node:util'
import { shrinkColumns } from '../../src/lib/text/text-lines.ts'

export type Style = Parameters<typeof styleText>[0]

/** A title; `fixed` cells are never cut, since they are to be copied: references, numbers. */
export type Column = string | { title: string; fixed?: true; right?: true }

export type Cell = string | { text: string; style: Style }

const gap = 2
const narrowest = 6

export function tabbedLines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.map(textOf).join('\t'))
}

/** Where the columns do not fit beside each other, the widest one is cut, and the next. */
export function tableLines(
  head: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
  style: (style: Style, text: string) => string,
): string[] {
  const columns = head.map((column) => (typeof column === 'string' ? { title: column } : column))
  const widths = shrinkColumns(
    columns.map(({ title, fixed }, index) => ({
      width: rows.reduce((width, row) => Math.max(width, textWidth(textOf(row[index] ?? ''))), textWidth(title)),
      least: fixed ? Number.POSITIVE_INFINITY : Math.max(narrowest, textWidth(title)),
    })),
    width - gap * (columns.length - 1),
  )
  const line = (cells: readonly Cell[]) =>
    cells.map((cell, index) => {
      const { right } = columns[index] ?? {}
      const room = widths[index] ?? 0
      const cut = cutText(textOf(cell), room)
      const blank = ' '.repeat(Math.max(0, room - textWidth(cut)))
      const styled = typeof cell === 'string' ? cut : style(cell.style, cut)
      return right ? blank + styled : index === columns.length - 1 ? styled : styled + blank
    })
  const titles = columns.map(({ title }) => ({ text: title, style: 'bold' as const }))
  return [titles, ...rows].map((cells) => line(cells).join(' '.repeat(gap)))
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

const graphemes = new Intl.Segmenter()
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}]*$/u
/** Two columns wide on terminals (Unicode Standard Annex 11, Wide and Fullwidth, and emoji), as near as scripts can tell. */
const wide =
  /^\p{RGI_Emoji}$|^\p{Emoji_Presentation}|^[[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3000-\u303E\u3099-\u33FF\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6]--[\uFF61-\uFFDC]]/v

export function textWidth(text: string): number {
  const bare = stripVTControlCharacters(text)
  return /^[\x20-\x7E]*$/.test(bare) ? bare.length : lettersOf(bare).reduce((sum, { width }) => sum + width, 0)
}

export function cutText(text: string, columns: number): string {
  // Cut before it is measured: a stranger may have written a book.
  const start = text.slice(0, columns * 8)
  if (start.length === text.length && textWidth(text) <= columns) return text
  let room = columns - 1
  let kept = ''
  for (const { letter, width } of lettersOf(start)) {
    room -= width
    if (room < 0) break
    kept += letter
  }
  return `${kept.trimEnd()}…`
}

function lettersOf(text: string): { letter: string; width: number }[] {
  return Array.from(graphemes.segment(text), ({ segment: letter }) => {
    if (/^[\x20-\x7E]$/.test(letter)) return { letter, width: 1 }
    if (invisible.test(letter)) return { letter, width: 0 }
    return { letter, width: wide.test(letter) ? 2 : 1 + (letter.match(/\p{Mc}/gu)?.length ?? 0) }
  })
}
