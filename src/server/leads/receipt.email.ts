import type { MailAddress } from '../../lib/mail-address.ts'
import { escapeHtml, mailPage } from '../../lib/mail-page.ts'
import type { NewMail } from '../mail/outbox.repository.ts'

/** The words of the receipt; content/mail.yaml holds them. */
export type ReceiptTexts = {
  subject: string
  greeting: string
  lines: readonly string[]
  referenceLabel: string
  signature: string
}

/** What the visitor gets. None of the visitor's own words may stand in it: the address may be somebody else's. */
export function receiptMail(
  { kind, reference, email }: { kind: string; reference: string; email: string },
  from: MailAddress,
  texts: ReceiptTexts,
): NewMail {
  const { subject, greeting, lines, referenceLabel, signature } = texts
  const paragraphs = [greeting, ...lines, `${referenceLabel}: ${reference}`, signature]
  return {
    kind: `${kind}-receipt`,
    leadReference: reference,
    from,
    to: { name: '', address: email },
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailPage(subject, paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')),
    // RFC 3834: no vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-replied' },
  }
}
