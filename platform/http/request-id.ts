/** A form's idempotency key. Not randomUUID: browsers have it only on secure origins. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function isRequestId(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

/** Crockford's base 32 without 0 and 1. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 8

export function isReference(text: string): boolean {
  return /^[A-Z]{2,3}-[0-9A-Z]{8}$/.test(text)
}

/** For example `KW-7GQ4M2XD`: short enough to read out, one of 656 billion. */
export function formatReference(prefix: string, choose: (below: number, place: number) => number): string {
  return `${prefix}-${Array.from({ length }, (_, place) => alphabet[choose(alphabet.length, place)]).join('')}`
}
