import type { Kysely } from 'kysely'
import type { LeadRow, Tables } from '../../../migrations/tables.ts'
import type { Database } from '../../server/db/database.ts'
import { findRequest, insertLead, updateLead } from './lead.repository.ts'
import { createReference } from './lead-reference.ts'

export type LeadDraft = Omit<LeadRow, 'reference'>

/** What a draft is to the lead that has its key: the same once more, a request of its own, or a change of that lead. */
export type Met = 'repeat' | 'other' | { change: Partial<LeadDraft> }

export type PutLead = {
  lead: LeadRow
  outcome: 'new' | 'repeat' | 'changed'
  /** The lead as it was, where it was changed. */
  before?: LeadRow
}

const mostTries = 5

/**
 * Stores a draft unless its key says that it is there: the unique key decides who was first, also among many at once.
 * @param otherwise the key under which a request of its own is kept when its key is taken by another one
 */
export async function putLead(
  tx: Kysely<Tables>,
  draft: LeadDraft,
  otherwise: string,
  meet: (known: LeadRow, draft: LeadDraft) => Met,
  engine: Database['engine'],
): Promise<PutLead> {
  let requestKey = draft.request_key ?? otherwise
  for (let tries = 0; tries < mostTries; tries++) {
    const lead: LeadRow = { ...draft, request_key: requestKey, reference: createReference() }
    if (await insertLead(tx, lead)) return { lead, outcome: 'new' }
    const known = await findRequest(tx, requestKey, engine)
    // Then it was the reference that was taken.
    if (known === undefined) continue
    const met = meet(known, draft)
    if (met === 'repeat') return { lead: known, outcome: 'repeat' }
    if (met !== 'other') {
      await updateLead(tx, known.reference, met.change)
      return { lead: { ...known, ...met.change }, outcome: 'changed', before: known }
    }
    requestKey = otherwise
  }
  throw new Error('no free reference was found')
}
