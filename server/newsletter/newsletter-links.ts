import { readSignedText, signText } from '../../platform/http/keyed-hash.ts'

/** They show a button on GET and act on POST, since mail scanners open every link. */
export const confirmPath = '/newsletter/confirm'
export const unsubscribePath = '/newsletter/unsubscribe'

export const dayMs = 24 * 60 * 60_000

export type LinkSettings = {
  siteUrl: string
  linkKey: string
  confirmWithinDays: number
}

export type UnsubscribeSettings = Pick<LinkSettings, 'siteUrl' | 'linkKey'>

export type ConfirmLink = { id: string; endsAt: number }

export function confirmLink({ siteUrl, linkKey, confirmWithinDays }: LinkSettings, id: string, now: number): string {
  const endsAt = now + confirmWithinDays * dayMs
  return `${siteUrl}${confirmPath}?key=${signText(linkKey, 'confirm', `${id}.${endsAt.toString(36)}`)}`
}

export function readConfirmKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, key: string): ConfirmLink | undefined {
  const [id, endsAt] = readSignedText(linkKey, 'confirm', key)?.split('.') ?? []
  return id === undefined || endsAt === undefined ? undefined : { id, endsAt: Number.parseInt(endsAt, 36) }
}

export function unsubscribeLink({ siteUrl, linkKey }: UnsubscribeSettings, id: string): string {
  return `${siteUrl}${unsubscribePath}?key=${signText(linkKey, 'unsubscribe', id)}`
}

export function readUnsubscribeKey({ linkKey }: Pick<LinkSettings, 'linkKey'>, key: string): string | undefined {
  return readSignedText(linkKey, 'unsubscribe', key)
}

/** RFC 2369, and RFC 8058 for one click; mail programs take it only from https, and signed with DKIM. */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
