import { stripVTControlCharacters } from 'node:util'

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

export function padText(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)))
}

function graphemeWidth(segment: string): number {
  if (invisible.test(segment)) return 0
  if (emoji.test(segment) || wide.test(segment)) return 2
  return 1 + (segment.match(/\p{Mc}/gu)?.length ?? 0)
}
