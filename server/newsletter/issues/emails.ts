import type { Db } from '../../../migrations/tables.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { toAsciiAddress } from '../../../platform/email/address.ts'
import type { EmailRow, RenderedEmail } from '../../../platform/email/outbox/store.ts'
import type { Context } from '../../context.ts'
import { emailType } from '../../email-type.ts'
import { unsubscribeHeaders, unsubscribePath, withUnsubscribeLink } from '../links.ts'
import { findIssueForSubscriber } from './store.ts'

export const issueEmails = [
  emailType({
    kind: 'issue',
    name: 'newsletter issue',
    to: 'subscriber',
    find: findRecipientIssue,
    view: renderForRecipient,
  }),
]

/** Finds an email's issue and subscriber. @returns undefined if they unsubscribed before their email went out */
async function findRecipientIssue(db: Db, { batch, recipient, state }: EmailRow) {
  const issue = await findIssueForSubscriber(db, batch ?? '', recipient ?? '')
  if (issue === undefined || recipient === null) return undefined
  // Suppressing an address also changes the state, so checking the state is enough.
  const hasLeft = issue.subscriberState !== 'confirmed'
  return state === 'sending' && hasLeft ? undefined : { ...issue, recipient }
}

type RecipientIssue = NonNullable<Awaited<ReturnType<typeof findRecipientIssue>>>

/** Fills in the subscriber's own unsubscribe link. */
function renderForRecipient(issue: RecipientIssue, { environment, linkKey }: Context): RenderedEmail {
  const link = environment.siteUrl + unsubscribePath(linkKey, issue.recipient)
  return {
    from: { name: issue.from_name, address: issue.from_address },
    to: { name: '', address: issue.email },
    ...withUnsubscribeLink(issue, link),
    headers: issueHeaders(link, siteContent().studio),
  }
}

/**
 * Headers for an email to a list: unsubscribe links (RFC 2369, RFC 8058) and List-Id (RFC 2919), which also prevents
 * vacation replies (RFC 5230, 4.6). X-Auto-Response-Suppress prevents those from Exchange (MS-OXCMAIL).
 */
export function issueHeaders(link: string, { name, email }: Pick<Studio, 'name' | 'email'>) {
  return {
    ...unsubscribeHeaders(link),
    'List-Id': listId(name, email),
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  }
}

/** Returns a List-Id like `"Studio" <newsletter.studio.example>`. Leaves out a name that isn't ASCII, as RFC 2919 allows. */
function listId(name: string, email: string): string {
  const domain = (toAsciiAddress(email) ?? email).replace(/^.*@/, '')
  const phrase = /^[\x20-\x7e]+$/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" ` : ''
  return `${phrase}<newsletter.${domain}>`
}
