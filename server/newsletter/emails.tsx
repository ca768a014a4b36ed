import type { SubscriberRow } from '../../migrations/tables.ts'
import { emailAddresses, emailTexts } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { toAsciiAddress } from '../../platform/email/address.ts'
import { Button, EmailLayout, paragraphs, renderEmail, Signature } from '../../platform/email/layout/EmailLayout.tsx'
import { automatic, type NewEmail } from '../../platform/email/outbox/store.ts'
import type { Context } from '../context.ts'
import { emailType } from '../email-type.ts'
import { findRateLimited } from './email-limits.ts'
import { confirmPath, unsubscribeHeaders, unsubscribePath } from './links.ts'

/** Newsletter emails. Their text is stored when they're queued, except for rate-limited emails. */
export const newsletterEmails = [
  emailType({
    kind: 'newsletter-confirmation',
    name: 'subscription confirmation request',
    to: 'subscriber',
    find: findRateLimited,
    view: subscriptionEmail,
  }),
  emailType({
    kind: 'newsletter-already-subscribed',
    name: '“already subscribed” notice',
    to: 'subscriber',
    find: findRateLimited,
    view: subscriptionEmail,
  }),
]

/**
 * The email that asks for confirmation, or shows a confirmed subscriber how to unsubscribe. Anyone can trigger it for any
 * address, so it doesn't contain visitor input.
 */
export function subscriptionEmail(subscriber: SubscriberRow, context: Context): NewEmail {
  const content = siteContent()
  const { siteUrl } = context.environment
  const { brand, signature, confirmation, alreadySubscribed } = emailTexts(content, siteUrl)
  const isConfirmed = subscriber.state === 'confirmed'
  const path = isConfirmed
    ? unsubscribePath(context.linkKey, subscriber.id)
    : confirmPath(context.linkKey, subscriber, context.now())
  const href = siteUrl + path
  const { subject, greeting, lines, link, afterLink, foot } = isConfirmed ? alreadySubscribed : confirmation
  const rendered = renderEmail(
    <EmailLayout subject={subject} preview={lines[0] ?? ''} brand={brand} foot={foot}>
      {paragraphs(`${greeting},`, ...lines)}
      <Button text={link} href={href} />
      {paragraphs(...afterLink)}
      <Signature lines={signature} />
    </EmailLayout>,
  )
  return {
    kind: isConfirmed ? 'newsletter-already-subscribed' : 'newsletter-confirmation',
    from: emailAddresses(context.environment, content.studio).from,
    to: { name: '', address: toAsciiAddress(subscriber.email) ?? subscriber.email },
    ...rendered,
    headers: isConfirmed ? { ...automatic, ...unsubscribeHeaders(href) } : automatic,
  }
}
