import type { LeadRow } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { lockLead, updateLead } from './store.ts'
import { hasFailedReply, isLead } from './waiting.ts'

export const maxNoteLength = 10_000

/** Sets the owner's note on a lead. @returns the lead before the change; undefined if it doesn't exist */
export async function noteLead(
  { write }: Database,
  reference: string,
  change: Pick<LeadRow, 'note' | 'noted_at'>,
): Promise<LeadRow | undefined> {
  return await write(async (tx) => {
    const lead = await lockLead(tx, reference)
    if (lead !== undefined) await updateLead(tx, reference, change)
    return lead
  })
}

/**
 * Marks leads as answered, all or none. Keeps an earlier time unless the reply has failed since.
 * @param at in ms since 1970, or null to mark the leads as unanswered
 */
export async function answerLeads({ write }: Database, references: readonly string[], at: number | null) {
  return await write(async (tx) => {
    const leads: { reference: string; created_at: number; before: number | null }[] = []
    const unknown: string[] = []
    // Sort references to keep two commands from deadlocking.
    for (const reference of [...new Set(references)].toSorted()) {
      const lead = await lockLead(tx, reference)
      if (lead === undefined) unknown.push(reference)
      else leads.push({ reference, created_at: lead.created_at, before: lead.answered_at })
    }
    if (unknown.length > 0) return { unknown }
    for (const { reference, before } of leads) {
      const isChanged = at === null || before === null || (await isLead(tx, reference, hasFailedReply))
      if (isChanged) await updateLead(tx, reference, { answered_at: at })
    }
    return { leads }
  })
}
