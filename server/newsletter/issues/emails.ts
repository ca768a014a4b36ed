import type { Db } from '../../../migrations/tables.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { toAsciiAddress } from '../../../platform/email/address.ts'
import type { EmailRow, RenderedEmail } from '../../../platform/email/outbox/store.ts'
import type { Context } from '../../context.ts'
import { emailType } from '../../email-type.ts'
import { unsubscribeHeaders, unsubscribePath, withUnsubscribeLink } from '../links.ts'
import { findIssueFor } from './store.ts'

export const issueEmails = [
  emailType({ kind: 'issue', name: 'newsletter issue', to: 'subscriber', find: findIssue, view: subscribersIssue }),
]

/** @returns undefined if the subscriber left before their turn */
async function findIssue(db: Db, { batch, recipient, state }: EmailRow) {
  const issue = await findIssueFor(db, batch ?? '', recipient ?? '')
  if (issue === undefined || recipient === null) return undefined
  // Suppressing an address always changes the state.
  const hasLeft = issue.subscriberState !== 'confirmed'
  return state === 'sending' && hasLeft ? undefined : { ...issue, recipient }
}

type FoundIssue = NonNullable<Awaited<ReturnType<typeof findIssue>>>

function subscribersIssue(issue: FoundIssue, { environment, linkKey }: Context): RenderedEmail {
  const link = environment.siteUrl + unsubscribePath(linkKey, issue.recipient)
  return {
    from: { name: issue.from_name, address: issue.from_address },
    to: { name: '', address: issue.email },
    ...withUnsubscribeLink(issue, link),
    headers: issueHeaders(link, siteContent().studio),
  }
}

/** List-Id prevents vacation replies (RFC 5230, 4.6); X-Auto-Response-Suppress does so for Exchange. */
export function issueHeaders(link: string, { name, email }: Pick<Studio, 'name' | 'email'>) {
  return {
    ...unsubscribeHeaders(link),
    'List-Id': listId(name, email),
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  }
}

function listId(name: string, email: string): string {
  const domain = (toAsciiAddress(email) ?? email).replace(/^.*@/, '')
  const phrase = /^[\x20-\x7e]+$/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}" ` : ''
  return `${phrase}<newsletter.${domain}>`
}
