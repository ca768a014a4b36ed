import { oneLine, visibleText } from '../text/clean-text.ts'

/** Keeps the name and address separate. In a joined string, part of a name could become a second recipient. */
export type EmailAddress = { name: string; address: string }

/** Maximum lengths of an address and of the part before the @ (RFC 5321, 4.5.3.1). */
export const maxAddressLength = 254
const maxLocalLength = 64

const localPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

export function isEmailAddress(text: string): boolean {
  const ascii = toAsciiAddress(text)
  return ascii !== undefined && ascii.length <= maxAddressLength
}

/** Whether an address isn't ASCII only before the @. Such addresses exist (RFC 6531), but few servers accept them. */
export function hasInternationalLocalPart(text: string): boolean {
  const at = text.lastIndexOf('@')
  return /[^\0-\x7F]/.test(text.slice(0, at)) && isEmailAddress(`x${text.slice(at)}`)
}

export function toAsciiAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || local.length > maxLocalLength || !localPattern.test(local)) return undefined
  const domain = toAsciiDomain(text.slice(at + 1))
  return domain === undefined ? undefined : `${local}@${domain}`
}

export function messageIdOf(id: string, sender: string): string {
  return `<${id}@${domainOf(toAsciiAddress(sender) ?? sender)}>`
}

/** Converts a domain with the URL parser, which is the same in browsers and Node.js but ignores invisible characters. */
function toAsciiDomain(domain: string): string | undefined {
  if (/[\s/?#@:%\\[\]\p{Cf}\p{DI}]/u.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const ascii = new URL(`http://${domain}`).hostname
  return domainPattern.test(ascii) && ascii.length <= 253 ? ascii : undefined
}

export function parseEmailAddress(text: string): EmailAddress | undefined {
  const [, name = '', rawAddress = text] = /^([^<>]*)<([^<>]+)>[\s\p{Cf}\p{DI}]*$/u.exec(text) ?? []
  const address = visibleText(rawAddress)
  return isEmailAddress(address) ? { name: oneLine(name).replace(/^"(.*)"$/, '$1'), address } : undefined
}

/** Maps all spellings of an address to one: `A@MÜNCHEN.example` becomes `a@xn--mnchen-3ya.example`. */
export function emailKey(email: string): string {
  return (toAsciiAddress(email) ?? email.normalize('NFC')).toLowerCase()
}

/** Domains that share mailboxes: `ada@googlemail.com` is `ada@gmail.com`. */
const domainAliases = {
  'gmail.com': /^googlemail\.com$/,
  'proton.me': /^(?:protonmail\.(?:com|ch)|pm\.me)$/,
  'icloud.com': /^(?:mac|me)\.com$/,
  'yandex.com': /^(?:ya\.ru|yandex\.(?:com?\.)?[a-z]{2})$/,
}
/** Matches addresses with the mailbox as a subdomain: `anything@ada.fastmail.com` goes to `ada@fastmail.com`. */
const subdomainAddress = /^([^.]+)\.(fastmail\.(?:com|fm)|runbox\.com|mozmail\.com|33mail\.com|anonaddy\.(?:com|me))$/

/** Maps a mailbox's aliases to one key. Use it only for limits: for people who share a key, it only delays emails. */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const fullDomain = domainOf(key)
  const [, name = key.slice(0, key.lastIndexOf('@')), domain = fullDomain] = subdomainAddress.exec(fullDomain) ?? []
  const normalized = name.replace(/\+.*/s, '').replaceAll(/[^a-z0-9]/g, '')
  const [mainDomain = domain] = Object.entries(domainAliases).find(([, aliases]) => aliases.test(domain)) ?? []
  return `${normalized || name}@${mainDomain}`
}

export function domainOf(key: string): string {
  return key.slice(key.lastIndexOf('@') + 1)
}

export function mailtoHref(address: string, subject?: string): string {
  const to = encodeURIComponent(toAsciiAddress(address) ?? address).replace('%40', '@')
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}
