import { isNumberWord } from '../../../lib/text/number-words.ts'

const mostCharacters = 80
/** Said back by somebody else, it would be another's. */
const own = /^(?:my|our|your) /i
/** What a link, an address, a figure, markup or another quotation is made of. */
const unfit = /[\p{N}\p{Sc}\p{C}@/\\<>{}[\]|"“”„*_#`%.!?:;]/u

/**
 * A piece of the visitor's own words as it may stand in a sentence of the book: verbatim, at most 80 characters, with no figure, link or
 * address in it, and no end of a sentence.
 * @returns undefined where it is none
 */
export function matterIn(quote: string, messages: readonly string[]): string | undefined {
  const piece = quote.trim()
  if (piece === '' || [...piece].length > mostCharacters || unfit.test(piece) || own.test(piece)) return undefined
  if (piece.split(/[^\p{L}]+/u).some((word) => isNumberWord(word.toLowerCase()))) return undefined
  return messages.some((message) => message.includes(piece)) ? piece : undefined
}
