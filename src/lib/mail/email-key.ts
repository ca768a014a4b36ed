import { toAsciiAddress } from './mail-address.ts'

/** One form for all spellings of an address that reach one person: `A@MÜNCHEN.example` is `a@xn--mnchen-3ya.example`. */
export function emailKey(email: string): string {
  return (toAsciiAddress(email) ?? email.normalize('NFC')).toLowerCase()
}
