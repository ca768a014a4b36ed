import { sql } from 'kysely'
import type { Db, EmailState, OutboxRow } from '../../migrations/tables.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { type Batch, type Batches, dropUnsent, hasEmailInTransit } from './batches.ts'
import type { Delivery, Email, Mailer } from './mailer.ts'
import { type EmailComposers, NotYet, renderRow, toEmail } from './outbox-store.ts'
import { isNotPaused, readPause } from './pause.ts'

const minute = 60_000
const hour = 60 * minute

/** 24.3 hours in total, so a mail server can be down for a day (RFC 5321, 4.5.4.1). */
export const retryPausesMs: readonly number[] = [
  1 * minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  40 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
]

export const maxRetryPauseMs = Math.max(...retryPausesMs)
/** Longer than any attempt to send, so that a claim only ends if its process has died. */
const claimMs = 120_000
/** A due time further ahead was written by a wrong clock, so the email is due. */
const maxAheadMs = 24 * hour + minute
/** So that one transaction stays short. */
const maxSkipped = 100

export type Claim = {
  email: Email
  kind: string
  batch: string | null
  recipient: string | null
  attempts: number
  claimedAt: number
}

/** `released`: this process didn't try to send it. `unusable`: nothing can be sent to the address. */
export type Outcome = Delivery | { outcome: 'released' } | { outcome: 'unusable'; answer: string }

/** `isAborted`: this process was stopping, so the result says nothing about the mail server. */
export type Result = { claim: Claim; delivery: Outcome; isAborted: boolean }

/** `nextAt`: when to look again if nothing was claimed. */
export type Step = { claim?: Claim | undefined; nextAt?: number | undefined }

export type OutboxDeps = {
  database: Database
  mailer: Mailer
  composers: EmailComposers
  /** Without them, only emails of no batch are sent. */
  batches?: Batches | undefined
  now: () => number
  log: Log
}

/** Stores results and claims the next email: of no batch, or else of the first batch that may go on. */
export async function sendStep(
  tx: Db,
  deps: OutboxDeps,
  results: readonly Result[],
  wantsMore: boolean,
): Promise<Step> {
  const { composers, batches, mailer, now } = deps
  // In the same order everywhere, to avoid a deadlock on PostgreSQL: batches, recipients, emails.
  const batchResults = results.filter(({ claim }) => claim.batch !== null)
  const isLocked = batchResults.length > 0
  const open = isLocked ? await batches?.lockOpen(tx) : undefined
  for (const result of new Set([...batchResults, ...results])) {
    const { claim, delivery, isAborted } = result
    const batch = open?.find(({ id }) => id === claim.batch)
    if (delivery.outcome === 'refused' && delivery.isDeadAddress && claim.recipient !== null)
      await batches?.onDeadAddress(tx, claim.recipient)
    const stored = await settle(tx, result, now(), batch !== undefined)
    // Deleted while it was being sent: its file goes too.
    if (stored === 'deleted') await mailer.retract(claim.email)
    if (stored === 'settled' && !isAborted) await batch?.onResult(result)
  }
  if (!wantsMore) return {}
  const dueAt = await nextDueAt(tx)
  if (dueAt !== undefined) {
    const claim = await claimDueEmail(tx, composers, now())
    // A flood of emails that wait for their limits must not delay the others.
    const later = claim ?? (batches && (await claimDueEmail(tx, composers, now(), { isLater: true })))
    if (later !== undefined) return { claim: later }
  }
  const going = open ?? (await batches?.lockOpen(tx)) ?? []
  // Claims that have ended are looked for when there is time.
  if (going.length > 0 && results.length === 0) await expireClaims(tx, now())
  const ofBatches = await claimFromBatches(tx, deps, going)
  if (ofBatches.claim !== undefined || dueAt === undefined) return ofBatches
  return { nextAt: Math.min(ofBatches.nextAt, (await nextDueAt(tx)) ?? ofBatches.nextAt) }
}

async function claimFromBatches(tx: Db, deps: OutboxDeps, open: readonly Batch[]) {
  const now = deps.now()
  let nextAt = Number.POSITIVE_INFINITY
  for (const batch of open) {
    const findDueAt = () => nextDueAt(tx, batch.id)
    const batchAt = await batch.nextAt(findDueAt)
    const mayGo = batchAt !== undefined && batchAt <= now
    const claim = mayGo ? await claimDueEmail(tx, deps.composers, now, { batch: batch.id }) : undefined
    if (claim !== undefined) {
      await batch.onClaim()
      return { claim, nextAt }
    }
    const dueAt = await findDueAt()
    if (dueAt === undefined && !(await hasEmailInTransit(tx, batch.id))) await batch.onEnd()
    const isPaused = mayGo && (await readPause(tx)) !== undefined
    if (batchAt !== undefined && dueAt !== undefined && !isPaused) nextAt = Math.min(nextAt, Math.max(batchAt, dueAt))
  }
  return { claim: undefined, nextAt }
}

/** Of a batch, of none, or of none and waiting for its limits. */
type Which = { batch?: string | null; isLater?: boolean }

/**
 * Claims the next due email for one process. When the claim ends its process has died: an email of no batch is then due
 * again, one of a batch is `unknown`.
 */
export async function claimDueEmail(
  tx: Db,
  composers: EmailComposers,
  now: number,
  which: Which = {},
): Promise<Claim | undefined> {
  for (let skipped = 0; skipped < maxSkipped; skipped++) {
    const row = await claimRow(tx, now, which)
    if (row === undefined) return undefined
    const { id, kind, batch, recipient, attempts } = row
    const change = (changes: Partial<OutboxRow>) => tx.updateTable('outbox').set(changes).where('id', '=', id).execute()
    // The error isn't logged: it may quote stored data. If the database has failed, the next statement fails too.
    const rendered = await renderRow(tx, row, composers).catch((error: unknown) =>
      error instanceof NotYet ? error : ('unreadable' as const),
    )
    if (rendered === undefined) await dropUnsent(tx, (eb) => eb('id', '=', id))
    else if (rendered === 'unreadable') await change({ state: 'failed', last_error: 'could not render the email' })
    else if (rendered instanceof NotYet)
      await change({ state: 'queued', attempts: attempts - 1, due_at: rendered.dueAt })
    else {
      const { calendar, ...written } = { ...rendered, details: null, created_at: now }
      // It was counted, so it's the same at the next attempt.
      if (row.details !== null) await change(written)
      const email = toEmail(row.details === null ? rendered : { ...written, calendar })
      return { email, kind, batch, recipient, attempts, claimedAt: now }
    }
  }
  return undefined
}

const openStates: readonly EmailState[] = ['queued', 'sending']

async function claimRow(tx: Db, now: number, { batch = null, isLater = false }: Which) {
  const due = tx
    .selectFrom('outbox')
    .select('id')
    .where('batch', batch === null ? 'is' : '=', batch)
    .where('state', 'in', batch === null ? openStates : ['queued'])
    .where('details', isLater ? 'is not' : 'is', null)
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + maxAheadMs)]))
    .where(isNotPaused)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return await tx
    .updateTable('outbox')
    .set((eb) => ({ state: 'sending', due_at: now + claimMs, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', due)
    .returningAll()
    .executeTakeFirst()
}

/** When the next email of a batch is due, or by default of none. */
async function nextDueAt(db: Db, batch: string | null = null): Promise<number | undefined> {
  const next = db
    .selectFrom('outbox')
    .select('due_at')
    .where('batch', batch === null ? 'is' : '=', batch)
    .where('state', 'in', batch === null ? openStates : ['queued'])
    .$if(batch === null, (query) => query.where(isNotPaused))
  return (await next.orderBy('due_at').limit(1).executeTakeFirst())?.due_at
}

/** Gives up emails of batches that a dead process left behind. `due_at` stays, in case the result still arrives. */
async function expireClaims(tx: Db, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ state: 'unknown', last_error: 'the program ended while it was being sent' })
    .where('batch', 'is not', null)
    .where('state', '=', sql.lit('sending'))
    .where('due_at', '<=', now)
    .execute()
}

/**
 * Stores a result, unless there is a newer claim. Corrects the `unknown` of a claim that has expired.
 * @param isOpen whether its batch goes on: a finished one is never reopened
 */
async function settle(
  tx: Db,
  result: Result,
  now: number,
  isOpen: boolean,
): Promise<'settled' | 'outdated' | 'deleted'> {
  const { email, attempts, claimedAt, batch } = result.claim
  const { answer, ...settlement } = settlementOf(result, now)
  const states: EmailState[] = isOpen || settlement.state !== 'queued' ? ['sending', 'unknown'] : ['sending']
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ ...settlement, last_error: settlement.state === 'sent' && batch === null ? null : answer })
    .where('id', '=', email.id)
    .where('state', 'in', states)
    .where('attempts', '=', attempts)
    .where('due_at', '=', claimedAt + claimMs)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'settled'
  const known = await tx.selectFrom('outbox').select('id').where('id', '=', email.id).executeTakeFirst()
  return known === undefined ? 'deleted' : 'outdated'
}

/**
 * The retry policy of all emails. Only a dead address fails immediately: any other refusal may be about the sender,
 * whatever the server says. An email of a batch must not arrive twice, so a refusal or an unknown outcome is final.
 */
export function settlementOf({ claim: { attempts, batch }, delivery, isAborted }: Result, now: number) {
  if (delivery.outcome === 'released') {
    return { state: 'queued', attempts: attempts - 1, due_at: now, answer: undefined } as const
  }
  const { outcome, answer } = delivery
  const isOnce = batch !== null
  const result = { attempts, due_at: now, answer }
  if (outcome === 'sent') return { ...result, state: 'sent', sent_at: now } as const
  if (outcome === 'unknown' && isOnce) return { ...result, state: 'unknown' } as const
  const isPermanent = outcome === 'unusable' || (outcome === 'refused' && (isOnce || delivery.isDeadAddress))
  const pauseMs = retryPausesMs[attempts - 1] ?? (isAborted ? 0 : undefined)
  if (isPermanent || pauseMs === undefined) return { ...result, state: 'failed' } as const
  return { ...result, state: 'queued', due_at: now + pauseMs } as const
}
