import type { LeadRow } from '../../migrations/tables.ts'
import { changeableStates, deleteEmailsAbout } from '../../platform/email/outbox/store.ts'
import { cancelWithoutEmail } from '../calls/change-call.ts'
import { openCalendar } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { lockLead, updateLead } from './store.ts'

/** Sets a lead's status. Spam drops the lead's unsent emails and cancels its call. @returns undefined for an unknown lead */
export async function setLeadStatus({ database, now }: Context, reference: string, status: LeadRow['status']) {
  return await database.write(async (tx) => {
    // Lock the calendar before the lead, as changing a call does, to avoid deadlocks on PostgreSQL.
    await openCalendar(tx, now())
    const lead = await lockLead(tx, reference)
    if (lead === undefined) return undefined
    await updateLead(tx, reference, { status })
    if (status !== 'spam') return { before: lead.status, droppedEmails: 0, isFreed: false }
    const dropped = await deleteEmailsAbout(tx, [reference], { states: changeableStates })
    const isFreed = await cancelWithoutEmail(tx, reference, now())
    return { before: lead.status, droppedEmails: dropped.length, isFreed }
  })
}
