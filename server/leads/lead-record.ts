import type { LeadRow } from '../../migrations/tables.ts'
import { type Fields, recordOf } from '../../platform/text/csv.ts'
import { isoTime } from '../../platform/text/time-text.ts'
import type { StoredMail } from './lead.repository.ts'
import { readTranscript } from './transcript.ts'

/** A lead as other programs get it. Names and forms are part of the outside contract. */
export const leadFields = {
  reference: (lead) => lead.reference,
  kind: (lead) => lead.kind,
  status: (lead) => lead.status,
  name: (lead) => lead.name,
  email: (lead) => lead.email,
  project: (lead) => lead.project,
  createdAt: (lead) => isoTime(lead.created_at),
  reasons: (lead): string[] => JSON.parse(lead.reasons),
  page: (lead) => lead.page,
  referrer: (lead) => lead.referrer,
  campaign: (lead): Record<string, string> => JSON.parse(lead.campaign),
  language: (lead) => lead.language,
  network: (lead) => lead.network,
  company: (lead) => lead.company || null,
  budget: (lead) => lead.budget || null,
  timeline: (lead) => lead.timeline || null,
  requirements: (lead) => lead.requirements || null,
  transcript: (lead) => (lead.transcript === null ? null : readTranscript(lead.transcript)),
  /** False while a visitor has left without sending; null for a contact, which is always sent. */
  sent: (lead) => (lead.abandoned === null ? null : lead.abandoned === 0),
  consent: (lead) => lead.consent_words,
  consentAt: (lead) => isoTime(lead.consent_at),
  updatedAt: (lead) => isoTime(lead.updated_at),
  note: (lead) => lead.note,
  answeredAt: (lead) => isoTime(lead.answered_at),
} satisfies Fields<LeadRow>

export const leadRecord = (lead: LeadRow) => recordOf(leadFields, lead)

export function mailRecord(mail: StoredMail) {
  return {
    kind: mail.kind,
    state: mail.state,
    attempts: mail.attempts,
    sentAt: isoTime(mail.sent_at),
    nextTryAt: mail.state === 'queued' ? isoTime(mail.due_at) : null,
    answer: mail.last_error,
  }
}
