import type { EmailTexts } from '../../platform/content/email.ts'
import { mailtoHref } from '../../platform/email/email-address.ts'
import { type Link, renderEmail } from '../../platform/email/layout.ts'
import type { EmailWords } from '../../platform/email/outbox-store.ts'
import { givenName } from './person-name.ts'

/** Of the visitor's words it holds only a safe name: the address may be someone else's. */
export function receiptWords(
  { reference, name }: { reference: string; name: string },
  { brand, address, signature, receipt }: EmailTexts,
  call: Link | undefined,
): EmailWords {
  const { subject, greeting, lines, referenceLabel, steps, more, button, foot } = receipt
  const line = (text: string) => ({ kind: 'line', text }) as const
  return renderEmail({
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
      ...(call ? [line(`${call.text}: ${call.href}`)] : []),
      line(more),
      { kind: 'button', link: { text: button, href: mailtoHref(address, `${referenceLabel} ${reference}`) } },
      { kind: 'signature', lines: signature },
    ],
    foot,
    links: [{ text: address, href: `mailto:${address}` }, ...(call ? [{ text: call.href, href: call.href }] : [])],
  })
}
