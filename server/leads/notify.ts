import type { Db, LeadRow } from '../../migrations/tables.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import { automatic, enqueue, hasUntriedEmail } from '../../platform/email/outbox/store.ts'
import type { FormContext } from '../../platform/http/form.ts'
import { scoreSpam } from '../../platform/http/spam-score.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { emailLimits } from '../../platform/limits/email-limits.ts'
import { limitFor } from '../../platform/limits/sender-limits.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import type { LeadEmailKind } from './emails.ts'
import type { LeadKind } from './fields.ts'
import { type Upserted, updateLead } from './store.ts'

/** Delay of the email about an abandoned form, during which the visitor can return and send it. */
export const abandonedEmailDelayMs = 10 * minuteMs
/** Delay before a digest is sent, while it collects leads. */
export const digestPauseMs = 10 * minuteMs

type LeadEmails = { first: LeadEmailKind; update?: LeadEmailKind; receipt?: LeadEmailKind }

const emailsOf: Readonly<Record<LeadKind, LeadEmails>> = {
  contact: { first: 'contact-owner', receipt: 'contact-receipt' },
  consultation: { first: 'consultation-owner', update: 'consultation-update', receipt: 'consultation-receipt' },
  // Instead of a receipt, the visitor gets emails about the call.
  call: { first: 'call-owner', update: 'call-update' },
}

/** Notifies the owner of a new or changed lead. Also sends the visitor a receipt, unless the form looks like a bot's. */
export async function notifyOfLead(tx: Db, context: Context, upserted: Upserted, form: FormContext): Promise<void> {
  await notifyOwnerOfLead(tx, context, upserted)
  if (scoreSpam(form).isCredible) await queueReceipt(tx, context, upserted, form.sender)
}

/** `now`: in ms since 1970. `firstKind`: overrides the kind of the first email. */
type OwnerEmail = { now?: number; firstKind?: string }

/** Notifies the owner in an email that's still queued, in a new email, or in the next digest. */
export async function notifyOwnerOfLead(
  tx: Db,
  context: Context,
  { lead, before }: Upserted,
  { now = context.now(), firstKind = emailsOf[lead.kind].first }: OwnerEmail = {},
): Promise<void> {
  const { first, update = first } = emailsOf[lead.kind]
  const isAbandoned = lead.abandoned === 1
  if (before !== undefined) {
    const dueAt = isAbandoned ? undefined : now
    if (await hasPendingEmail(tx, before, [first, update, firstKind], dueAt)) return
  }
  // On PostgreSQL, counting locks the limit's row, so other processes wait here.
  const { limits, salt } = context
  const limit = limitFor(lead.kind === 'call' ? limits.ownerCallEmails : limits.ownerEmails, 'all', salt)
  const exceeded = await countEach(tx, [limit], now)
  if (exceeded.length > 0) return await joinDigest(tx, context, lead.reference, now)
  const kind = before === undefined ? firstKind : update
  const email = { kind, about: lead.reference, ...toOwner(context) }
  await enqueue(tx, email, now, isAbandoned ? now + abandonedEmailDelayMs : now)
}

/** @param dueAt new due time for the pending email, in ms since 1970 */
async function hasPendingEmail(
  tx: Db,
  { reference, digest }: LeadRow,
  kinds: readonly string[],
  dueAt: number | undefined,
): Promise<boolean> {
  if (await hasUntriedEmail(tx, { about: reference, kinds }, dueAt)) return true
  if (digest === null) return false
  return (await openDigests(tx).where('id', '=', digest).executeTakeFirst()) !== undefined
}

const digestKind: LeadEmailKind = 'leads-digest'

async function joinDigest(tx: Db, context: Context, reference: string, now: number): Promise<void> {
  const last = await openDigests(tx).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  const leads = last && (await countRows(tx.selectFrom('leads').where('digest', '=', last.id)))
  const hasSpace = leads !== undefined && leads < context.limits.leadsInDigest
  const email = { kind: digestKind, ...toOwner(context) }
  const digest = last && hasSpace ? last.id : await enqueue(tx, email, now, now + digestPauseMs)
  await updateLead(tx, reference, { digest })
}

/** Selects untried digests and locks their rows, so they aren't sent before the transaction ends. */
function openDigests(tx: Db) {
  return tx
    .selectFrom('outbox')
    .select('id')
    .where('batch', 'is', null)
    .where('kind', '=', digestKind)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .forUpdate()
}

export function toOwner({ environment }: Context) {
  const { from, leadsTo } = emailAddresses(environment, siteContent().studio)
  return { from, to: leadsTo, headers: automatic }
}

async function queueReceipt(tx: Db, context: Context, { lead, before }: Upserted, sender: string): Promise<void> {
  const { receipt } = emailsOf[lead.kind]
  const isFirst = before === undefined || before.abandoned === 1
  if (receipt === undefined || lead.status !== 'ok' || lead.abandoned === 1 || !isFirst) return
  const { limits } = context
  const now = context.now()
  const recipient = { to: lead.email, sender, kindLimit: limits.receiptsToMailbox }
  const exceeded = await countEach(tx, emailLimits(limits.receipts, recipient, { ...context, reservedUses: 1 }), now)
  if (exceeded.length > 0) return
  const to = { name: '', address: lead.email }
  // Prevent vacation replies (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-replied' }
  await enqueue(tx, { kind: receipt, about: lead.reference, ...toOwner(context), to, headers }, now)
}
