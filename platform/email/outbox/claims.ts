import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, EmailState, OutboxRow, Tables } from '../../../migrations/tables.ts'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import { dayMs, minuteMs } from '../../text/time-text.ts'
import { addFailure } from '../smtp/failures.ts'
import type { Delivery, Mailer } from '../smtp/mailer.ts'
import type { Email } from '../smtp/message.ts'
import { hasEmailInTransit } from './batches.ts'
import { isNotPaused, readPause } from './pause.ts'
import { dropUnsent, Postponed, type RenderEmail, renderRow, toEmail } from './store.ts'

/** Delays between attempts. They add up to 24.3 hours, so a mail server can be down for a day (RFC 5321, 4.5.4.1). */
export const retryPausesMs: readonly number[] = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480, 480].map(
  (count) => count * minuteMs,
)

export const maxRetryPauseMs = Math.max(...retryPausesMs)
/** A claim's lifetime. It's longer than any send attempt, so an expired claim means its process died. */
const claimMs = 120_000
/** Every retry is due within this time. If an email is due later, the clock was wrong, so it's due now. */
const maxAheadMs = dayMs + minuteMs
/** How many emails a transaction can skip (postpone, fail, or delete). Limits its duration. */
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

/** `released`: this process didn't try to send the email. `unusable`: its address is invalid. */
export type Outcome = Delivery | { outcome: 'released' } | { outcome: 'unusable'; answer: string }

/** `isAborted`: this process was stopping, so the mail server isn't to blame. */
export type Result = { claim: Claim; delivery: Outcome; isAborted: boolean }

/** Emails queued together. They go out after all other emails, each at most once, at the batch's own pace. */
export type Batch = {
  id: string
  /**
   * @param findDueAt reads when the batch's first email is due
   * @returns when to send the next email; undefined while the batch is paused
   */
  nextAt(findDueAt: () => Promise<number | undefined>): Promise<number | undefined>
  onClaim(): Promise<void>
  onResult(result: Result): Promise<void>
  /** Called once none of the batch's emails is queued or being sent. */
  onEnd(): Promise<void>
}

export type Batches = {
  /** Finds and locks the unfinished batches, in sending order. The locks last until the transaction ends. */
  lockOpen(tx: Db): Promise<Batch[]>
  /** Called when the recipient's address doesn't exist. */
  onDeadAddress(tx: Db, recipient: string): Promise<void>
}

/** `nextAt`: if there was no email to claim, when to check again (ms since 1970). */
export type Step = { claim?: Claim | undefined; nextAt?: number | undefined }

export type OutboxSettings = {
  database: Database
  mailer: Mailer
  renderEmail: RenderEmail
  /** If undefined, only emails without a batch are sent. */
  batches?: Batches | undefined
  now: () => number
  log: Log
}

/** Stores results, then claims the next email. Emails without a batch come first, then the batches in order. */
export async function sendStep(
  tx: Db,
  settings: OutboxSettings,
  results: readonly Result[],
  wantsMore: boolean,
): Promise<Step> {
  const batches = await storeResults(tx, settings, results)
  if (!wantsMore) return {}
  const hasTime = results.length === 0
  return await claimNext(tx, settings, batches, hasTime)
}

/** @returns the open batches, now locked; undefined if the results belong to no batch */
async function storeResults(tx: Db, { batches, mailer, now }: OutboxSettings, results: readonly Result[]) {
  // Lock in the same order everywhere to avoid deadlocks on PostgreSQL: batches, recipients, emails.
  const batchResults = results.filter(({ claim }) => claim.batch !== null)
  const openBatches = batchResults.length > 0 ? await batches?.lockOpen(tx) : undefined
  for (const { claim, delivery } of results) {
    const isDead = delivery.outcome === 'refused' && delivery.isDeadAddress
    if (isDead && claim.recipient !== null) await batches?.onDeadAddress(tx, claim.recipient)
  }
  for (const result of new Set([...batchResults, ...results])) {
    const { claim, isAborted } = result
    const batch = openBatches?.find(({ id }) => id === claim.batch)
    const stored = await storeResult(tx, result, now(), batch !== undefined)
    // An email that was deleted while it was being sent must not leave a file.
    if (stored === 'deleted') await mailer.retract(claim.email)
    if (stored === 'stored' && !isAborted) await batch?.onResult(result)
  }
  return openBatches
}

/** @param hasTime whether there's time to check for expired claims */
async function claimNext(
  tx: Db,
  settings: OutboxSettings,
  locked: Batch[] | undefined,
  hasTime: boolean,
): Promise<Step> {
  const { renderEmail, batches, now } = settings
  const dueAt = await nextDueAt(tx)
  if (dueAt !== undefined) {
    const claim = await claimDueEmail(tx, renderEmail, now())
    if (claim !== undefined) return { claim }
    // Rate-limited emails go last so a flood of them doesn't delay the rest.
    const rateLimited = batches && (await claimDueEmail(tx, renderEmail, now(), { isRateLimited: true }))
    if (rateLimited !== undefined) return { claim: rateLimited }
  }
  const openBatches = locked ?? (await batches?.lockOpen(tx)) ?? []
  if (openBatches.length > 0 && hasTime) await expireClaims(tx, now())
  const step = await claimFromBatches(tx, settings, openBatches)
  if (step.claim !== undefined || dueAt === undefined) return step
  return { nextAt: Math.min(step.nextAt, (await nextDueAt(tx)) ?? step.nextAt) }
}

async function claimFromBatches(tx: Db, settings: OutboxSettings, openBatches: readonly Batch[]) {
  const now = settings.now()
  let nextAt = Number.POSITIVE_INFINITY
  const isPaused = openBatches.length > 0 && (await readPause(tx)) !== undefined
  for (const batch of openBatches) {
    const findDueAt = () => nextDueAt(tx, batch.id)
    const batchAt = isPaused ? undefined : await batch.nextAt(findDueAt)
    const isDue = batchAt !== undefined && batchAt <= now
    const claim = isDue ? await claimDueEmail(tx, settings.renderEmail, now, { batch: batch.id }) : undefined
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

/** The emails to claim from. By default, those without a batch that aren't rate-limited. */
type ClaimScope = { batch?: string | null; isRateLimited?: boolean }

/**
 * Claims the next due email. If this process dies, the claim expires: the email is due again, or `unknown` if it belongs
 * to a batch.
 */
export async function claimDueEmail(
  tx: Db,
  render: RenderEmail,
  now: number,
  scope: ClaimScope = {},
): Promise<Claim | undefined> {
  for (let skipped = 0; skipped < maxSkipped; skipped++) {
    const row = await claimRow(tx, now, scope)
    if (row === undefined) return undefined
    const email = await renderClaimed(tx, row, render, now)
    const { kind, batch, recipient, attempts, failures } = row
    if (email !== undefined) return { email, kind, batch, recipient, attempts, failures, claimedAt: now }
  }
  return undefined
}

/** Renders a claimed email. If it can't be sent now, updates or deletes its row and returns undefined. */
async function renderClaimed(tx: Db, row: OutboxRow, render: RenderEmail, now: number): Promise<Email | undefined> {
  const { id, attempts, details } = row
  const update = (changes: Partial<OutboxRow>) => tx.updateTable('outbox').set(changes).where('id', '=', id).execute()
  let rendered: Awaited<ReturnType<typeof renderRow<OutboxRow>>>
  try {
    rendered = await renderRow(tx, row, render)
  } catch (error) {
    if (error instanceof Postponed) await update({ state: 'queued', attempts: attempts - 1, due_at: error.dueAt })
    // Don't log the error: it can quote stored data. If the database has failed, this statement also fails.
    else await update({ state: 'failed', last_error: 'could not render the email' })
    return undefined
  }
  if (rendered === undefined) {
    await dropUnsent(tx, (eb) => eb('id', '=', id))
    return undefined
  }
  const isRateLimited = details !== null
  if (!isRateLimited) return toEmail(rendered)
  // The email's limits have counted it by now, so later attempts must send the same text.
  const { calendar, ...columns } = { ...rendered, details: null, created_at: now }
  await update(columns)
  return toEmail({ ...columns, calendar })
}

const openStates: readonly EmailState[] = ['queued', 'sending']

async function claimRow(tx: Db, now: number, { batch = null, isRateLimited = false }: ClaimScope) {
  const due = tx
    .selectFrom('outbox')
    .select('id')
    .where('batch', batch === null ? 'is' : '=', batch)
    .where('state', 'in', batch === null ? openStates : ['queued'])
    .where('details', isRateLimited ? 'is not' : 'is', null)
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

/** Whether an email was queued by a wrong clock. Only untried emails can be due in more than a day. */
function wasClockAhead(eb: ExpressionBuilder<Tables, 'outbox'>, now: number) {
  return eb.and([eb('due_at', '>', now + maxAheadMs), eb.or([eb('attempts', '>', 0), eb('created_at', '>', now)])])
}

/** @returns when the batch's next email is due, in ms since 1970. By default, the next email without a batch */
async function nextDueAt(db: Db, batch: string | null = null): Promise<number | undefined> {
  const next = db
    .selectFrom('outbox')
    .select('due_at')
    .where('batch', batch === null ? 'is' : '=', batch)
    .where('state', 'in', batch === null ? openStates : ['queued'])
    .$if(batch === null, (query) => query.where(isNotPaused))
  const row = await next.orderBy('due_at').limit(1).executeTakeFirst()
  return row?.due_at
}

/** Marks a batch's emails as unknown if their process died. Keeps `due_at`, so a late result still finds its claim. */
async function expireClaims(tx: Db, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ state: 'unknown', last_error: 'the server stopped while sending it' })
    .where('batch', 'is not', null)
    .where('state', '=', sql.lit('sending'))
    .where('due_at', '<=', now)
    .execute()
}

/**
 * Stores a result unless there's a newer claim. A late result replaces `unknown`.
 * @param isOpen whether the batch is unfinished. A finished batch never reopens
 */
async function storeResult(
  tx: Db,
  result: Result,
  now: number,
  isOpen: boolean,
): Promise<'stored' | 'outdated' | 'deleted'> {
  const { email, attempts, claimedAt, failures } = result.claim
  const { answer, ...changes } = nextStateAfter(result, now)
  const hasFailed = answer !== undefined && changes.state !== 'sent'
  const states: EmailState[] = isOpen || changes.state !== 'queued' ? ['sending', 'unknown'] : ['sending']
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ ...changes, last_error: answer })
    .$if(hasFailed, (query) => query.set({ failures: addFailure(failures, { at: now, answer: answer ?? '' }) }))
    .where('id', '=', email.id)
    .where('state', 'in', states)
    .where('attempts', '=', attempts)
    .where('due_at', '=', claimedAt + claimMs)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'stored'
  const known = await tx.selectFrom('outbox').select('id').where('id', '=', email.id).executeTakeFirst()
  return known === undefined ? 'deleted' : 'outdated'
}

/**
 * The retry policy for all emails. Only a nonexistent address fails immediately: any other refusal can concern the
 * sender, whatever the server's reply says. A batch's email must not arrive twice, so a refusal or unknown outcome is
 * final.
 */
export function nextStateAfter({ claim: { attempts, batch }, delivery, isAborted }: Result, now: number) {
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
