/** One form for all spellings of an address that reach one person. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
