/** A form's idempotency key, minted in the browser. Not randomUUID: that is granted only to pages that came over https. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A key of a wrong form counts as none: what a visitor sends is worth more than the form of its key. */
export function isRequestId(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

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
