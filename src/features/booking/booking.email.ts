import type { BookingWords } from '../../content/agent/booking.ts'
import { escapeHtml, mailPage, oneLine } from '../../lib/mail-page.ts'
import { leadCircumstances } from '../../server/leads/lead-facts.ts'
import { readTranscript, spokenLines } from '../../server/leads/transcript.ts'
import type { MailWords } from '../../server/mail/mail-words.ts'
import type { LeadRow } from '../../server/tables.ts'
import { bookingLines } from './booking-draft.ts'

/**
 * What the owner gets: what was filled in, everything else that is known, and the talk; its answer goes to the visitor.
 * @param isUpdate whether an earlier mail about this lead may have gone out
 */
export function ownerWords(lead: LeadRow, isUpdate: boolean, words: BookingWords | undefined): MailWords {
  const who = oneLine(lead.name || lead.email)
  const subject = [
    isUpdate ? 'Updated: ' : '',
    lead.status === 'held' ? 'Held: ' : '',
    lead.partial === 1 ? 'Consultation not sent by ' : 'New consultation request from ',
    `${who} (${lead.reference})`,
  ].join('')
  const request = bookingLines(valuesIn(lead), words)
  const hints = [...(lead.partial === 1 ? [leftHint] : []), `Answer this mail to write to ${who}.`]
  const facts = leadCircumstances(lead)
  const talk = spokenLines(readTranscript(lead.transcript))
  return {
    replyTo: { name: oneLine(lead.name), address: lead.email },
    subject,
    text: [
      ...request,
      '',
      '---',
      ...hints,
      '',
      ...facts.map(([label, value]) => `${label}: ${value}`),
      '',
      ...(talk.length === 0 ? [] : ['---', 'The talk:', '']),
      ...talk.flatMap(([speaker, said]) => [`${speaker}: ${said}`, '']),
    ].join('\n'),
    html: mailPage(
      subject,
      [
        `<div style="white-space:pre-wrap">${request.map(escapeHtml).join('<br>')}</div><hr>`,
        ...hints.map((hint) => `<p>${escapeHtml(hint)}</p>`),
        `<table>${facts.map(([label, value]) => `<tr><th align="left" valign="top">${label}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`,
        ...(talk.length === 0 ? [] : ['<hr><h2>The talk</h2>']),
        ...talk.map(([speaker, said]) => `<p style="white-space:pre-wrap"><b>${speaker}:</b> ${escapeHtml(said)}</p>`),
      ].join(''),
    ),
  }
}

const leftHint =
  'The visitor has left without sending this, but had agreed to be written to. No receipt was sent, and the address may be mistyped.'

function valuesIn(lead: LeadRow) {
  const { name, email, company, budget, timeline, requirements } = lead
  return {
    name,
    email,
    company: company ?? '',
    budget: budget ?? '',
    timeline: timeline ?? '',
    requirements: requirements ?? '',
  }
}
