import { tagTerm } from '../../platform/text/index-text.ts'

/** Maximum number of words in a query. Further words are ignored. */
const maxWords = 8
/** Maximum length of a query. Longer text was probably pasted. */
export const maxQueryLength = 100

const commonWords =
  'a an and are as at be by can do does for from how i in is it me my of on or the there this to we what when where which who will with you your'
const common = new Set(commonWords.split(' '))

/** Parses a #tag, or up to eight words without common words, if there are others. @returns undefined for a long query */
export function searchWords(query: string): string[] | undefined {
  if (query.length > maxQueryLength) return undefined
  if (/^#.*[\p{L}\p{N}]/u.test(query)) return [tagTerm(query.slice(1))]
  const words = query.match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\p{Cf}]*/gu) ?? []
  const significant = words.filter((word) => !common.has(word.toLowerCase()))
  return (significant.length > 0 ? significant : words).slice(0, maxWords)
}
