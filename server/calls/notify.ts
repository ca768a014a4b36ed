import type { Db } from '../../migrations/tables.ts'
import { changeableStates, deleteEmailsAbout, enqueue } from '../../platform/email/outbox/store.ts'
import type { Context } from '../context.ts'
import { notifyOwnerOfLead, toOwner } from '../leads/notify.ts'
import type { CallEmailKind, CallUpdate, FoundCall } from './emails.tsx'
import { reminders } from './reminders.ts'

const visitorEmails = {
  confirm: 'call-confirm',
  requested: 'call-requested',
  booked: 'call-booked',
  moved: 'call-moved',
  cancelled: 'call-cancelled',
} as const satisfies Record<string, CallEmailKind>

const ownerEmails = {
  requested: 'call-requested-owner',
  booked: 'call-booked-owner',
  moved: 'call-moved-owner',
  cancelled: 'call-cancelled-owner',
} as const satisfies Record<string, CallEmailKind>

type OwnerUpdate = CallUpdate & { news: keyof typeof ownerEmails }
type VisitorUpdate = CallUpdate & { news: keyof typeof visitorEmails }

/** Queues an email to the owner. Call it before counting mailbox limits, so all transactions lock in the same order. */
export async function notifyOwner(tx: Db, context: Context, { call, lead, news }: OwnerUpdate, now: number) {
  const email = { now: Math.max(now, call.changed_at), firstKind: ownerEmails[news] }
  await notifyOwnerOfLead(tx, context, { lead, outcome: 'new' }, email)
}

export async function notifyVisitor(tx: Db, context: Context, { call, lead, news }: VisitorUpdate, now: number) {
  const to = { name: '', address: lead.email }
  const email = { ...toOwner(context), kind: visitorEmails[news], about: lead.reference, to }
  await enqueue(tx, email, Math.max(now, call.changed_at), now)
}

/** Queues a booked call's reminders, due at their own times rather than in a digest. */
export async function queueReminders(tx: Db, context: Context, { call, lead }: FoundCall, now: number): Promise<void> {
  const toOwnerEmail = { ...toOwner(context), about: lead.reference }
  const toVisitorEmail = { ...toOwnerEmail, to: { name: '', address: lead.email } }
  for (const { kind, ownerKind, dueMs } of reminders) {
    const dueAt = call.starts_at - dueMs
    if (dueAt <= now) continue
    await enqueue(tx, { ...toOwnerEmail, kind: ownerKind }, call.changed_at, dueAt)
    await enqueue(tx, { ...toVisitorEmail, kind }, call.changed_at, dueAt)
  }
}

/**
 * Deletes a call's queued reminders. Call it before counting mailbox limits: the outbox counts a reminder's limit while it
 * locks the reminder's row.
 */
export async function deleteReminders(tx: Db, id: string): Promise<void> {
  const kinds = reminders.flatMap(({ kind, ownerKind }) => [kind, ownerKind])
  await deleteEmailsAbout(tx, [id], { states: changeableStates, kinds })
}
