import type { SubscriberRow } from '../../migrations/tables.ts'
import { emailAddresses, emailTexts, type LinkEmailTexts } from '../../platform/content/email.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { Button, EmailLayout, paragraphs, renderEmail, Signature } from '../../platform/email/EmailLayout.tsx'
import { toAsciiAddress } from '../../platform/email/email-address.ts'
import { automatic, type NewEmail } from '../../platform/email/outbox-store.ts'
import type { ComposerDeps } from '../composers.ts'
import { alreadySubscribedKind, confirmationKind, confirmLink, unsubscribeHeaders, unsubscribeLink } from './links.ts'

export function confirmationEmail(subscriber: SubscriberRow, deps: ComposerDeps): NewEmail {
  const link = confirmLink(deps, subscriber, deps.now())
  return { kind: confirmationKind, ...linkEmail(siteContent().emails.confirmation, deps, subscriber, link) }
}

export function alreadySubscribedEmail(subscriber: SubscriberRow, deps: ComposerDeps): NewEmail {
  const link = unsubscribeLink(deps, subscriber.id)
  const email = linkEmail(siteContent().emails.alreadySubscribed, deps, subscriber, link)
  return { kind: alreadySubscribedKind, ...email, headers: { ...email.headers, ...unsubscribeHeaders(link) } }
}

/** Anyone can trigger this email to anyone, so it repeats no visitor input. */
function linkEmail(
  linkTexts: LinkEmailTexts,
  { environment }: ComposerDeps,
  { email: address }: SubscriberRow,
  href: string,
) {
  const content = siteContent()
  const { brand, signature } = emailTexts(content, environment.siteUrl)
  const { from } = emailAddresses(environment, content.studio)
  const { subject, greeting, lines, link: text, afterLink, foot } = linkTexts
  const rendered = renderEmail(
    <EmailLayout subject={subject} preview={lines[0] ?? ''} brand={brand} foot={foot}>
      {paragraphs(`${greeting},`, ...lines)}
      <Button text={text} href={href} isAddressShown />
      {paragraphs(...afterLink)}
      <Signature lines={signature} />
    </EmailLayout>,
  )
  const to = { name: '', address: toAsciiAddress(address) ?? address }
  return { about: undefined, from, to, ...rendered, headers: automatic }
}
