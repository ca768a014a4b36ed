import { createHmac } from 'node:crypto'

/** HMAC-SHA-256 in base64url, 43 characters: the same for the same text, and of no use to whoever lacks the secret. */
export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
