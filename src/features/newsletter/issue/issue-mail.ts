import type { IssueRow } from '../../../../migrations/tables.ts'
import { messageIdOf } from '../../../lib/mail/mail-address.ts'
import type { Mail } from '../../../server/mail/mailer.ts'
import { withUnsubscribeLink } from '../letter/rendered-issue.ts'
import type { ClaimedIssueMail } from './issue-mail.repository.ts'

/** The mail of one reader: the same at every try, but for what the mail server writes on it. */
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

/** Names the mail in logs, and its file where no mail server is set. */
export function issueMailId(slug: string, subscriberId: string): string {
  return `${slug}.${subscriberId}`
}

/** `<slug.subscriber-id@domain>`: a report of its return names issue and reader. */
export function issueMessageId({ slug, from_address }: Pick<IssueRow, 'slug' | 'from_address'>, id: string): string {
  return messageIdOf(issueMailId(slug, id), from_address)
}
