import type { MailTexts } from '../../content/mail.ts'
import { type MailAddress, mailtoHref } from '../../lib/mail/mail-address.ts'
import { noteWords } from '../../lib/mail/note-html.ts'
import type { NewMail } from '../../server/mail/outbox.repository.ts'
import { givenName } from './person-name.ts'

export type ReceiptTexts = Pick<MailTexts, 'brand' | 'address' | 'signature' | 'receipt'>

/** Of the visitor's words it holds only a safe name: the address may be somebody else's. */
export function receiptMail(
  { kind, reference, name, email }: { kind: string; reference: string; name: string; email: string },
  from: MailAddress,
  { brand, address, signature, receipt }: ReceiptTexts,
): NewMail {
  const { subject, greeting, lines, referenceLabel, steps, more, button, foot } = receipt
  const line = (text: string) => ({ kind: 'line', text }) as const
  return {
    kind: `${kind}-receipt`,
    about: reference,
    from,
    to: { name: '', address: email },
    ...noteWords({
      subject,
      preview: steps.items[0] ?? '',
      brand,
      parts: [
        { kind: 'heading', text: subject },
        line(`${[greeting, givenName(name)].filter(Boolean).join(' ')},`),
        ...lines.map(line),
        { kind: 'label', label: referenceLabel, text: reference },
        { kind: 'section', text: steps.heading },
        { kind: 'steps', items: steps.items },
        line(more),
        { kind: 'button', link: { text: button, href: mailtoHref(address, `${referenceLabel} ${reference}`) } },
        { kind: 'signature', lines: signature },
      ],
      foot,
      links: [{ text: address, href: `mailto:${address}` }],
    }),
    // RFC 3834: no vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-replied' },
  }
}
