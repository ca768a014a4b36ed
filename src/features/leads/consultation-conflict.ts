import type { LeadRow } from '../../../migrations/tables.ts'
import { readTranscript } from './transcript.ts'
import type { LeadDraft, ResolveConflict } from './upsert-lead.ts'

/** Sent words outrank those of a visitor who left; another address under a sent request's key is another person. */
export const resolveConflict: ResolveConflict = (known, draft) => {
  if (known.kind !== 'consultation') return 'other'
  const wasSent = known.abandoned === 0
  if (wasSent && draft.abandoned === 1) return 'repeat'
  if (wasSent && known.email_key !== draft.email_key) return 'other'
  const { updated_at, ...next } = merge(known, draft)
  const isChanged = Object.entries(next).some(([column, value]) => Reflect.get(known, column) !== value)
  return isChanged ? { change: { ...next, updated_at } } : 'repeat'
}

/** null (not said) replaces nothing; '' is what a visitor has emptied. */
function merge(known: LeadRow, draft: LeadDraft) {
  const requirements = draft.requirements ?? known.requirements
  const isSameConsent = draft.consent_words === null || draft.consent_words === known.consent_words
  return {
    name: draft.name || known.name,
    email: draft.email,
    email_key: draft.email_key,
    company: draft.company ?? known.company,
    budget: draft.budget ?? known.budget,
    timeline: draft.timeline ?? known.timeline,
    requirements,
    project: requirements === draft.requirements ? draft.project : known.project,
    transcript: newerTalk(known.transcript, draft.transcript),
    abandoned: known.abandoned === 1 && draft.abandoned === 1 ? 1 : 0,
    consent_words: isSameConsent ? known.consent_words : draft.consent_words,
    consent_at: isSameConsent ? known.consent_at : draft.consent_at,
    status: known.status === 'ok' ? draft.status : known.status,
    reasons: known.status === 'ok' ? draft.reasons : known.reasons,
    updated_at: draft.updated_at,
  }
}

/** A talk only grows: the one that the other goes on from arrived late. */
function newerTalk(known: string | null, draft: string | null): string | null {
  if (known === null || draft === null) return draft ?? known
  const [before, next] = [sentWords(known), sentWords(draft)]
  const [last, newest] = [before.at(-1), next.at(-1)]
  const isOvertaken = last !== undefined && !next.includes(last) && (newest === undefined || before.includes(newest))
  return isOvertaken ? known : draft
}

function sentWords(transcript: string): string[] {
  return readTranscript(transcript).flatMap(({ role, content, unsent }) => (unsent ? [] : `${role}: ${content}`))
}
