import type { LeadRow } from '../../migrations/tables.ts'
import { columnsOf } from './fields.ts'
import { readTranscript } from './transcript.ts'

export type LeadDraft = Omit<LeadRow, 'reference'>

/** What a post under a key that is taken is: the same lead once more, a change of it, or another lead. Nothing in it gets lost. */
export function resolveRepeat(known: LeadRow, draft: LeadDraft): 'repeat' | 'other' | { change: Partial<LeadDraft> } {
  if (known.kind !== draft.kind) return 'other'
  if (draft.kind === 'consultation') return resolveConsultation(known, draft)
  const changed = columnsOf(draft.kind).filter((column) => (known[column] ?? '') !== (draft[column] ?? ''))
  if (changed.length === 0) return 'repeat'
  // The time of a call is in its key, and can't be booked twice.
  if (draft.kind === 'contact' || changed.includes('name') || changed.includes('email')) return 'other'
  const words = Object.fromEntries(changed.map((column) => [column, draft[column]]))
  return { change: { ...words, updated_at: draft.created_at } }
}

/** Sent words outrank those of a visitor who left; another address under a sent request's key is another person. */
function resolveConsultation(known: LeadRow, draft: LeadDraft) {
  const wasSent = known.abandoned === 0
  if (wasSent && draft.abandoned === 1) return 'repeat'
  if (wasSent && known.email_key !== draft.email_key) return 'other'
  const { updated_at, ...next } = merge(known, draft)
  const isChanged = Object.entries(next).some(([column, value]) => Reflect.get(known, column) !== value)
  return isChanged ? { change: { ...next, updated_at } } : 'repeat'
}

/** null (not said) replaces nothing; '' is what a visitor has emptied. */
function merge(known: LeadRow, draft: LeadDraft) {
  const isSameConsent = draft.consent_words === null || draft.consent_words === known.consent_words
  const words = columnsOf('consultation').map((column) => [column, draft[column] ?? known[column]])
  const requirements = draft.requirements ?? known.requirements
  return {
    ...(Object.fromEntries(words) as Partial<LeadDraft>),
    name: draft.name || known.name,
    email_key: draft.email_key,
    project: requirements === draft.requirements ? draft.project : known.project,
    transcript: newerChat(known.transcript, draft.transcript),
    abandoned: known.abandoned === 1 && draft.abandoned === 1 ? 1 : 0,
    consent_words: isSameConsent ? known.consent_words : draft.consent_words,
    consent_at: isSameConsent ? known.consent_at : draft.consent_at,
    status: known.status === 'ok' ? draft.status : known.status,
    reasons: known.status === 'ok' ? draft.reasons : known.reasons,
    updated_at: draft.updated_at,
  }
}

/** A talk only grows: the one that the other goes on from arrived late. */
function newerChat(known: string | null, draft: string | null): string | null {
  if (known === null || draft === null) return draft ?? known
  const [before, next] = [sentWords(known), sentWords(draft)]
  const [last, newest] = [before.at(-1), next.at(-1)]
  const isOvertaken = last !== undefined && !next.includes(last) && (newest === undefined || before.includes(newest))
  return isOvertaken ? known : draft
}

function sentWords(transcript: string): string[] {
  return readTranscript(transcript).flatMap(({ role, content, unsent }) => (unsent ? [] : `${role}: ${content}`))
}
