import type { LeadRow } from '../../migrations/tables.ts'
import { oneLine } from '../../platform/email/escape.ts'
import { type Brand, type Fact, type NotePart, noteWords } from '../../platform/email/layout.ts'
import { mailtoHref } from '../../platform/email/mail-address.ts'
import type { MailWords } from '../../platform/email/outbox-store.ts'
import { detailsIn } from './fields.ts'
import { leadCircumstances } from './lead-record.ts'
import { isNameLike } from './person-name.ts'
import { type KeptMessage, readTranscript, spokenLines } from './transcript.ts'

const longestPreview = 120

const abandonedHint =
  'The visitor has left without sending this, but had agreed to be written to. No receipt was sent, and the address may be mistyped.'

/**
 * Quotes what a visitor typed; a name that does not look like one is replaced by the address.
 * @param replySubject in the visitor's language: the answer begins with it
 */
export function leadWords(lead: LeadRow, brand: Brand, isUpdate: boolean, replySubject = 'Your request'): MailWords {
  const { reference, email } = lead
  const name = oneLine(lead.name)
  const who = isNameLike(name) ? name : email
  const marks = `${isUpdate ? 'Updated: ' : ''}${lead.status === 'held' ? 'Held: ' : ''}`
  const above = marks + whatCame(lead, isUpdate)
  return {
    replyTo: { name, address: email },
    ...noteWords({
      subject: `${above} ${name || email} (${reference})`,
      preview: `“${[...oneLine(lead.project)].slice(0, longestPreview).join('')}”`,
      brand,
      parts: [
        { kind: 'who', above, text: who, mail: { text: email, href: mailtoHref(email) } },
        {
          kind: 'quote',
          label: 'In the visitor’s words',
          facts: quotedFacts(lead, who),
          text: lead.project,
        },
        ...(lead.abandoned === 1 ? [{ kind: 'line', text: abandonedHint } as const] : []),
        {
          kind: 'button',
          link: { text: 'Answer by e-mail', href: mailtoHref(email, `Re: ${replySubject} (${reference})`) },
        },
        {
          kind: 'command',
          label: 'Or reply to this e-mail, which goes to the same address. Then say that it is answered:',
          text: `npm run studio -- leads answered ${reference}`,
        },
        ...talkParts(lead.kind === 'consultation' ? readTranscript(lead.transcript) : []),
      ],
      facts: leadCircumstances(lead),
    }),
  }
}

function whatCame({ kind, abandoned }: LeadRow, isUpdate: boolean): string {
  if (kind === 'contact') return 'New request from'
  if (kind === 'call') return isUpdate ? 'Call with' : 'Call to be confirmed by'
  return abandoned === 1 ? 'Consultation not sent by' : 'New consultation request from'
}

/** What was typed beside the message. @param who what already stands above it */
export function quotedFacts(lead: LeadRow, who: string): Fact[] {
  const details = detailsIn(lead.kind).map(([label, column]): Fact => [label, lead[column] || 'Not specified'])
  return lead.name === who ? details : [['Name', lead.name || 'Not specified'], ...details]
}

/** Only a proved reply is shown as ours: a browser can claim any other. */
function talkParts(talk: readonly KeptMessage[]): NotePart[] {
  if (talk.length === 0) return []
  const said = spokenLines(talk).map(([label, text], i): NotePart => {
    const isOurs = talk[i]?.role === 'assistant' && talk[i]?.isProved === true
    return { kind: 'quote', label, text, isOurs }
  })
  return [{ kind: 'section', text: 'The conversation' }, ...said]
}
