import { toAsciiAddress } from './mail-address.ts'

/** A link that begins a mail (RFC 6068). */
export function mailtoHref(address: string, subject?: string): string {
  const to = encodeURIComponent(toAsciiAddress(address) ?? address).replace('%40', '@')
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}
