import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import { enqueue } from '../../platform/email/outbox-store.ts'
import { type EmailDeps, notifyOfLead, toOwner } from '../leads/notify.ts'

export const callNews = ['confirm', 'booked', 'moved', 'cancelled', 'reminder'] as const
export const callEmailKinds = callNews.flatMap((news) => [`call-${news}`, `call-${news}-owner`])
export type CallNews = (typeof callNews)[number]

export type CallUpdate = { call: CallRow; lead: LeadRow; news: CallNews }

/** Runs in the transaction that changes the call, before mailbox limits are counted: locks are taken in one order. */
export async function notifyOwner(tx: Db, deps: EmailDeps, update: CallUpdate, now: number): Promise<void> {
  const { call, lead, news } = update
  const [kind, at] = [`call-${news}-owner`, Math.max(now, call.changed_at)]
  if (news !== 'reminder') return await notifyOfLead(tx, deps, { lead, outcome: 'new' }, at, kind)
  // A reminder never waits in a digest.
  await enqueue(tx, { kind, about: lead.reference, ...toOwner(deps) }, at, now)
}

export async function notifyVisitor(tx: Db, deps: EmailDeps, update: CallUpdate, now: number) {
  const { call, lead, news } = update
  const to = { name: '', address: lead.email }
  const email = { ...toOwner(deps), kind: `call-${news}`, about: lead.reference, to }
  await enqueue(tx, email, Math.max(now, call.changed_at), now)
}
