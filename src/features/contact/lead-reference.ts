import { randomInt } from 'node:crypto'

/** Crockford's base 32 without 0 and 1: no pair of characters that looks or sounds the same. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

/** For example `KW-7GQ4M2XD`: short enough to be read out, one of 656 billion. */
export function createReference(): string {
  return `KW-${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}
