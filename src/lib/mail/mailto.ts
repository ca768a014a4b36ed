import { toAsciiAddress } from './mail-address.ts'

export function mailtoHref(address: string, subject?: string): string {
  const to = encodeURIComponent(toAsciiAddress(address) ?? address).replace('%40', '@')
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}
