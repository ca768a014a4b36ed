/** A form's idempotency key, minted in the browser. Not randomUUID: that is granted only to pages that came over https. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A key of a wrong form counts as none: what a visitor sends is worth more than the form of its key. */
export function isRequestId(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text)
}
