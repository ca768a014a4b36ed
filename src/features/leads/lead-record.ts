import type { LeadRow } from '../../../migrations/tables.ts'
import { isoTime } from '../../lib/text/time-text.ts'
import type { StoredMail } from './lead.repository.ts'
import { readTranscript } from './transcript.ts'

/** A lead as other programs get it. Names and forms are part of the outside contract. */
export function leadRecord(lead: LeadRow) {
  const reasons: string[] = JSON.parse(lead.reasons)
  const campaign: Record<string, string> = JSON.parse(lead.campaign)
  return {
    reference: lead.reference,
    kind: lead.kind,
    status: lead.status,
    name: lead.name,
    email: lead.email,
    project: lead.project,
    createdAt: new Date(lead.created_at).toISOString(),
    reasons,
    page: lead.page,
    referrer: lead.referrer,
    campaign,
    language: lead.language,
    network: lead.network,
    company: lead.company || null,
    budget: lead.budget || null,
    timeline: lead.timeline || null,
    requirements: lead.requirements || null,
    transcript: lead.transcript === null ? null : readTranscript(lead.transcript),
    /** False while a visitor has left without sending; null for a contact, which is always sent. */
    sent: lead.abandoned === null ? null : lead.abandoned === 0,
    consent: lead.consent_words,
    consentAt: isoTime(lead.consent_at),
    updatedAt: isoTime(lead.updated_at),
    note: lead.note,
    answeredAt: isoTime(lead.answered_at),
  }
}

export function mailRecord(mail: StoredMail) {
  return {
    kind: mail.kind,
    state: mail.state,
    attempts: mail.attempts,
    sentAt: isoTime(mail.sent_at),
    nextTryAt: mail.state === 'queued' ? new Date(mail.due_at).toISOString() : null,
    answer: mail.last_error,
  }
}
