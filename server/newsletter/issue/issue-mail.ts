import type { IssueRow } from '../../../migrations/tables.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { messageIdOf, toAsciiAddress } from '../../../platform/email/mail-address.ts'
import type { Mail } from '../../../platform/email/mailer.ts'
import { type RenderedIssue, withUnsubscribeLink } from '../letter/letter.ts'
import { unsubscribeHeaders } from '../newsletter-links.ts'

export function issueMailId(slug: string, subscriberId: string): string {
  return `${slug}.${subscriberId}`
}

export function issueMessageId({ slug, from_address }: Pick<IssueRow, 'slug' | 'from_address'>, id: string): string {
  return messageIdOf(issueMailId(slug, id), from_address)
}

export type ComposedIssue = ReturnType<typeof issueMail>

type Recipient = Pick<Mail, 'id' | 'from' | 'to' | 'createdAt'> & { link: string }

export function issueMail(issue: RenderedIssue, { link, ...mail }: Recipient, studio: Pick<Studio, 'name' | 'email'>) {
  return {
    ...mail,
    ...withUnsubscribeLink(issue, link),
    replyTo: undefined,
    messageId: messageIdOf(mail.id, mail.from.address),
    headers: issueHeaders(link, studio),
  }
}

/** List-Id keeps vacation notices away (RFC 5230, 4.6), X-Auto-Response-Suppress those of Exchange. */
export function issueHeaders(unsubscribeLink: string, { name, email }: Pick<Studio, 'name' | 'email'>) {
  return {
    ...unsubscribeHeaders(unsubscribeLink),
    'List-Id': listId(name, email),
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  }
}

/** RFC 2919. */
function listId(name: string, email: string): string {
  const domain = (toAsciiAddress(email) ?? email).replace(/^.*@/, '')
  const phrase = /^[\x20-\x7e]+$/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" ` : ''
  return `${phrase}<newsletter.${domain}>`
}
