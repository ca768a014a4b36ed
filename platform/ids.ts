/** Whether a string can be the ID of a form submission, which the page generates. */
export function isRequestId(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

/** Crockford's base 32 without 0 and 1. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const referenceLength = 8

/** A reference like `KW-7GQ4M2XD`: short enough to read out, one of 656 billion. */
export function formatReference(prefix: string, choose: (below: number, place: number) => number): string {
  const characters = Array.from({ length: referenceLength }, (_, place) => alphabet[choose(alphabet.length, place)])
  return `${prefix}-${characters.join('')}`
}

export function isReference(text: string): boolean {
  return /^[A-Z]{2,3}-[0-9A-Z]{8}$/.test(text)
}
