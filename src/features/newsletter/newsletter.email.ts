import type { LinkMailTexts, MailTexts } from '../../content/mail.ts'
import { type MailAddress, toAsciiAddress } from '../../lib/mail-address.ts'
import { escapeHtml, mailPage } from '../../lib/mail-page.ts'
import type { NewMail } from '../../server/mail/outbox.repository.ts'
import { unsubscribeHeaders } from './newsletter-links.ts'

export type NewsletterMailSettings = { from: MailAddress; texts: MailTexts }

export const confirmationKind = 'newsletter-confirmation'
export const alreadySubscribedKind = 'newsletter-already-subscribed'

/** What a new reader gets: one link, to the page that confirms. */
export function confirmationMail(address: string, link: string, { from, texts }: NewsletterMailSettings): NewMail {
  return { kind: confirmationKind, ...linkMail(texts.confirmation, from, address, link) }
}

/** What somebody gets who signs up again and is on the list. @param link to the page that unsubscribes */
export function alreadySubscribedMail(address: string, link: string, { from, texts }: NewsletterMailSettings): NewMail {
  const mail = linkMail(texts.alreadySubscribed, from, address, link)
  return { kind: alreadySubscribedKind, ...mail, headers: { ...mail.headers, ...unsubscribeHeaders(link) } }
}

/** Fixed words around a link: anybody can have this sent to anybody, so nothing of the sender's own stands in it. */
function linkMail(texts: LinkMailTexts, from: MailAddress, address: string, link: string): Omit<NewMail, 'kind'> {
  const { subject, greeting, lines, link: linkText, afterLink, signature } = texts
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  return {
    leadReference: undefined,
    from,
    to: { name: '', address: toAsciiAddress(address) ?? address },
    subject,
    text: `${[greeting, ...lines, `${linkText}:\n${link}`, ...afterLink, signature].join('\n\n')}\n`,
    html: mailPage(
      subject,
      [
        ...[greeting, ...lines].map(paragraph),
        `<p><a href="${escapeHtml(link)}">${escapeHtml(linkText)}</a></p>`,
        ...[...afterLink, signature].map(paragraph),
      ].join(''),
    ),
    // RFC 3834: no vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
