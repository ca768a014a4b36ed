import type { MailTexts } from '../../content/mail.ts'
import type { MailAddress } from '../../lib/mail-address.ts'
import { escapeHtml, mailPage, oneLine } from '../../lib/mail-page.ts'
import type { NewMail } from '../../server/outbox.repository.ts'
import type { LeadRow } from '../../server/tables.ts'

export type ContactMailSettings = { from: MailAddress; leadsTo: MailAddress; texts: MailTexts }

/** What the owner gets: everything that is known, and an answer that goes to the visitor. */
export function ownerMail(lead: LeadRow, { from, leadsTo }: ContactMailSettings): NewMail {
  const subject = `${lead.status === 'held' ? 'Held: ' : ''}New request from ${oneLine(lead.name)} (${lead.reference})`
  const facts = leadFacts(lead)
  const hint = `Answer this mail to write to ${oneLine(lead.name)}.`
  return {
    kind: 'contact-owner',
    leadReference: lead.reference,
    from,
    to: leadsTo,
    replyTo: { name: oneLine(lead.name), address: lead.email },
    subject,
    text: [lead.project, '', '---', hint, '', ...facts.map(([label, value]) => `${label}: ${value}`), ''].join('\n'),
    html: mailPage(
      subject,
      `<div style="white-space:pre-wrap">${escapeHtml(lead.project)}</div><hr><p>${escapeHtml(hint)}</p><table>${facts
        .map(([label, value]) => `<tr><th align="left" valign="top">${label}</th><td>${escapeHtml(value)}</td></tr>`)
        .join('')}</table>`,
    ),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** What the visitor gets. None of the visitor's own words may stand in it: the address may be somebody else's. */
export function receiptMail(reference: string, address: string, { from, texts }: ContactMailSettings): NewMail {
  const { subject, greeting, lines, referenceLabel, signature } = texts.receipt
  const paragraphs = [greeting, ...lines, `${referenceLabel}: ${reference}`, signature]
  return {
    kind: 'contact-receipt',
    leadReference: reference,
    from,
    to: { name: '', address },
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailPage(subject, paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')),
    // RFC 3834: no vacation notice answers it.
    headers: { 'Auto-Submitted': 'auto-replied' },
  }
}

/** What is known of a lead beside its text, with labels, for the mail and the command line. */
export function leadFacts(lead: LeadRow): [label: string, value: string][] {
  const campaign: Record<string, string> = JSON.parse(lead.campaign)
  const reasons: string[] = JSON.parse(lead.reasons)
  const facts: [string, string | null][] = [
    ['Reference', lead.reference],
    ['Name', oneLine(lead.name)],
    ['E-mail', lead.email],
    ['Received', `${new Date(lead.created_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['Status', reasons.length > 0 ? `${lead.status}: ${reasons.join('; ')}` : lead.status],
    ['Page', lead.page],
    ['Came from', lead.referrer],
    [
      'Campaign',
      Object.entries(campaign)
        .map(([key, value]) => `${key}=${value}`)
        .join(', ') || null,
    ],
    ['Language', lead.language],
    ['Network', lead.network],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [[label, value]]))
}
