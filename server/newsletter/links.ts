import type { SubscriberRow } from '../../migrations/tables.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import type { Studio } from '../../platform/content/studio.ts'
import { toAsciiAddress } from '../../platform/email/email-address.ts'
import type { Environment } from '../../platform/environment.ts'
import { readSignedText, signText } from '../../platform/signing.ts'
import { dayMs } from '../../platform/text/time-text.ts'

export const confirmationKind = 'newsletter-confirmation'
export const issueKind = 'issue'
export const alreadySubscribedKind = 'newsletter-already-subscribed'

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

export type RenderedIssue = { subject: string; text: string; html: string }

/** Placeholder for each subscriber's own unsubscribe link. */
export const unsubscribePlaceholder = 'https://unsubscribe.invalid/'

export function withUnsubscribeLink(issue: RenderedIssue, link: string): RenderedIssue {
  return {
    subject: issue.subject,
    text: issue.text.replaceAll(unsubscribePlaceholder, link),
    html: issue.html.replaceAll(unsubscribePlaceholder, link),
  }
}

/** List-Id prevents vacation replies (RFC 5230, 4.6); X-Auto-Response-Suppress does so for Exchange. */
export function issueHeaders(unsubscribeLink: string, { name, email }: Pick<Studio, 'name' | 'email'>) {
  return {
    ...unsubscribeHeaders(unsubscribeLink),
    'List-Id': listId(name, email),
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  }
}

function listId(name: string, email: string): string {
  const domain = (toAsciiAddress(email) ?? email).replace(/^.*@/, '')
  const phrase = /^[\x20-\x7e]+$/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" ` : ''
  return `${phrase}<newsletter.${domain}>`
}
