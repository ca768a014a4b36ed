import type { EmailTexts, LinkEmailTexts } from '../../platform/content/email.ts'
import { Button, EmailLayout, paragraphs, renderEmail, Signature } from '../../platform/email/EmailLayout.tsx'
import { type EmailAddress, toAsciiAddress } from '../../platform/email/email-address.ts'
import { automatic, type NewEmail } from '../../platform/email/outbox-store.ts'
import { alreadySubscribedKind, confirmationKind, unsubscribeHeaders } from './links.ts'

export type NewsletterEmailSettings = { from: EmailAddress; texts: EmailTexts }

export function confirmationEmail(address: string, link: string, settings: NewsletterEmailSettings): NewEmail {
  return { kind: confirmationKind, ...linkEmail(settings.texts.confirmation, settings, address, link) }
}

export function alreadySubscribedEmail(address: string, link: string, settings: NewsletterEmailSettings): NewEmail {
  const email = linkEmail(settings.texts.alreadySubscribed, settings, address, link)
  return { kind: alreadySubscribedKind, ...email, headers: { ...email.headers, ...unsubscribeHeaders(link) } }
}

/** Anyone can trigger this email to anyone, so it repeats no visitor input. */
function linkEmail(linkTexts: LinkEmailTexts, { from, texts }: NewsletterEmailSettings, address: string, href: string) {
  const { subject, greeting, lines, link: text, afterLink, foot } = linkTexts
  const rendered = renderEmail(
    <EmailLayout subject={subject} preview={lines[0] ?? ''} brand={texts.brand} foot={foot}>
      {paragraphs(`${greeting},`, ...lines)}
      <Button text={text} href={href} isAddressShown />
      {paragraphs(...afterLink)}
      <Signature lines={texts.signature} />
    </EmailLayout>,
  )
  const to = { name: '', address: toAsciiAddress(address) ?? address }
  return { about: undefined, from, to, ...rendered, headers: automatic }
}
