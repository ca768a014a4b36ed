import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import {
  changeableStates,
  deleteEmailsAbout,
  type EmailComposer,
  enqueue,
  NotYet,
} from '../../platform/email/outbox/store.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { mailboxLimit } from '../../platform/limits/email-limits.ts'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { type EmailDeps, notifyOfLead, toOwner } from '../leads/accept-lead.ts'

/** What an email about a call says. Its kind starts with it: `call-moved`, and to the owner `call-moved-owner`. */
export const callNews = ['confirm', 'requested', 'booked', 'moved', 'cancelled', 'reminder'] as const
export type CallNews = (typeof callNews)[number]

/** When a reminder is due before a call, and when it's too late to send. */
const reminders = [
  { kind: 'call-reminder', dueMs: dayMs, expiresMs: hourMs },
  { kind: 'call-reminder-hour', dueMs: hourMs, expiresMs: 0 },
]

const bothKinds = (kind: string) => [kind, `${kind}-owner`]
export const reminderKinds = reminders.map(({ kind }) => kind)
const allReminderKinds = reminderKinds.flatMap(bothKinds)
export const callEmailKinds = [...callNews.flatMap((news) => bothKinds(`call-${news}`)), ...allReminderKinds]

export type CallUpdate = { call: CallRow; lead: LeadRow; news: CallNews }

/** Call it before counting mailbox limits, so that all transactions take locks in the same order. */
export async function notifyOwner(tx: Db, deps: EmailDeps, { call, lead, news }: CallUpdate, now: number) {
  await notifyOfLead(tx, deps, { lead, outcome: 'new' }, Math.max(now, call.changed_at), `call-${news}-owner`)
}

export async function notifyVisitor(tx: Db, deps: EmailDeps, { call, lead, news }: CallUpdate, now: number) {
  const to = { name: '', address: lead.email }
  const email = { ...toOwner(deps), kind: `call-${news}`, about: lead.reference, to }
  await enqueue(tx, email, Math.max(now, call.changed_at), now)
}

/** Queues the reminders of a booked call for their times. They never wait for a digest. */
export async function queueReminders(tx: Db, deps: EmailDeps, { call, lead }: CallUpdate, now: number): Promise<void> {
  const email = { ...toOwner(deps), about: lead.reference }
  for (const { kind, dueMs } of reminders) {
    const dueAt = call.starts_at - dueMs
    if (dueAt <= now) continue
    await enqueue(tx, { ...email, kind: `${kind}-owner` }, call.changed_at, dueAt)
    await enqueue(tx, { ...email, kind, to: { name: '', address: lead.email } }, call.changed_at, dueAt)
  }
}

/** Call it before counting mailbox limits: the outbox counts one while it holds the row of a reminder. */
export async function deleteReminders(tx: Db, id: string): Promise<void> {
  await deleteEmailsAbout(tx, [id], { states: changeableStates, kinds: allReminderKinds })
}

/** Counts a reminder to an unverified mailbox toward that mailbox's limit when it's being sent. @throws NotYet */
export async function isReminderWanted(
  db: Db,
  { kind, state, attempts }: Parameters<EmailComposer>[1],
  { call, lead }: CallUpdate,
  deps: Pick<Context, 'limits' | 'salt' | 'now'>,
): Promise<boolean> {
  const reminder = reminders.find((each) => bothKinds(each.kind).includes(kind))
  if (reminder === undefined || call.state !== 'booked') return false
  if (state !== 'sending') return true
  const now = deps.now()
  const dueAt = call.starts_at - reminder.dueMs
  if (now < dueAt) throw new NotYet(dueAt)
  if (now >= call.starts_at - reminder.expiresMs) return false
  const isCounted = kind === reminder.kind && call.is_verified === 0 && attempts === 1
  return !isCounted || (await countEach(db, [mailboxLimit(lead.email, deps)], now)).length === 0
}
