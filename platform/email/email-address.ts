/** One mailbox in its parts. Never joined into one string: what is in a part cannot become a second recipient. */
export type EmailAddress = { name: string; address: string }

/** RFC 5321, 4.5.3.1: at most 254 characters for a path that fits into a command, 64 of them before the @. */
export const maxAddressLength = 254
const maxLocalLength = 64

const localPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+$/
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Invisible characters come along when an address is copied: at the ends they go, as blanks do. */
export function cleanAddress(text: string): string {
  return /[^\s\p{DI}\p{Cf}](?:.*[^\s\p{DI}\p{Cf}])?/su.exec(text.normalize('NFC'))?.[0] ?? ''
}

/** The URL parser drops some of them, so that a domain with them would be stored otherwise than checked. */
export function hasInvisible(text: string): boolean {
  return /[\p{DI}\p{Cf}]/u.test(text)
}

export function isEmailAddress(text: string): boolean {
  const ascii = hasInvisible(text) ? undefined : toAsciiAddress(text)
  return ascii !== undefined && ascii.length <= maxAddressLength
}

/** Whether only the letters before the @ are in the way: such mailboxes exist (RFC 6531), but few servers take their mail. */
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

/** The URL parser is the one converter of international names that browsers and Node share. */
function toAsciiDomain(domain: string): string | undefined {
  if (/[\s/?#@:%\\[\]]/.test(domain) || !URL.canParse(`http://${domain}`)) return undefined
  const ascii = new URL(`http://${domain}`).hostname
  return domainPattern.test(ascii) && ascii.length <= 253 ? ascii : undefined
}

export function parseEmailAddress(text: string): EmailAddress | undefined {
  const whole = cleanAddress(text)
  const [, name = '', given = whole] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(whole) ?? []
  const address = cleanAddress(given)
  return isEmailAddress(address) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : undefined
}

/** One form for all spellings of an address that reach one person: `A@MÜNCHEN.example` is `a@xn--mnchen-3ya.example`. */
export function emailKey(email: string): string {
  return (toAsciiAddress(email) ?? email.normalize('NFC')).toLowerCase()
}

/** Domains that lead to the mailboxes of one of them. */
const sameMailboxes = {
  'gmail.com': /^googlemail\.com$/,
  'proton.me': /^(?:protonmail\.(?:com|ch)|pm\.me)$/,
  'icloud.com': /^(?:mac|me)\.com$/,
  'yandex.com': /^(?:ya\.ru|yandex\.(?:com?\.)?[a-z]{2})$/,
}
/** `anything@ada.fastmail.com` is `ada@fastmail.com`. */
const ofSubdomain = /^([^.]+)\.(fastmail\.(?:com|fm)|runbox\.com|mozmail\.com|33mail\.com|anonaddy\.(?:com|me))$/

/** For counting alone: where it takes two people for one, a mail comes a day later or is left out. */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const whole = domainOf(key)
  const [, name = key.slice(0, key.lastIndexOf('@')), domain = whole] = ofSubdomain.exec(whole) ?? []
  const plain = name.replace(/\+.*/s, '').replaceAll(/[^a-z0-9]/g, '')
  const [same = domain] = Object.entries(sameMailboxes).find(([, others]) => others.test(domain)) ?? []
  return `${plain || name}@${same}`
}

export function domainOf(key: string): string {
  return key.slice(key.lastIndexOf('@') + 1)
}

export function mailtoHref(address: string, subject?: string): string {
  const to = encodeURIComponent(toAsciiAddress(address) ?? address).replace('%40', '@')
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}
