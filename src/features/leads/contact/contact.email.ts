import type { LeadRow } from '../../../../migrations/tables.ts'
import type { Link } from '../../../lib/mail/mail-frame.ts'
import type { MailWords } from '../../../server/mail/mail-words.ts'
import { ownerNote } from '../owner-note.ts'

/** What the owner gets: everything that is known, and an answer that goes to the visitor. */
export function ownerWords(lead: LeadRow, brand: Link): MailWords {
  return ownerNote(lead, brand, {
    what: 'New request from',
    facts: [['Name', lead.name]],
    request: lead.project,
  })
}
