import type { SubscriberRow } from '../../migrations/tables.ts'
import { emailAddresses, emailTexts } from '../../platform/content/email.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { Button, EmailLayout, paragraphs, renderEmail, Signature } from '../../platform/email/EmailLayout.tsx'
import { toAsciiAddress } from '../../platform/email/email-address.ts'
import { automatic, type NewEmail } from '../../platform/email/outbox-store.ts'
import type { ComposerDeps } from '../composers.ts'
import { confirmPath, unsubscribeHeaders, unsubscribePath } from './links.ts'
import { confirmationKind } from './store.ts'

const alreadySubscribedKind = 'newsletter-already-subscribed'

/**
 * Asks for a confirmation, or shows a confirmed subscriber how to unsubscribe. Anyone can send this to any address, so it
 * doesn't contain visitor input.
 */
export function subscriptionEmail(subscriber: SubscriberRow, deps: ComposerDeps): NewEmail {
  const content = siteContent()
  const { siteUrl } = deps.environment
  const { brand, signature, confirmation, alreadySubscribed } = emailTexts(content, siteUrl)
  const isConfirmed = subscriber.state === 'confirmed'
  const path = isConfirmed
    ? unsubscribePath(deps.linkKey, subscriber.id)
    : confirmPath(deps.linkKey, subscriber, deps.now())
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
    kind: isConfirmed ? alreadySubscribedKind : confirmationKind,
    about: undefined,
    from: emailAddresses(deps.environment, content.studio).from,
    to: { name: '', address: toAsciiAddress(subscriber.email) ?? subscriber.email },
    ...rendered,
    headers: isConfirmed ? { ...automatic, ...unsubscribeHeaders(href) } : automatic,
  }
}
