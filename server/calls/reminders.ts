import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import { type EmailRow, Postponed } from '../../platform/email/outbox/store.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { mailboxLimit } from '../../platform/limits/email-limits.ts'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'

/** Times before a call, in ms. `dueMs`: when a reminder is due. `expiresMs`: when it's too late to send. */
export const reminders = [
  { kind: 'call-reminder', ownerKind: 'call-reminder-owner', dueMs: dayMs, expiresMs: hourMs },
  { kind: 'call-reminder-hour', ownerKind: 'call-reminder-hour-owner', dueMs: hourMs, expiresMs: 0 },
] as const

export const reminderKinds = reminders.map(({ kind }) => kind)

/**
 * Whether to send a queued reminder. While sending to an unverified mailbox, counts it toward the mailbox's limit.
 * @throws Postponed until it's due
 */
export async function isReminderWanted(
  db: Db,
  { kind, state, attempts }: EmailRow,
  { call, lead }: { call: CallRow; lead: LeadRow },
  context: Context,
): Promise<boolean> {
  const reminder = reminders.find((each) => each.kind === kind || each.ownerKind === kind)
  if (reminder === undefined || call.state !== 'booked') return false
  if (state !== 'sending') return true
  const now = context.now()
  const dueAt = call.starts_at - reminder.dueMs
  if (now < dueAt) throw new Postponed(dueAt)
  if (now >= call.starts_at - reminder.expiresMs) return false
  const isCounted = kind === reminder.kind && call.is_verified === 0 && attempts === 1
  if (!isCounted) return true
  const exceeded = await countEach(db, [mailboxLimit(lead.email, context)], now)
  return exceeded.length === 0
}
