import type { LeadRow } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { dropEmailsAbout } from '../../platform/email/manage-outbox.ts'
import { lockLead, updateLead } from './lead.repository.ts'

/** Deletes unsent mails about spam. @returns undefined for an unknown request */
export async function markLead({ write, engine }: Database, reference: string, status: LeadRow['status']) {
  return await write(async (tx) => {
    const lead = await lockLead(tx, reference, engine)
    if (lead === undefined) return undefined
    if (lead.status !== status) await updateLead(tx, reference, { status })
    const droppedEmails = status === 'spam' ? await dropEmailsAbout(tx, reference) : 0
    return { before: lead.status, droppedEmails }
  })
}

/** Of the owner’s words about a request; in characters. */
export const maxNoteLength = 10_000

export async function noteLead({ write, engine }: Database, reference: string, note: string | null) {
  return await write(async (tx) => {
    const lead = await lockLead(tx, reference, engine)
    if (lead === undefined) return undefined
    await updateLead(tx, reference, { note })
    return { before: lead.note }
  })
}

/** All or none; a first time stays, and `at` null takes it back. */
export async function answerLeads({ write, engine }: Database, references: readonly string[], at: number | null) {
  return await write(async (tx) => {
    const leads: { reference: string; created_at: number; before: number | null }[] = []
    const unknown: string[] = []
    // Always locked in the same order, so that two commands cannot deadlock.
    for (const reference of [...new Set(references)].toSorted()) {
      const lead = await lockLead(tx, reference, engine)
      if (lead === undefined) unknown.push(reference)
      else leads.push({ reference, created_at: lead.created_at, before: lead.answered_at })
    }
    if (unknown.length > 0) return { unknown }
    for (const { reference, before } of leads) {
      if (at === null || before === null) await updateLead(tx, reference, { answered_at: at })
    }
    return { leads }
  })
}
