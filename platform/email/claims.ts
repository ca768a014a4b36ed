import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, EmailState, OutboxRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import { dayMs, minuteMs } from '../text/time-text.ts'
import { type Batch, type Batches, dropUnsent, hasEmailInTransit } from './batches.ts'
import { addFailure } from './smtp/failures.ts'
import type { Delivery, Email, Mailer } from './smtp/mailer.ts'
import { type EmailComposers, isNotPaused, NotYet, readPause, renderRow, toEmail } from './outbox/store.ts'

/** The pauses add up to 24.3 hours, so a mail server can be down for a day (RFC 5321, 4.5.4.1). */
export const retryPausesMs: readonly number[] = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480, 480].map(
  (count) => count * minuteMs,
)

export const maxRetryPauseMs = Math.max(...retryPausesMs)
/** Longer than any attempt to send, so that a claim only expires if its process has died. */
const claimMs = 120_000
/** Retries are never due later than this. If one is, the clock was wrong, and the email is due now. */
const maxAheadMs = dayMs + minuteMs
/** Limits the length of a transaction. */
const maxSkipped = 100

export type Claim = {
  email: Email
  kind: string
  batch: string | null
  recipient: string | null
  attempts: number
  failures: string | null
  claimedAt: number
}

/** `released`: this process didn't try to send it. `unusable`: nothing can be sent to the address. */
export type Outcome = Delivery | { outcome: 'released' } | { outcome: 'unusable'; answer: string }

/** `isAborted`: this process was stopping, so the mail server isn't to blame. */
export type Result = { claim: Claim; delivery: Outcome; isAborted: boolean }

/** `nextAt`: when to look for an email again (ms since 1970), if there was none to claim. */
export type Step = { claim?: Claim | undefined; nextAt?: number | undefined }

export type OutboxDeps = {
  database: Database
  mailer: Mailer
  composers: EmailComposers
  /** By default, only emails without a batch are sent. */
  batches?: Batches | undefined
  now: () => number
  log: Log
}

/** Stores results, then claims the next email. Emails without a batch come first, then the batches in order. */
export async function sendStep(
  tx: Db,
  deps: OutboxDeps,
  results: readonly Result[],
  wantsMore: boolean,
): Promise<Step> {
  const open = await storeResults(tx, deps, results)
  return wantsMore ? await claimNext(tx, deps, open, results.length === 0) : {}
}

/** @returns the open batches, now locked; undefined if no result belongs to a batch */
async function storeResults(tx: Db, { batches, mailer, now }: OutboxDeps, results: readonly Result[]) {
  // Locks in the same order everywhere, to avoid a deadlock on PostgreSQL: batches, recipients, emails.
  const batchResults = results.filter(({ claim }) => claim.batch !== null)
  const open = batchResults.length > 0 ? await batches?.lockOpen(tx) : undefined
  for (const { claim, delivery } of results) {
    if (delivery.outcome === 'refused' && delivery.isDeadAddress && claim.recipient !== null)
      await batches?.onDeadAddress(tx, claim.recipient)
  }
  for (const result of new Set([...batchResults, ...results])) {
    const { claim, isAborted } = result
    const batch = open?.find(({ id }) => id === claim.batch)
    const stored = await settle(tx, result, now(), batch !== undefined)
    // An email that was deleted while it was being sent must not leave a file.
    if (stored === 'deleted') await mailer.retract(claim.email)
    if (stored === 'settled' && !isAborted) await batch?.onResult(result)
  }
  return open
}

/** @param isIdle whether there is time to look for expired claims */
async function claimNext(tx: Db, deps: OutboxDeps, locked: Batch[] | undefined, isIdle: boolean): Promise<Step> {
  const { composers, batches, now } = deps
  const dueAt = await nextDueAt(tx)
  if (dueAt !== undefined) {
    const claim = await claimDueEmail(tx, composers, now())
    if (claim !== undefined) return { claim }
    // Emails that wait for their limits come last, so that a flood of them doesn't delay the others.
    const later = batches && (await claimDueEmail(tx, composers, now(), { isLater: true }))
    if (later !== undefined) return { claim: later }
  }
  const open = locked ?? (await batches?.lockOpen(tx)) ?? []
  if (open.length > 0 && isIdle) await expireClaims(tx, now())
  const step = await claimFromBatches(tx, deps, open)
  if (step.claim !== undefined || dueAt === undefined) return step
  return { nextAt: Math.min(step.nextAt, (await nextDueAt(tx)) ?? step.nextAt) }
}

async function claimFromBatches(tx: Db, deps: OutboxDeps, open: readonly Batch[]) {
  const now = deps.now()
  let nextAt = Number.POSITIVE_INFINITY
  const isPaused = open.length > 0 && (await readPause(tx)) !== undefined
  for (const batch of open) {
    const findDueAt = () => nextDueAt(tx, batch.id)
    const batchAt = isPaused ? undefined : await batch.nextAt(findDueAt)
    const maySend = batchAt !== undefined && batchAt <= now
    const claim = maySend ? await claimDueEmail(tx, deps.composers, now, { batch: batch.id }) : undefined
    if (claim !== undefined) {
      await batch.onClaim()
      return { claim, nextAt }
    }
    const dueAt = await findDueAt()
    if (dueAt === undefined && !(await hasEmailInTransit(tx, batch.id))) await batch.onEnd()
    if (batchAt !== undefined && dueAt !== undefined) nextAt = Math.min(nextAt, Math.max(batchAt, dueAt))
  }
  return { claim: undefined, nextAt }
}

/** The default is emails without a batch. `isLater`: emails that wait for their limits. */
type ClaimScope = { batch?: string | null; isLater?: boolean }

/**
 * Claims the next due email. If this process dies, the claim expires: the email is due again, or `unknown` if it has a
 * batch.
 */
export async function claimDueEmail(
  tx: Db,
  composers: EmailComposers,
  now: number,
  scope: ClaimScope = {},
): Promise<Claim | undefined> {
  for (let skipped = 0; skipped < maxSkipped; skipped++) {
    const row = await claimRow(tx, now, scope)
    if (row === undefined) return undefined
    const { id, kind, batch, recipient, attempts, failures } = row
    const update = (changes: Partial<OutboxRow>) => tx.updateTable('outbox').set(changes).where('id', '=', id).execute()
    // The error isn't logged: it may quote stored data. If the database has failed, the next statement fails too.
    const rendered = await renderRow(tx, row, composers).catch((error: unknown) =>
      error instanceof NotYet ? error : ('unreadable' as const),
    )
    if (rendered === undefined) await dropUnsent(tx, (eb) => eb('id', '=', id))
    else if (rendered === 'unreadable') await update({ state: 'failed', last_error: 'could not render the email' })
    else if (rendered instanceof NotYet)
      await update({ state: 'queued', attempts: attempts - 1, due_at: rendered.dueAt })
    else {
      const isNewlyCounted = row.details !== null
      const { calendar, ...columns } = isNewlyCounted ? { ...rendered, details: null, created_at: now } : rendered
      // Its limits have counted the email, so later attempts must send the same text.
      if (isNewlyCounted) await update(columns)
      const email = toEmail({ ...columns, calendar })
      return { email, kind, batch, recipient, attempts, failures, claimedAt: now }
    }
  }
  return undefined
}

const openStates: readonly EmailState[] = ['queued', 'sending']

async function claimRow(tx: Db, now: number, { batch = null, isLater = false }: ClaimScope) {
  const due = tx
    .selectFrom('outbox')
    .select('id')
    .where('batch', batch === null ? 'is' : '=', batch)
    .where('state', 'in', batch === null ? openStates : ['queued'])
    .where('details', isLater ? 'is not' : 'is', null)
    .where((eb) => eb.or([eb('due_at', '<=', now), wasClockAhead(eb, now)]))
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

/** Only untried emails may be due in more than a day. */
function wasClockAhead(eb: ExpressionBuilder<Tables, 'outbox'>, now: number) {
  return eb.and([eb('due_at', '>', now + maxAheadMs), eb.or([eb('attempts', '>', 0), eb('created_at', '>', now)])])
}

/** @returns when the batch's next email is due, in ms since 1970; by default, the next email without a batch */
async function nextDueAt(db: Db, batch: string | null = null): Promise<number | undefined> {
  const next = db
    .selectFrom('outbox')
    .select('due_at')
    .where('batch', batch === null ? 'is' : '=', batch)
    .where('state', 'in', batch === null ? openStates : ['queued'])
    .$if(batch === null, (query) => query.where(isNotPaused))
  return (await next.orderBy('due_at').limit(1).executeTakeFirst())?.due_at
}

/** Marks emails as unknown if they belong to a batch and their process has died. `due_at` stays, so that a late result fits. */
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
 * Stores a result, unless there is a newer claim. A late result replaces `unknown`.
 * @param isOpen whether the batch is unfinished: a finished one is never reopened
 */
async function settle(
  tx: Db,
  result: Result,
  now: number,
  isOpen: boolean,
): Promise<'settled' | 'outdated' | 'deleted'> {
  const { email, attempts, claimedAt, failures } = result.claim
  const { answer, ...settlement } = settlementOf(result, now)
  const hasFailed = answer !== undefined && settlement.state !== 'sent'
  const states: EmailState[] = isOpen || settlement.state !== 'queued' ? ['sending', 'unknown'] : ['sending']
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ ...settlement, last_error: answer })
    .$if(hasFailed, (query) => query.set({ failures: addFailure(failures, { at: now, answer: answer ?? '' }) }))
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
 * The retry policy of all emails. Only a nonexistent address fails immediately: any other refusal may be about the
 * sender, whatever the server's reply says. An email of a batch must not arrive twice, so its refusal or unknown
 * outcome is final.
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
