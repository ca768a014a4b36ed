import type { LeadRow } from '../../migrations/tables.ts'
import { mailtoHref } from '../../platform/email/email-address.ts'
import { oneLine } from '../../platform/email/escape.ts'
import { type Brand, type EmailPart, type Fact, renderEmail } from '../../platform/email/layout.ts'
import type { EmailWords } from '../../platform/email/outbox-store.ts'
import { detailsIn } from './fields.ts'
import { leadCircumstances } from './lead-record.ts'
import { isNameLike } from './person-name.ts'
import { type KeptMessage, readTranscript, spokenLines } from './transcript.ts'

const maxPreview = 120

const abandonedHint =
  'The visitor has left without sending this, but had agreed to be written to. No receipt was sent, and the address may be mistyped.'

/**
 * Quotes what a visitor typed; a name that does not look like one is replaced by the address.
 * @param replySubject in the visitor's language: the answer begins with it
 */
export function leadWords(lead: LeadRow, brand: Brand, isUpdate: boolean, replySubject = 'Your request'): EmailWords {
  const { reference, email } = lead
  const name = oneLine(lead.name)
  const who = isNameLike(name) ? name : email
  const marks = `${isUpdate ? 'Updated: ' : ''}${lead.status === 'held' ? 'Held: ' : ''}`
  const above = marks + whatCame(lead, isUpdate)
  return {
    replyTo: { name, address: email },
    ...renderEmail({
      subject: `${above} ${name || email} (${reference})`,
      preview: `“${[...oneLine(lead.project)].slice(0, maxPreview).join('')}”`,
      brand,
      parts: [
        { kind: 'who', above, text: who, email: { text: email, href: mailtoHref(email) } },
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
        ...chatParts(lead.kind === 'consultation' ? readTranscript(lead.transcript) : []),
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
function chatParts(chat: readonly KeptMessage[]): EmailPart[] {
  if (chat.length === 0) return []
  const said = spokenLines(chat).map(([label, text], i): EmailPart => {
    const isOurs = chat[i]?.role === 'assistant' && chat[i]?.isProved === true
    return { kind: 'quote', label, text, isOurs }
  })
  return [{ kind: 'section', text: 'The conversation' }, ...said]
}
