import type { SubscriberRow } from '../../migrations/tables.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { readSignedText, signText } from '../../platform/signing.ts'
import { dayMs } from '../../platform/text/time-text.ts'

/** Pages for links in emails. Scanners open every link, so GET only shows a button and POST makes the change. */
const confirmPage = '/newsletter/confirm'
export const unsubscribePage = '/newsletter/unsubscribe'

/** `leftAt`: time the subscriber last unsubscribed, or 0. If they unsubscribe again, the link stops working. */
export type ConfirmLink = { id: string; endsAt: number; leftAt: number }

/** The link in a confirmation email. */
export function confirmPath(
  linkKey: string,
  { id, unsubscribed_at }: Pick<SubscriberRow, 'id' | 'unsubscribed_at'>,
  now: number,
): string {
  const { confirmWithinDays } = siteContent().facts.promises
  const endsAt = now + confirmWithinDays * dayMs
  const leftAt = unsubscribed_at ?? 0
  const signed = signText(linkKey, 'confirm', `${id}.${endsAt.toString(36)}.${leftAt.toString(36)}`)
  return `${confirmPage}?key=${signed}`
}

/** Parses a confirmation link's key. Version 0.2 had no `leftAt`, so its links only work if they never unsubscribed. */
export function readConfirmKey(linkKey: string, key: string): ConfirmLink | undefined {
  const [id, endsAt, leftAt = '0'] = readSignedText(linkKey, 'confirm', key)?.split('.') ?? []
  if (id === undefined || endsAt === undefined) return undefined
  return { id, endsAt: Number.parseInt(endsAt, 36), leftAt: Number.parseInt(leftAt, 36) }
}

/** A subscriber's own unsubscribe link, which doesn't expire. */
export function unsubscribePath(linkKey: string, subscriberId: string): string {
  return `${unsubscribePage}?key=${signText(linkKey, 'unsubscribe', subscriberId)}`
}

/** @returns the subscriber's ID, or undefined for an invalid key */
export function readUnsubscribeKey(linkKey: string, key: string): string | undefined {
  return readSignedText(linkKey, 'unsubscribe', key)
}

/** Headers for unsubscribing (RFC 2369) with one click (RFC 8058). Email apps require https and a DKIM signature. */
export function unsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export type RenderedIssue = { subject: string; text: string; html: string }

/** A placeholder in stored issues for each subscriber's own unsubscribe link. */
export const unsubscribePlaceholder = 'https://unsubscribe.invalid/'

export function withUnsubscribeLink(issue: RenderedIssue, link: string): RenderedIssue {
  return {
    subject: issue.subject,
    text: issue.text.replaceAll(unsubscribePlaceholder, link),
    html: issue.html.replaceAll(unsubscribePlaceholder, link),
  }
}
