import type { LeadRow } from '../../migrations/tables.ts'
import type { StoredLead, StoredMail } from '../../src/features/leads/lead.repository.ts'
import { digestKind } from '../../src/features/leads/tell-owner.ts'
import { readTranscript } from '../../src/features/leads/transcript.ts'
import { isoTime } from '../iso-time.ts'

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

/** One word or two on a lead's mails: the worst of them counts. */
export function mailSummary({ mails }: StoredLead): string {
  const failed = mails.filter(({ state }) => state === 'failed')
  if (failed.length > 0) return `failed (${failed.map(mailLabel).join(', ')})`
  const waiting = mails.filter(({ state }) => state !== 'sent')
  const tries = Math.max(0, ...waiting.map(({ attempts }) => attempts))
  if (waiting.length > 0) return tries === 0 ? 'waiting' : `waiting, tried ${tries}×`
  return mails.length > 0 ? 'sent' : 'none'
}

export function mailLabel({ kind }: StoredMail): string {
  if (kind.endsWith('-receipt')) return 'receipt'
  if (kind === digestKind) return 'to you, with others'
  return kind.endsWith('-update') ? 'to you, update' : 'to you'
}
