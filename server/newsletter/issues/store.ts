import type { Db, IssueDraftRow, IssueRow } from '../../../migrations/tables.ts'
import { countRows } from '../../../platform/db/stored-rows.ts'
import type { EmailAddress } from '../../../platform/email/address.ts'
import { inBatchWithState, queueBatch } from '../../../platform/email/outbox/batches.ts'
import type { EmailFilter } from '../../../platform/email/outbox/store.ts'

export async function insertIssue(tx: Db, issue: IssueRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('issues')
    .values(issue)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findIssue(db: Db, slug: string): Promise<IssueRow | undefined> {
  return await withSlug(db, slug).executeTakeFirst()
}

/** Finds an issue's content, with a subscriber's address and state. */
export async function findIssueForSubscriber(db: Db, slug: string, subscriberId: string) {
  return await db
    .selectFrom('issues')
    .innerJoin('subscribers', (join) => join.on('subscribers.id', '=', subscriberId))
    .select(['subject', 'text', 'html', 'from_name', 'from_address', 'email', 'subscribers.state as subscriberState'])
    .where('slug', '=', slug)
    .executeTakeFirst()
}

export async function lockIssue(tx: Db, slug: string): Promise<IssueRow | undefined> {
  return await withSlug(tx, slug).forUpdate().executeTakeFirst()
}

function withSlug(db: Db, slug: string) {
  return db.selectFrom('issues').selectAll().where('slug', '=', slug)
}

/** Lists all issues without their content, newest first. */
export async function listIssues(db: Db) {
  return await db
    .selectFrom('issues')
    .select(['slug', 'subject', 'from_name as name', 'from_address as address', 'subscribers', 'state'])
    .select(['paused_because', 'next_at', 'created_at', 'finished_at', 'database_id'])
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute()
}

export type OpenIssue = Pick<IssueRow, (typeof progressColumns)[number]>
const progressColumns = ['slug', 'state', 'database_id', 'refusals', 'deferrals', 'next_at'] as const

/** Locks unfinished issues. Changing an issue or its emails requires this lock, so processes don't conflict. */
export async function lockOpenIssues(tx: Db): Promise<OpenIssue[]> {
  return await tx
    .selectFrom('issues')
    .select(progressColumns)
    .where('finished_at', 'is', null)
    .orderBy('created_at')
    .orderBy('slug')
    .forUpdate()
    .execute()
}

export async function updateIssue(tx: Db, slug: string, changes: Partial<IssueRow>): Promise<void> {
  await tx.updateTable('issues').set(changes).where('slug', '=', slug).execute()
}

export async function countQueuedIssueEmails(db: Db): Promise<number> {
  const sending = db.selectFrom('issues').select('slug').where('state', '=', 'sending')
  return await countRows(db.selectFrom('outbox').where('batch', 'in', sending).where('state', '=', 'queued'))
}

/** Restarts the clock for issues being sent. Pauses scheduled issues that came due while the outbox was paused. */
export async function continueIssues(tx: Db, now: number): Promise<void> {
  const missed = { state: 'paused', paused_because: 'the outbox was paused at the scheduled time' } as const
  await tx.updateTable('issues').set(missed).where('state', '=', 'scheduled').where('next_at', '<=', now).execute()
  const late = tx.updateTable('issues').set({ next_at: now }).where('state', '=', 'sending')
  await late.where('next_at', '<', now).execute()
}

/** Pauses issues in a copy of the database. The original might still be sending them. */
export async function pauseInCopy(copy: Db, because: string): Promise<void> {
  const paused_because = `this is ${because}, and the original might have sent these emails already`
  const paused = copy.updateTable('issues').set({ state: 'paused', paused_because })
  await paused.where('state', 'in', ['sending', 'scheduled']).execute()
}

/** Lets a moved database's issues continue. */
export async function moveIssues(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('issues').set({ database_id: to }).where('database_id', '=', from).execute()
}

export async function deleteIssue(tx: Db, slug: string): Promise<void> {
  await tx.deleteFrom('issues').where('slug', '=', slug).execute()
}

/** Deletes a scheduled issue. @returns its scheduled time, or undefined if it isn't scheduled */
export async function deleteScheduled(tx: Db, slug: string): Promise<number | undefined> {
  const scheduled = tx.deleteFrom('issues').where('slug', '=', slug).where('state', '=', 'scheduled')
  return (await scheduled.returning('next_at').executeTakeFirst())?.next_at
}

export async function findDraft(db: Db, slug: string): Promise<IssueDraftRow> {
  const draft = await db.selectFrom('issue_drafts').selectAll().where('slug', '=', slug).executeTakeFirst()
  return draft ?? { slug, subject: null, preview: null, tested_at: null }
}

export async function saveDraft(tx: Db, draft: Pick<IssueDraftRow, 'slug'> & Partial<IssueDraftRow>): Promise<void> {
  const drafts = tx.insertInto('issue_drafts').values({ subject: null, preview: null, tested_at: null, ...draft })
  await drafts.onConflict((conflict) => conflict.column('slug').doUpdateSet(draft)).execute()
}

/** Finds the sender of the first confirmation email, which is the sender subscribers know before the first issue. */
export async function findFirstSender(db: Db): Promise<EmailAddress | undefined> {
  const sender = db.selectFrom('outbox').select(['from_name as name', 'from_address as address'])
  return await sender
    .where('batch', 'is', null)
    .where('kind', '=', 'newsletter-confirmation')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

export async function queueEmails(tx: Db, slug: string, createdAt: number): Promise<number> {
  return await queueBatch(tx, { batch: slug, kind: 'issue', createdAt }, confirmed(tx))
}

export async function countConfirmed(db: Db): Promise<number> {
  return await countRows(db.selectFrom('subscribers').where('state', '=', 'confirmed'))
}

function confirmed(db: Db) {
  return db.selectFrom('subscribers').select('id').where('state', '=', 'confirmed')
}

export const retryableStates = ['failed', 'unknown'] as const
export type Retry = { states: readonly (typeof retryableStates)[number][]; ids?: readonly string[] | undefined }

/** Selects failed and unknown emails to people who are still on the list. */
export function retryable(db: Db, issue: string, { states, ids }: Retry): EmailFilter {
  return (eb) => {
    const conditions = [
      eb.or(states.map((state) => inBatchWithState(issue, state)(eb))),
      eb('recipient', 'in', confirmed(db)),
    ]
    if (ids !== undefined) conditions.push(eb('recipient', 'in', ids))
    return eb.and(conditions)
  }
}

export async function findRetryable(db: Db, issue: string, retry: Retry, emailKeys: readonly string[]) {
  const recipients = db
    .selectFrom('outbox')
    .select('recipient')
    .where(retryable(db, issue, retry))
  const rows = await db
    .selectFrom('subscribers')
    .select(['id', 'email_key'])
    .where('email_key', 'in', emailKeys)
    .where('id', 'in', recipients)
    .execute()
  return new Map(rows.map(({ id, email_key }) => [email_key, id]))
}
