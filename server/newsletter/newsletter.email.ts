import type { LinkMailTexts, MailTexts } from '../../platform/content/mail.ts'
import { type MailAddress, toAsciiAddress } from '../../platform/email/mail-address.ts'
import { noteWords } from '../../platform/email/note.ts'
import type { NewMail } from '../../platform/email/outbox.repository.ts'
import { unsubscribeHeaders } from './newsletter-links.ts'

export type NewsletterMailSettings = { from: MailAddress; texts: MailTexts }

export const confirmationKind = 'newsletter-confirmation'
export const alreadySubscribedKind = 'newsletter-already-subscribed'

export function confirmationMail(address: string, link: string, settings: NewsletterMailSettings): NewMail {
  return { kind: confirmationKind, ...linkMail(settings.texts.confirmation, settings, address, link) }
}

export function alreadySubscribedMail(address: string, link: string, settings: NewsletterMailSettings): NewMail {
  const mail = linkMail(settings.texts.alreadySubscribed, settings, address, link)
  return { kind: alreadySubscribedKind, ...mail, headers: { ...mail.headers, ...unsubscribeHeaders(link) } }
}

/** Anyone can have this sent to anyone, so nothing of the sender's own is in it. */
function linkMail(words: LinkMailTexts, { from, texts }: NewsletterMailSettings, address: string, href: string) {
  const { subject, greeting, lines, link: text, afterLink, foot } = words
  const line = (each: string) => ({ kind: 'line', text: each }) as const
  return {
    about: undefined,
    from,
    to: { name: '', address: toAsciiAddress(address) ?? address },
    ...noteWords({
      subject,
      preview: lines[0] ?? '',
      brand: texts.brand,
      parts: [
        { kind: 'heading', text: subject },
        ...[`${greeting},`, ...lines].map(line),
        { kind: 'button', link: { text, href }, isShown: true },
        ...afterLink.map(line),
        { kind: 'signature', lines: texts.signature },
      ],
      foot,
    }),
    // RFC 3834: no vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
