import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { LeadRow, Tables } from '../../../migrations/tables.ts'
import { formatReference } from '../../lib/net/request-id.ts'
import type { Database } from '../../server/db/database.ts'
import { findRequest, insertLead, updateLead } from './lead.repository.ts'

export type LeadDraft = Omit<LeadRow, 'reference'>

export type ResolveConflict = (known: LeadRow, draft: LeadDraft) => 'repeat' | 'other' | { change: Partial<LeadDraft> }

export type Upserted = {
  lead: LeadRow
  outcome: 'new' | 'repeat' | 'changed'
  before?: LeadRow
}

const mostTries = 5

/** The unique key decides who was first, also among concurrent writers. */
export async function upsertLead(
  tx: Kysely<Tables>,
  draft: LeadDraft,
  otherwise: string,
  resolveConflict: ResolveConflict,
  engine: Database['engine'],
): Promise<Upserted> {
  let requestKey = draft.request_key ?? otherwise
  for (let tries = 0; tries < mostTries; tries++) {
    const reference = formatReference('KW', (below) => randomInt(below))
    const lead: LeadRow = { ...draft, request_key: requestKey, reference }
    if (await insertLead(tx, lead)) return { lead, outcome: 'new' }
    const known = await findRequest(tx, requestKey, engine)
    // Not the key but the reference was taken.
    if (known === undefined) continue
    const resolved = resolveConflict(known, draft)
    if (resolved === 'repeat') return { lead: known, outcome: 'repeat' }
    if (resolved !== 'other') {
      await updateLead(tx, known.reference, resolved.change)
      return { lead: { ...known, ...resolved.change }, outcome: 'changed', before: known }
    }
    requestKey = otherwise
  }
  throw new Error('no free reference was found')
}
