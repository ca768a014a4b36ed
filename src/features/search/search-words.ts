const most = 8

/** Every text holds them; in a question they say nothing of what is looked for. */
const common = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or the there this to we what when where which who will with you your'.split(
    ' ',
  ),
)

/**
 * The words of a query, as the index knows them: letters and digits, at most eight; common ones only where it has no other.
 * @returns undefined for a query that is too long to have been typed
 */
export function searchWords(query: string): string[] | undefined {
  if (query.length > longestQuery) return undefined
  const words = query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const telling = words.filter((word) => !common.has(word.toLowerCase()))
  return (telling.length > 0 ? telling : words).slice(0, most)
}

/** Characters that a search may have; nobody types more by hand. */
export const longestQuery = 100
