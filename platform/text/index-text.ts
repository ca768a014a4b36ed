import { foldText } from './fold-text.ts'
import { tagSlug } from './slug.ts'

export type MarkedText = { text: string; isMatch: boolean }[]

/** Marks around a match: control characters, which don't occur in content. */
export const matchStart = '\u0002'
export const matchEnd = '\u0003'

/** Letters of scripts without spaces between words. Each letter is a token, and a word is a phrase of such tokens. */
const spaceless = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]'
const token = new RegExp(
  `((?=${spaceless})[\\p{L}\\p{N}]\\p{M}*)|(?:(?!${spaceless})[\\p{L}\\p{N}\\p{M}\\p{Cf}])+`,
  'gu',
)
/** Letters that foldText rewrites. The tokenizer only removes accents. */
const foldedCharacter = /[ßẞœŒæÆøØłŁđĐðÐþÞς\p{Cf}]/u

/**
 * Prepares text for FTS5's tokenizer. Puts U+200B around the letters of spaceless scripts, and a word's folded spelling in front
 * of it, as an interlinear annotation (U+FFF9 to U+FFFB). `shownText` removes both.
 */
export function indexedText(text: string): string {
  return text.replaceAll('\u00AD', '').replaceAll(token, (word, letter?: string) => {
    if (letter !== undefined) return `\u200B${letter}\u200B`
    const hasFoldedSpelling = foldedCharacter.test(word) || word.normalize('NFKC') !== word.normalize('NFC')
    return hasFoldedSpelling ? `\uFFF9${foldText(word)}\uFFFA${word}\uFFFB` : word
  })
}

/** Restores text for display. Moves matches from folded spellings to their words. Excerpts can cut off either. */
export function shownText(text: string): string {
  const words = text.replaceAll(/\uFFF9([^\uFFF9\uFFFA]*)\uFFFA([^\uFFF9\uFFFB]*)/g, (all, _, word: string) =>
    all.includes(matchStart) ? matchStart + word.replaceAll(matchStart, '').replaceAll(matchEnd, '') + matchEnd : word,
  )
  return words.replace(/\uFFF9.*/s, '…').replaceAll(/[\u200B\uFFFA\uFFFB]/g, '')
}

/**
 * Converts a tag to a token that no word matches. It has private use characters, which the tokenizer treats as letters.
 */
export function tagTerm(tag: string): string {
  return `\uE000${tagSlug(tag).replaceAll('-', '\uE001')}\uE000`
}

/** Converts a query's word to an FTS5 phrase that matches words starting with it. */
export function queryTerm(word: string): string {
  const phrase = word.replaceAll(token, (part, letter?: string) => (letter ? ` ${letter} ` : foldText(part)))
  return `"${phrase}"*`
}

/** Splits text from the index at its matches. */
export function parseMarks(text: string): MarkedText {
  return shownText(text)
    .split(matchStart)
    .flatMap((piece, i) => {
      const [first = '', rest = ''] = piece.split(matchEnd)
      return [
        { text: first, isMatch: i > 0 },
        { text: rest, isMatch: false },
      ].filter((part) => part.text !== '')
    })
}
