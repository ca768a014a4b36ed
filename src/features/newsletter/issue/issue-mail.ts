import type { IssueRow } from '../../../../migrations/tables.ts'
import type { Studio } from '../../../content/studio.ts'
import { messageIdOf, toAsciiAddress } from '../../../lib/mail/mail-address.ts'
import type { Mail } from '../../../server/mail/mailer.ts'
import { withUnsubscribeLink } from '../letter/letter.ts'
import { unsubscribeHeaders } from '../newsletter-links.ts'
import type { ClaimedIssueMail } from './issue-mail.repository.ts'

export function issueMailTo(
  { subscriberId, address }: Pick<ClaimedIssueMail, 'subscriberId' | 'address'>,
  issue: IssueRow,
  { link, headers }: { link: string; headers: Record<string, string> },
): Mail {
  const { subject, text, html } = withUnsubscribeLink(issue, link)
  return {
    id: issueMailId(issue.slug, subscriberId),
    from: { name: issue.from_name, address: issue.from_address },
    to: { name: '', address },
    replyTo: undefined,
    subject,
    text,
    html,
    messageId: issueMessageId(issue, subscriberId),
    headers,
    createdAt: issue.created_at,
  }
}

export function issueMailId(slug: string, subscriberId: string): string {
  return `${slug}.${subscriberId}`
}

export function issueMessageId({ slug, from_address }: Pick<IssueRow, 'slug' | 'from_address'>, id: string): string {
  return messageIdOf(issueMailId(slug, id), from_address)
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
