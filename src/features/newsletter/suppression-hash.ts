import { keyedHash } from '../../lib/net/keyed-hash.ts'

/** How an address that must get no letter is kept: it can be found again, but not read. */
export function suppressionHash(emailKey: string, salt: string): string {
  return keyedHash(salt, `suppressed\n${emailKey}`)
}
