import type { LeadRow } from '../../../../migrations/tables.ts'
import type { BookingWords } from '../../../content/agent/booking.ts'
import type { Link } from '../../../lib/mail/mail-frame.ts'
import type { MailWords } from '../../../server/mail/mail-words.ts'
import { ownerNote } from '../owner-note.ts'
import { readTranscript } from '../transcript.ts'
import { bookingFacts } from './booking-draft.ts'

/**
 * What the owner gets: what was filled in, everything else that is known, and the talk; its answer goes to the visitor.
 * @param isUpdate whether an earlier mail about this lead may have gone out
 */
export function ownerWords(lead: LeadRow, brand: Link, isUpdate: boolean, words: BookingWords | undefined): MailWords {
  const isLeft = lead.partial === 1
  return ownerNote(lead, brand, {
    what: isLeft ? 'Consultation not sent by' : 'New consultation request from',
    facts: bookingFacts(valuesIn(lead), words),
    hints: isLeft ? [leftHint] : [],
    talk: readTranscript(lead.transcript),
    isUpdate,
  })
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
