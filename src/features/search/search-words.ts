import { longestQuery } from './longest-query.ts'

const most = 8

/**
 * The words of a query, as the index knows them: letters and digits, at most eight.
 * @returns undefined for a query that is too long to have been typed
 */
export function searchWords(query: string): string[] | undefined {
  if (query.length > longestQuery) return undefined
  return (query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, most)
}
