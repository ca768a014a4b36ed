import { escapeHtml, mailPage, oneLine } from '../../lib/mail-page.ts'
import { leadFacts } from '../../server/leads/lead-facts.ts'
import type { MailWords } from '../../server/mail/mail-words.ts'
import type { LeadRow } from '../../server/tables.ts'

/** What the owner gets: everything that is known, and an answer that goes to the visitor. */
export function ownerWords(lead: LeadRow): MailWords {
  const subject = `${lead.status === 'held' ? 'Held: ' : ''}New request from ${oneLine(lead.name)} (${lead.reference})`
  const facts = leadFacts(lead)
  const hint = `Answer this mail to write to ${oneLine(lead.name)}.`
  return {
    replyTo: { name: oneLine(lead.name), address: lead.email },
    subject,
    text: [lead.project, '', '---', hint, '', ...facts.map(([label, value]) => `${label}: ${value}`), ''].join('\n'),
    html: mailPage(
      subject,
      `<div style="white-space:pre-wrap">${escapeHtml(lead.project)}</div><hr><p>${escapeHtml(hint)}</p><table>${facts
        .map(([label, value]) => `<tr><th align="left" valign="top">${label}</th><td>${escapeHtml(value)}</td></tr>`)
        .join('')}</table>`,
    ),
  }
}
