import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import { enqueue } from '../../platform/email/outbox-store.ts'
import { countUse, mailboxLimit } from '../../platform/limits/count-use.ts'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { type EmailDeps, notifyOfLead, toOwner } from '../leads/accept-lead.ts'
import { lockLead } from '../leads/store.ts'
import type { CallDeps } from './calendar.ts'
import { openCalendar, updateCall } from './store.ts'

export const callNews = ['confirm', 'booked', 'moved', 'cancelled', 'reminder'] as const
export const callEmailKinds = callNews.flatMap((news) => [`call-${news}`, `call-${news}-owner`])
export type CallNews = (typeof callNews)[number]

export type CallUpdate = { call: CallRow; lead: LeadRow; news: CallNews }

/** Call it before counting mailbox limits, so that all transactions take locks in the same order. */
export async function notifyOwner(tx: Db, deps: EmailDeps, update: CallUpdate, now: number): Promise<void> {
  const { call, lead, news } = update
  const kind = `call-${news}-owner`
  const at = Math.max(now, call.changed_at)
  if (news !== 'reminder') return await notifyOfLead(tx, deps, { lead, outcome: 'new' }, at, kind)
  // A reminder can't wait for a digest.
  await enqueue(tx, { kind, about: lead.reference, ...toOwner(deps) }, at, now)
}

export async function notifyVisitor(tx: Db, deps: EmailDeps, update: CallUpdate, now: number) {
  const { call, lead, news } = update
  const to = { name: '', address: lead.email }
  const email = { ...toOwner(deps), kind: `call-${news}`, about: lead.reference, to }
  await enqueue(tx, email, Math.max(now, call.changed_at), now)
}

const reminderMs = [dayMs, hourMs]

/** How many reminders of a call are due: one a day before it, one an hour before. */
export function dueReminders(start: number, now: number): number {
  return reminderMs.filter((before) => start - before <= now).length
}

/** Queues due reminders to the owner and the visitors. Runs every minute. */
export async function sendReminders(deps: CallDeps): Promise<void> {
  const now = deps.now()
  const sent = await deps.database.write(async (tx) => {
    await openCalendar(tx, now)
    const booked = tx.selectFrom('calls').selectAll().where('state', '=', 'booked')
    const upcoming = await booked
      .where('starts_at', '>', now)
      .where('starts_at', '<=', now + dayMs)
      .execute()
    const due = upcoming.filter(({ reminders, starts_at }) => reminders < dueReminders(starts_at, now))
    for (const call of due) {
      const { id, starts_at } = call
      const lead = await lockLead(tx, id)
      await updateCall(tx, id, { reminders: dueReminders(starts_at, now) })
      if (lead === undefined) continue
      const update = { call, lead, news: 'reminder' } as const
      await notifyOwner(tx, deps, update, now)
      // An unproven mailbox gets only a few emails a day.
      const isFull = call.is_proven === 0 && (await countUse(tx, mailboxLimit(lead.email, deps), now)) !== undefined
      if (!isFull) await notifyVisitor(tx, deps, update, now)
    }
    return due.length
  })
  if (sent > 0) deps.notifyOutbox()
}
