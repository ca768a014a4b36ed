import type { SubscriberRow } from '../../migrations/tables.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import type { Environment } from '../../platform/environment.ts'
import { readSignedText, signText } from '../../platform/http/keys.ts'
import { dayMs } from '../../platform/text/time-text.ts'

/** GET shows a button and POST acts, because email scanners open every link. */
const confirmPath = '/newsletter/confirm'
export const unsubscribePath = '/newsletter/unsubscribe'

type LinkDeps = { environment: Pick<Environment, 'siteUrl'>; linkKey: string }

/** `leftAt`: when the subscriber had last left, or 0. Once they leave again, the link no longer works. */
export type ConfirmLink = { id: string; endsAt: number; leftAt: number }

type Signer = Pick<SubscriberRow, 'id' | 'unsubscribed_at'>

export function confirmLink({ environment, linkKey }: LinkDeps, to: Signer, now: number): string {
  const { confirmWithinDays } = siteContent().facts.promises
  const times = [now + confirmWithinDays * dayMs, to.unsubscribed_at ?? 0].map((time) => time.toString(36))
  return `${environment.siteUrl}${confirmPath}?key=${signText(linkKey, 'confirm', [to.id, ...times].join('.'))}`
}

/** Links of version 0.2 have no `leftAt`, so they work for people who have never left. */
export function readConfirmKey({ linkKey }: Pick<LinkDeps, 'linkKey'>, key: string): ConfirmLink | undefined {
  const [id, endsAt, leftAt = '0'] = readSignedText(linkKey, 'confirm', key)?.split('.') ?? []
  if (id === undefined || endsAt === undefined) return undefined
  return { id, endsAt: Number.parseInt(endsAt, 36), leftAt: Number.parseInt(leftAt, 36) }
}

export function unsubscribeLink({ environment, linkKey }: LinkDeps, id: string): string {
  return `${environment.siteUrl}${unsubscribePath}?key=${signText(linkKey, 'unsubscribe', id)}`
}

export function readUnsubscribeKey({ linkKey }: Pick<LinkDeps, 'linkKey'>, key: string): string | undefined {
  return readSignedText(linkKey, 'unsubscribe', key)
}

/** RFC 2369, and RFC 8058 for one click, which email programs offer only with https and a DKIM signature. */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
