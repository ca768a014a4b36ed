import { countUse, mailboxLimit } from '../../platform/limits/count-use.ts'
import { lockLead } from '../leads/store.ts'
import type { CallDeps } from './calendar.ts'
import { notifyOwner, notifyVisitor } from './notify.ts'
import { openCalendar, updateCall } from './store.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const reminderMs = [dayMs, hourMs]

/** @returns how many reminders of a call are due: one a day before, one an hour before */
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
