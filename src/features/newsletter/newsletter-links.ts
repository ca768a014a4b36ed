import { readSignedText, signText } from '../../lib/net/keyed-hash.ts'

/** The pages that the mails lead to. They show a button on GET and act on POST, since mail scanners open every link. */
export const confirmPath = '/newsletter/confirm'
export const unsubscribePath = '/newsletter/unsubscribe'

const dayMs = 24 * 60 * 60_000

export type LinkSettings = {
  siteUrl: string
  linkKey: string
  confirmWithinDays: number
}

export type ConfirmLink = { id: string; endsAt: number }

export function confirmLink({ siteUrl, linkKey, confirmWithinDays }: LinkSettings, id: string, now: number): string {
  const endsAt = now + confirmWithinDays * dayMs
  return `${siteUrl}${confirmPath}?key=${signText(linkKey, 'confirm', `${id}.${endsAt.toString(36)}`)}`
}

/** Also reads one that is too late. @returns undefined for a key that was not made here, or was changed on its way */
export function readConfirmKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, key: string): ConfirmLink | undefined {
  const [id, endsAt] = readSignedText(linkKey, 'confirm', key)?.split('.') ?? []
  return id === undefined || endsAt === undefined ? undefined : { id, endsAt: Number.parseInt(endsAt, 36) }
}

/** Works for as long as the database lives: whoever finds an old letter can still leave. */
export function unsubscribeLink({ siteUrl, linkKey }: LinkSettings, id: string): string {
  return `${siteUrl}${unsubscribePath}?key=${signText(linkKey, 'unsubscribe', id)}`
}

/** @returns the subscriber's id; undefined for a key that was not made here, or was changed on its way */
export function readUnsubscribeKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, key: string): string | undefined {
  return readSignedText(linkKey, 'unsubscribe', key)
}

/**
 * What every letter carries for the mail program's own button: RFC 2369, and RFC 8058 for one click. Mail programs take it
 * only from an https SITE_URL, and where DKIM has signed both: the mail server does.
 */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
