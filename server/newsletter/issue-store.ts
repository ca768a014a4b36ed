import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { EmailState, IssueEmailRow, IssueRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import type { settlementOf } from '../../platform/email/outbox-store.ts'
import { isNotPaused } from '../../platform/email/pause.ts'
import { claimMs } from '../../platform/email/send-loop.ts'
import { confirmationKind } from './links.ts'

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

/** All issues, newest first, without their texts. */
export async function listIssues(db: Db) {
  return await db
    .selectFrom('issues')
    .select(['slug', 'subject', 'from_name as name', 'from_address as address', 'subscribers', 'state'])
    .select(['paused_because', 'created_at', 'finished_at', 'database_id'])
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute()
}

export async function hasOpenIssue(db: Db): Promise<boolean> {
  return (await countRows(db.selectFrom('issues').where('finished_at', 'is', null))) > 0
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

/** Pauses issues in a copy of the database, which can't know whom the original sends them to. */
export async function pauseInCopy(copy: Db, because: string): Promise<void> {
  const paused_because = `this is ${because}, so people who are waiting here may already have it`
  await copy.updateTable('issues').set({ state: 'paused', paused_because }).where('state', '=', 'sending').execute()
}

export async function deleteIssue(tx: Db, slug: string): Promise<void> {
  await tx.deleteFrom('issues').where('slug', '=', slug).execute()
}

/** The sender that subscribers know if there is no issue yet, from the first confirmation. */
export async function findFirstSender(db: Db): Promise<EmailAddress | undefined> {
  const sender = db.selectFrom('outbox').select(['from_name as name', 'from_address as address'])
  return await sender.where('kind', '=', confirmationKind).orderBy('created_at').limit(1).executeTakeFirst()
}

/** Queues an email for each confirmed subscriber. @returns their number */
export async function queueEmails(tx: Db, slug: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into issue_emails (issue, subscriber_id, state, attempts, due_at)
    select cast(${slug} as text), id, 'queued', 0, 0 from subscribers where state = 'confirmed' order by id`.execute(tx)
  return Number(numAffectedRows)
}

export type ClaimedIssueEmail = {
  issue: IssueRow
  subscriberId: string
  address: string
  attempts: number
  claimedAt: number
}

/** Marks the first due email as being sent. Drops those to people who have left. */
export async function claimIssueEmail(tx: Db, issue: IssueRow, now: number): Promise<ClaimedIssueEmail | undefined> {
  for (;;) {
    const due = await tx
      .selectFrom('issue_emails')
      .leftJoin('subscribers', 'subscribers.id', 'subscriber_id')
      .select(['subscriber_id as subscriberId', 'email as address', 'subscribers.state as state'])
      .where('issue', '=', issue.slug)
      .where('issue_emails.state', '=', 'queued')
      .where('due_at', '<=', now)
      .where(isNotPaused)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (due === undefined) return undefined
    const { subscriberId, address, state } = due
    if (state !== 'confirmed' || address === null) {
      await dropQueuedEmails(tx, issue.slug, { areGone: true })
      continue
    }
    // By primary key only: with more conditions SQLite scans the whole queue by its state index. The issue is locked.
    const { attempts } = await tx
      .updateTable('issue_emails')
      .set((eb) => ({ state: 'sending', due_at: now + claimMs, attempts: eb('attempts', '+', 1) }))
      .where('issue', '=', issue.slug)
      .where('subscriber_id', '=', subscriberId)
      .returning('attempts')
      .executeTakeFirstOrThrow()
    return { issue, subscriberId, address, attempts, claimedAt: now }
  }
}

type Where = (eb: ExpressionBuilder<Tables, 'issue_emails'>) => Expression<SqlBool>

const toConfirmed: Where = (eb) =>
  eb('subscriber_id', 'in', eb.selectFrom('subscribers').select('id').where('state', '=', 'confirmed'))

/** Retried emails that may have arrived become unknown again. @param areGone only those to people who have left */
export async function dropQueuedEmails(tx: Db, issue: string, { areGone = false } = {}): Promise<number> {
  const queued: Where = (eb) =>
    eb.and([eb('issue', '=', issue), eb('state', '=', 'queued'), ...(areGone ? [eb.not(toConfirmed(eb))] : [])])
  await tx
    .updateTable('issue_emails')
    .set((eb) => ({ state: 'unknown', due_at: eb.ref('sent_at').$notNull() }))
    .where(queued)
    .where('sent_at', 'is not', null)
    .execute()
  return Number((await tx.deleteFrom('issue_emails').where(queued).executeTakeFirst()).numDeletedRows)
}

export async function deleteQueuedIssueEmails(tx: Db, subscriberId: string): Promise<void> {
  await tx.deleteFrom('issue_emails').where('subscriber_id', '=', subscriberId).where('state', '=', 'queued').execute()
}

type Settlement = Omit<ReturnType<typeof settlementOf>, 'due_at'> & Pick<IssueEmailRow, 'due_at'>

/** Does nothing if the email has a newer claim. Corrects the `unknown` of an expired claim, but never reopens an issue. */
export async function settleEmail(tx: Db, email: ClaimedIssueEmail, settlement: Settlement, isIssueOpen: boolean) {
  const states: EmailState[] = isIssueOpen || settlement.state !== 'queued' ? ['sending', 'unknown'] : ['sending']
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

/** Gives up emails that a dead process left behind. `due_at` stays, in case the result still arrives. */
export async function expireClaims(tx: Db, issue: string, now: number): Promise<void> {
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

export async function hasEmailInTransit(db: Db, issue: string): Promise<boolean> {
  return (await countRows(inState(db, issue, 'sending'))) > 0
}

export function inState(db: Db, issue: string, state: EmailState) {
  return db.selectFrom('issue_emails').where('issue', '=', issue).where('state', '=', state)
}

export async function countEmails(db: Db, issue: string) {
  const counts = await countByState(db, (eb) => eb('issue', '=', issue))
  return { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count) }
}

async function countByState(db: Db, where: Where): Promise<Record<EmailState, number>> {
  const rows = await db
    .selectFrom('issue_emails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where(where)
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  return { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, ...counts }
}

export const retryableStates = ['failed', 'unknown'] as const
export type Retry = { states: readonly (typeof retryableStates)[number][]; ids?: readonly string[] | undefined }

/** Counts emails that can be sent again, to people still on the list. */
function retryable(issue: string, { states, ids }: Retry): Where {
  return (eb) =>
    eb.and([
      eb('issue', '=', issue),
      eb('state', 'in', states),
      toConfirmed(eb),
      ...(ids === undefined ? [] : [eb('subscriber_id', 'in', ids)]),
    ])
}

export async function countRetryable(db: Db, issue: string, retry: Retry) {
  const { failed, unknown } = await countByState(db, retryable(issue, retry))
  return { failed, unknown }
}

/** The ids of subscribers by the keys of their addresses. */
export async function findRetryable(db: Db, issue: string, retry: Retry, emailKeys: readonly string[]) {
  const rows = await db
    .selectFrom('subscribers')
    .select(['id', 'email_key'])
    .where('email_key', 'in', emailKeys)
    .where('id', 'in', (eb) => eb.selectFrom('issue_emails').select('subscriber_id').where(retryable(issue, retry)))
    .execute()
  return new Map(rows.map(({ id, email_key }) => [email_key, id]))
}

export async function requeueEmails(tx: Db, issue: string, retry: Retry): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('issue_emails')
    .set((eb) => ({
      state: 'queued',
      attempts: 0,
      due_at: 0,
      sent_at: eb.case().when('state', '=', 'unknown').then(eb.ref('due_at')).else(eb.ref('sent_at')).end(),
    }))
    .where(retryable(issue, retry))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
