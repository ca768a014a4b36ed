import type { ExpressionBuilder } from 'kysely'
import type { Db, LeadRow, Tables } from '../../migrations/tables.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { hourMs } from '../../platform/text/time-text.ts'

export type LeadExpression = ExpressionBuilder<Tables, 'leads'>

/** Whether a reply to the lead failed and the lead hasn't been answered since. */
export function hasFailedReply(eb: LeadExpression) {
  const failed = eb
    .selectFrom('outbox')
    .innerJoin('leads as answered', 'answered.reference', 'outbox.about')
    .select('answered.reference')
    .where('outbox.batch', 'is', null)
    .where('outbox.kind', '=', 'reply')
    .where('outbox.state', '=', 'failed')
    .whereRef('outbox.created_at', '>=', 'answered.answered_at')
  // The subquery doesn't depend on the row, so databases evaluate it once.
  return eb('leads.reference', 'in', failed)
}

/** @param condition `hasFailedReply` or `waitsForReply` */
export async function isLead(db: Db, reference: string, condition: typeof waitsForReply): Promise<boolean> {
  const lead = db.selectFrom('leads').select('reference').where('reference', '=', reference).where(condition)
  return (await lead.executeTakeFirst()) !== undefined
}

/** Whether a lead's call is on the calendar or was canceled. A lead with an expired reservation waits for a reply. */
function hasCall(eb: LeadExpression) {
  const expired = eb.selectFrom('calls').select('lead').where('state', '=', 'cancelled').where('sequence', '=', 0)
  return eb.and([eb('kind', '=', 'call'), eb('leads.reference', 'not in', expired.where('lead', 'is not', null))])
}

/** Whether a lead waits for a reply: it has no reply, or the last reply failed. */
export function waitsForReply(eb: LeadExpression) {
  const isUnanswered = eb.and([eb('answered_at', 'is', null), eb.not(hasCall(eb))])
  return eb.and([eb('status', '=', 'ok'), eb.or([isUnanswered, hasFailedReply(eb)])])
}

/** Returns the cutoff (ms since 1970): unanswered leads from before are overdue. */
function lateLeadsBefore(now: number): number {
  const hours = tryRead(readOffers)?.promises.replyWithinHours
  return hours === undefined ? 0 : now - hours * hourMs
}

/** Returns a function for a reply's due time (ms since 1970). It's null if content/offers.yaml has no promise. */
export function readDueTimes(): (lead: Pick<LeadRow, 'created_at'>) => number | null {
  const hours = tryRead(readOffers)?.promises.replyWithinHours
  return ({ created_at }) => (hours === undefined ? null : created_at + hours * hourMs)
}

/** Counts leads that wait for a reply and overdue leads. @param at in ms since 1970 */
export async function countReplies(db: Db, at: number) {
  return await db
    .selectFrom('leads')
    .select(({ fn }) => [
      fn.countAll<number>().as('toReply'),
      fn.countAll<number>().filterWhere('created_at', '<=', lateLeadsBefore(at)).as('overdue'),
    ])
    .where(waitsForReply)
    .executeTakeFirstOrThrow()
}
