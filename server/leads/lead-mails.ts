import type { Kysely } from 'kysely'
import type { LeadRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import type { MailAddress } from '../../platform/email/mail-address.ts'
import { strangerLimits } from '../../platform/email/mail-room.ts'
import {
  awaitsTelling,
  enqueue,
  type MailComposer,
  type MailComposers,
  type MailWords,
} from '../../platform/email/outbox-store.ts'
import { countEach, countUse, limitFor } from '../../platform/limits/count-use.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { readLead, type Upserted, updateLead } from './lead.repository.ts'

const minuteMs = 60_000

/** How long the mail about a visitor who left waits for them to come back. */
export const holdOwnerMailMs = 10 * minuteMs
/** How long a digest waits for more leads. */
export const digestPauseMs = 10 * minuteMs
export const digestKind = 'leads-digest'

export type MailDeps = {
  database: Pick<Database, 'engine'>
  salt: string
  limits: Limits
  mail: { from: MailAddress; leadsTo: MailAddress }
}

/** By a mail that still waits, by one of its own, or by the next digest. */
export async function tellOwner(tx: Kysely<Tables>, deps: MailDeps, put: Upserted, now: number, ownKind?: string) {
  const { lead, before } = put
  const isAbandoned = lead.abandoned === 1
  const [first, update] = ownerMailKinds(lead.kind)
  const kinds = [first, update, ...(ownKind === undefined ? [] : [ownKind])]
  if (before !== undefined && (await isYetToBeTold(tx, deps, before, kinds, isAbandoned ? undefined : now))) return
  // On PostgreSQL this row serializes what follows across processes.
  const { ownerMails, ownerCallMails } = deps.limits
  const limit = limitFor(lead.kind === 'call' ? ownerCallMails : ownerMails, 'all', deps.salt)
  if ((await countUse(tx, limit, now)) !== undefined) return await joinDigest(tx, deps, lead.reference, now)
  const kind = before === undefined ? (ownKind ?? first) : update
  const mail = { kind, about: lead.reference, ...toOwner(deps) }
  await enqueue(tx, mail, now, isAbandoned ? now + holdOwnerMailMs : now)
}

async function isYetToBeTold(
  tx: Kysely<Tables>,
  { database }: MailDeps,
  { reference, digest }: LeadRow,
  kinds: readonly string[],
  dueAt: number | undefined,
): Promise<boolean> {
  const isWaiting = await awaitsTelling(tx, { about: reference, kinds }, dueAt)
  if (isWaiting || digest === null) return isWaiting
  return (await openDigests(tx, database.engine).where('id', '=', digest).executeTakeFirst()) !== undefined
}

async function joinDigest(tx: Kysely<Tables>, deps: MailDeps, reference: string, now: number): Promise<void> {
  const last = await openDigests(tx, deps.database.engine).orderBy('created_at', 'desc').limit(1).executeTakeFirst()
  const isOpen =
    last !== undefined &&
    (await countRows(tx.selectFrom('leads').where('digest', '=', last.id))) < deps.limits.leadsInDigest
  const mail = { kind: digestKind, about: undefined, ...toOwner(deps) }
  const digest = isOpen ? last.id : await enqueue(tx, mail, now, now + digestPauseMs)
  await updateLead(tx, reference, { digest })
}

/** Untried ones; the row lock keeps them from being sent until the transaction ends. */
function openDigests(tx: Kysely<Tables>, engine: Database['engine']) {
  return tx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', digestKind)
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .$if(engine === 'postgres', (query) => query.forUpdate())
}

export function toOwner({ mail }: MailDeps) {
  return { from: mail.from, to: mail.leadsTo, headers: { 'Auto-Submitted': 'auto-generated' } }
}

function ownerMailKinds(kind: LeadRow['kind']): [first: string, update: string] {
  return [`${kind}-owner`, `${kind}-update`]
}

function receiptKind(kind: LeadRow['kind']): string {
  return `${kind}-receipt`
}

/** Of what the visitor has sent just now; skipped where its limit is reached: the request is stored all the same. */
export async function sendReceipt(tx: Kysely<Tables>, deps: MailDeps, { lead, before }: Upserted, now: number) {
  const isSentNow = lead.status === 'ok' && lead.abandoned !== 1 && (before === undefined || before.abandoned === 1)
  if (!isSentNow) return
  const reached = await countEach(
    tx,
    strangerLimits(deps.limits.receiptsToMailbox, deps.limits.receipts, lead.email, { ...deps, spare: 1 }),
    now,
  )
  if (reached.length > 0) return
  // RFC 3834: no vacation notice answers it.
  const headers = { 'Auto-Submitted': 'auto-replied' }
  const to = { name: '', address: lead.email }
  await enqueue(tx, { kind: receiptKind(lead.kind), about: lead.reference, from: deps.mail.from, to, headers }, now)
}

type LeadWords = (lead: LeadRow) => MailWords

export function leadMails(ownerWords: (isUpdate: boolean) => LeadWords, receiptWords: LeadWords): MailComposers {
  const compose =
    (wordsOf: LeadWords): MailComposer =>
    async (db, { about }) => {
      const lead = about === null ? undefined : await readLead(db, about)
      return lead && wordsOf(lead)
    }
  const mails = (['contact', 'consultation', 'call'] as const).flatMap((kind) => {
    const [first, update] = ownerMailKinds(kind)
    return [
      [first, compose(ownerWords(false))],
      [update, compose(ownerWords(true))],
      [receiptKind(kind), compose(receiptWords)],
    ] as const
  })
  return Object.fromEntries(mails)
}
