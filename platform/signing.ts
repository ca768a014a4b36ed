import { createHmac, timingSafeEqual } from 'node:crypto'
import { StorageError } from './db/database.ts'

/** HMAC-SHA-256 in base64url, 43 characters. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Returns the URL-safe string `text.signature`. The text isn't encrypted, and must not end with a dot. */
export function signText(secret: string, purpose: string, text: string): string {
  if (secret === '') throw new StorageError('The database is closed, so its secrets aren’t known.')
  return `${text}.${keyedHash(secret, `${purpose}\n${text}`)}`
}

/** @returns undefined unless `signText` signed it with this secret for this purpose */
export function readSignedText(secret: string, purpose: string, signed: string): string | undefined {
  const text = signed.slice(0, Math.max(0, signed.lastIndexOf('.')))
  const expected = Buffer.from(signText(secret, purpose, text))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined
}
