import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 in base64url, 43 characters: the same for the same text, and of no use to whoever lacks the secret. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/**
 * `text.signature`, safe in an address. What is signed for one purpose is worth nothing for another.
 * @param text without a dot at its end; it can be read by everybody
 */
export function signText(secret: string, purpose: string, text: string): string {
  return `${text}.${keyedHash(secret, `${purpose}\n${text}`)}`
}

/** @returns undefined when the text was not signed by `signText` with this secret for this purpose */
export function readSignedText(secret: string, purpose: string, signed: string): string | undefined {
  const text = signed.slice(0, Math.max(0, signed.lastIndexOf('.')))
  const expected = Buffer.from(signText(secret, purpose, text))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined
}
