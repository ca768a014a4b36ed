/** Crockford's base 32 without 0 and 1: no pair of characters that looks or sounds the same. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/**
 * For example `KW-7GQ4M2XD`: short enough to be read out, one of 656 billion.
 * @param choose a whole number from 0 to below its first argument, for the place that is its second
 */
export function formatReference(prefix: string, choose: (below: number, place: number) => number): string {
  return `${prefix}-${Array.from({ length }, (_, place) => alphabet[choose(alphabet.length, place)]).join('')}`
}
