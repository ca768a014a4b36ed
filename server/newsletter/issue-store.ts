import type { Kysely } from 'kysely'
import type { IssueEmailRow, IssueEmailState, IssueRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import { isNotPaused } from '../../platform/email/pause.ts'
import { claimMs } from '../../platform/email/send-loop.ts'
import { confirmationKind } from './emails.ts'

type Db = Kysely<Tables>

export async function insertIssue(tx: Db, issue: IssueRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('issues')
    .values(issue)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst()
  return inserted !== undefined
}

/** `lockOn` locks the row on PostgreSQL until the transaction ends; SQLite has a single writer. */
export async function findIssue(db: Db, slug: string, lockOn?: Database['engine']): Promise<IssueRow | undefined> {
  return await db
    .selectFrom('issues')
    .selectAll()
    .where('slug', '=', slug)
    .$if(lockOn === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function listIssues(db: Db): Promise<IssueRow[]> {
  return await db.selectFrom('issues').selectAll().orderBy('created_at', 'desc').orderBy('slug').execute()
}

export async function findLastIssue(db: Db): Promise<Pick<IssueRow, 'database_id'> | undefined> {
  const issues = db.selectFrom('issues').select('database_id').orderBy('created_at', 'desc').orderBy('slug')
  return await issues.limit(1).executeTakeFirst()
}

export async function hasOpenIssue(db: Db): Promise<boolean> {
  const open = await db.selectFrom('issues').select('slug').where('finished_at', 'is', null).limit(1).executeTakeFirst()
  return open !== undefined
}

/** Lock an issue before changing it or its emails, so that processes take turns. */
export async function lockOpenIssues(tx: Db, engine: Database['engine']): Promise<IssueRow[]> {
  return await tx
    .selectFrom('issues')
    .selectAll()
    .where('finished_at', 'is', null)
    .orderBy('created_at')
    .orderBy('slug')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute()
}

export async function updateIssue(tx: Db, slug: string, changes: Partial<IssueRow>): Promise<void> {
  await tx.updateTable('issues').set(changes).where('slug', '=', slug).execute()
}

export async function countPausedIssueEmails(db: Db): Promise<number> {
  const queued = db.selectFrom('issue_emails').where('issue_emails.state', '=', 'queued')
  return await countRows(queued.innerJoin('issues', 'issues.slug', 'issue').where('issues.state', '=', 'sending'))
}

/** A copy can't know who gets the issue from the original in the meantime. */
export async function pauseInCopy(copy: Db, because: string): Promise<void> {
  const paused_because = `this is ${because}, so people who are waiting here may have it already`
  await copy.updateTable('issues').set({ state: 'paused', paused_because }).where('state', '=', 'sending').execute()
}

export async function deleteIssue(tx: Db, slug: string): Promise<void> {
  await tx.deleteFrom('issues').where('slug', '=', slug).execute()
}

/** The sender that subscribers know: that of the last issue, or of the first confirmation. */
export async function findKnownSender(db: Kysely<Tables>): Promise<EmailAddress | undefined> {
  const sender = ['from_name as name', 'from_address as address'] as const
  const issue = db.selectFrom('issues').select(sender).where('state', '!=', 'cancelled').orderBy('created_at', 'desc')
  const email = db.selectFrom('outbox').select(sender).where('kind', '=', confirmationKind).orderBy('created_at')
  return (await issue.limit(1).executeTakeFirst()) ?? (await email.limit(1).executeTakeFirst())
}

export async function queueEmails(tx: Db, slug: string): Promise<number> {
  const queued: IssueEmailState = 'queued'
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('issue_emails')
    .columns(['issue', 'subscriber_id', 'state', 'attempts', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('subscribers')
        .select(({ val, lit, cast }) => [
          cast<string>(val(slug), 'text').as('issue'),
          'id',
          cast<IssueEmailState>(val(queued), 'text').as('state'),
          lit(0).as('attempts'),
          lit(0).as('due_at'),
        ])
        .where('state', '=', 'confirmed')
        .orderBy('id'),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

export type ClaimedIssueEmail = {
  issue: IssueRow
  subscriberId: string
  address: string
  attempts: number
  claimedAt: number
}

/** Marks the first due email as being sent. Deletes those to people who have left. */
export async function claimIssueEmail(tx: Db, issue: IssueRow, now: number): Promise<ClaimedIssueEmail | undefined> {
  let due = await findDue(tx, issue.slug, now)
  for (; due !== undefined && due.state !== 'confirmed'; due = await findDue(tx, issue.slug, now)) {
    await dropQueuedEmails(tx, issue.slug, { areGone: true })
  }
  if (due === undefined) return undefined
  const { subscriberId, email } = due
  // By primary key only: the issue is locked, and with more conditions SQLite scans the whole queue by its index of states.
  const { attempts } = await tx
    .updateTable('issue_emails')
    .set((eb) => ({ state: 'sending', due_at: now + claimMs, attempts: eb('attempts', '+', 1) }))
    .where('issue', '=', issue.slug)
    .where('subscriber_id', '=', subscriberId)
    .returning('attempts')
    .executeTakeFirstOrThrow()
  return { issue, subscriberId, address: email ?? '', attempts, claimedAt: now }
}

async function findDue(tx: Db, issue: string, now: number) {
  return await tx
    .selectFrom('issue_emails')
    .leftJoin('subscribers', 'subscribers.id', 'issue_emails.subscriber_id')
    .select(['subscriber_id as subscriberId', 'email', 'subscribers.state as state'])
    .where('issue', '=', issue)
    .where('issue_emails.state', '=', 'queued')
    .where('due_at', '<=', now)
    .where(isNotPaused)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
}

/** Retried emails that may have arrived become unknown again. @param areGone only those to people who have left */
export async function dropQueuedEmails(tx: Db, issue: string, { areGone = false } = {}): Promise<number> {
  const subscribers = tx.selectFrom('subscribers').select('id').where('state', '=', 'confirmed')
  await tx
    .updateTable('issue_emails')
    .set((eb) => ({ state: 'unknown', due_at: eb.ref('sent_at').$notNull() }))
    .where('issue', '=', issue)
    .where('state', '=', 'queued')
    .where('sent_at', 'is not', null)
    .$if(areGone, (query) => query.where('subscriber_id', 'not in', subscribers))
    .execute()
  const { numDeletedRows } = await tx
    .deleteFrom('issue_emails')
    .where('issue', '=', issue)
    .where('state', '=', 'queued')
    .$if(areGone, (query) => query.where('subscriber_id', 'not in', subscribers))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteQueuedIssueEmails(tx: Db, subscriberId: string): Promise<void> {
  await tx.deleteFrom('issue_emails').where('subscriber_id', '=', subscriberId).where('state', '=', 'queued').execute()
}

export type Settlement = Pick<IssueEmailRow, 'state' | 'attempts' | 'due_at' | 'answer'> & { sent_at?: number }

/** Does nothing if the email has a newer claim. Corrects the `unknown` of an expired claim, but never reopens an issue. */
export async function settleEmail(tx: Db, email: ClaimedIssueEmail, settlement: Settlement, isIssueOpen: boolean) {
  const states: IssueEmailState[] = isIssueOpen || settlement.state !== 'queued' ? ['sending', 'unknown'] : ['sending']
  const { numUpdatedRows } = await tx
    .updateTable('issue_emails')
    .set(settlement)
    .where('issue', '=', email.issue.slug)
    .where('subscriber_id', '=', email.subscriberId)
    .where('state', 'in', states)
    .where('attempts', '=', email.attempts)
    .where('due_at', '=', email.claimedAt + claimMs)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function keptSubscribers(db: Db, subscriberIds: readonly string[]): Promise<Set<string>> {
  if (subscriberIds.length === 0) return new Set()
  const rows = await db.selectFrom('subscribers').select('id').where('id', 'in', subscriberIds).execute()
  return new Set(rows.map(({ id }) => id))
}

/** For emails that a dead process left behind. `due_at` stays, in case the result arrives after all. */
export async function giveUpEndedClaims(tx: Db, issue: string, now: number): Promise<void> {
  await tx
    .updateTable('issue_emails')
    .set({ state: 'unknown', answer: 'the program ended while it was being sent' })
    .where('issue', '=', issue)
    .where('state', '=', 'sending')
    .where('due_at', '<=', now)
    .execute()
}

export async function nextDueEmailAt(db: Db, issue: string): Promise<number | undefined> {
  const next = inState(db, issue, 'queued').select('due_at').orderBy('due_at').limit(1)
  return (await next.executeTakeFirst())?.due_at
}

export async function hasEmailUnderWay(db: Db, issue: string): Promise<boolean> {
  const found = inState(db, issue, 'sending').select('subscriber_id').limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

export function inState(db: Db, issue: string, state: IssueEmailState) {
  return db.selectFrom('issue_emails').where('issue', '=', issue).where('state', '=', state)
}

export async function countEmails(db: Db, issue: string) {
  const { queued = 0, sending = 0, sent = 0, failed = 0, unknown = 0 } = await countByState(db, issue)
  return { queued, sending, sent, failed, unknown, all: queued + sending + sent + failed + unknown }
}

export async function countByState(db: Db, issue: string): Promise<Partial<Record<IssueEmailState, number>>> {
  const rows = await db
    .selectFrom('issue_emails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('issue', '=', issue)
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export async function countRetryable(db: Db, issue: string, subscriberIds?: readonly string[]) {
  const rows = await db
    .selectFrom('issue_emails')
    .innerJoin('subscribers', 'subscribers.id', 'issue_emails.subscriber_id')
    .select((eb) => ['issue_emails.state as state', eb.fn.countAll<number>().as('count')])
    .where('issue', '=', issue)
    .where('issue_emails.state', 'in', ['failed', 'unknown'])
    .where('subscribers.state', '=', 'confirmed')
    .$if(subscriberIds !== undefined, (query) => query.where('subscriber_id', 'in', subscriberIds ?? []))
    .groupBy('issue_emails.state')
    .execute()
  const countOf = (state: IssueEmailState) => rows.find((row) => row.state === state)?.count ?? 0
  return { failed: countOf('failed'), unknown: countOf('unknown') }
}

export async function requeueEmails(
  tx: Db,
  issue: string,
  states: readonly IssueEmailState[],
  subscriberIds: readonly string[] | undefined,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('issue_emails')
    .set((eb) => ({
      state: 'queued',
      attempts: 0,
      due_at: 0,
      sent_at: eb.case().when('state', '=', 'unknown').then(eb.ref('due_at')).else(eb.ref('sent_at')).end(),
    }))
    .where('issue', '=', issue)
    .where('state', 'in', states)
    .where('subscriber_id', 'in', (eb) => eb.selectFrom('subscribers').select('id').where('state', '=', 'confirmed'))
    .$if(subscriberIds !== undefined, (query) => query.where('subscriber_id', 'in', subscriberIds ?? []))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
