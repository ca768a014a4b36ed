import type { Db, LeadRow } from '../../migrations/tables.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import { automatic, enqueue, hasUntriedEmail } from '../../platform/email/outbox-store.ts'
import { countEach, countUse, limitFor, recipientLimits } from '../../platform/limits/count-use.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { leadKinds } from './fields.ts'
import { type Upserted, updateLead } from './store.ts'

const minuteMs = 60_000

/** How long to wait for a visitor who left before the owner is notified. */
export const abandonedEmailDelayMs = 10 * minuteMs
/** How long a digest waits for more leads. */
export const digestPauseMs = 10 * minuteMs
export const digestKind = 'leads-digest'

export type EmailDeps = {
  salt: string
  limits: Limits
  emailSettings: { from: EmailAddress; leadsTo: EmailAddress }
}

/** Notifies the owner: by an email that is still queued, by a new one, or by the next digest. */
export async function notifyOfLead(tx: Db, deps: EmailDeps, upserted: Upserted, now: number, ownKind?: string) {
  const { lead, before } = upserted
  const isAbandoned = lead.abandoned === 1
  const [first, update] = ownerEmailKinds(lead.kind)
  const kinds = [first, update, ...(ownKind === undefined ? [] : [ownKind])]
  if (before !== undefined && (await hasPendingNotification(tx, before, kinds, isAbandoned ? undefined : now))) return
  // On PostgreSQL this row's lock serializes what follows across processes.
  const { ownerEmails, ownerCallEmails } = deps.limits
  const limit = limitFor(lead.kind === 'call' ? ownerCallEmails : ownerEmails, 'all', deps.salt)
  if ((await countUse(tx, limit, now)) !== undefined) return await joinDigest(tx, deps, lead.reference, now)
  const kind = before === undefined ? (ownKind ?? first) : update
  const email = { kind, about: lead.reference, ...toOwner(deps) }
  await enqueue(tx, email, now, isAbandoned ? now + abandonedEmailDelayMs : now)
}

async function hasPendingNotification(
  tx: Db,
  { reference, digest }: LeadRow,
  kinds: readonly string[],
  dueAt: number | undefined,
): Promise<boolean> {
  const isWaiting = await hasUntriedEmail(tx, { about: reference, kinds }, dueAt)
  if (isWaiting || digest === null) return isWaiting
  return (await openDigests(tx).where('id', '=', digest).executeTakeFirst()) !== undefined
}

async function joinDigest(tx: Db, deps: EmailDeps, reference: string, now: number): Promise<void> {
  const last = await openDigests(tx).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  const isOpen =
    last !== undefined &&
    (await countRows(tx.selectFrom('leads').where('digest', '=', last.id))) < deps.limits.leadsInDigest
  const email = { kind: digestKind, about: undefined, ...toOwner(deps) }
  const digest = isOpen ? last.id : await enqueue(tx, email, now, now + digestPauseMs)
  await updateLead(tx, reference, { digest })
}

/** Digests not tried yet. The row lock keeps them from being sent until the transaction ends. */
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

export function toOwner({ emailSettings }: EmailDeps) {
  return { from: emailSettings.from, to: emailSettings.leadsTo, headers: automatic }
}

function ownerEmailKinds(kind: LeadRow['kind']): [first: string, update: string] {
  return [`${kind}-owner`, `${kind}-update`]
}

function receiptKind(kind: LeadRow['kind']): string {
  return `${kind}-receipt`
}

export const leadEmailKinds = [
  ...leadKinds.flatMap((kind) => [...ownerEmailKinds(kind), receiptKind(kind)]),
  digestKind,
]

/** Queues the visitor's receipt. Skipped if its limit is reached; the lead is stored anyway. */
export async function sendReceipt(tx: Db, deps: EmailDeps, { lead, before }: Upserted, now: number) {
  const isSentNow = lead.status === 'ok' && lead.abandoned !== 1 && (before === undefined || before.abandoned === 1)
  if (!isSentNow) return
  const { emailSettings, limits } = deps
  const limited = recipientLimits(limits.receiptsToMailbox, limits.receipts, lead.email, { ...deps, spare: 1 })
  if ((await countEach(tx, limited, now)).length > 0) return
  // Prevents vacation replies (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-replied' }
  const to = { name: '', address: lead.email }
  await enqueue(tx, { kind: receiptKind(lead.kind), about: lead.reference, from: emailSettings.from, to, headers }, now)
}
