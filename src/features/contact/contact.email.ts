import type { Link } from '../../lib/mail/mail-frame.ts'
import { ownerNote } from '../../server/leads/owner-note.ts'
import type { MailWords } from '../../server/mail/mail-words.ts'
import type { LeadRow } from '../../server/tables.ts'

/** What the owner gets: everything that is known, and an answer that goes to the visitor. */
export function ownerWords(lead: LeadRow, brand: Link): MailWords {
  return ownerNote(lead, brand, {
    what: 'New request from',
    facts: [['Name', lead.name]],
    request: lead.project,
  })
}
