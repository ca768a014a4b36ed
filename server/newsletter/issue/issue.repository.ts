import type { Kysely } from 'kysely'
import type { IssueRow, Tables } from '../../../migrations/tables.ts'
import type { Database } from '../../../platform/db/database.ts'
import { countRows } from '../../../platform/db/stored-rows.ts'
import type { MailAddress } from '../../../platform/email/mail-address.ts'
import { confirmationKind } from '../newsletter.email.ts'

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

/** With `lockOn`, PostgreSQL locks it until the transaction ends; SQLite has one writer anyway. */
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

/** Whoever changes an issue or the state of its mails locks it, so that several processes take turns. */
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

export async function countHeldLetters(db: Db): Promise<number> {
  const queued = db.selectFrom('issue_mails').where('issue_mails.state', '=', 'queued')
  return await countRows(queued.innerJoin('issues', 'issues.slug', 'issue').where('issues.state', '=', 'sending'))
}

/** Readers may get the issue from the original meanwhile, which the copy does not know. */
export async function pauseInCopy(copy: Db, because: string): Promise<void> {
  const paused_because = `this is ${because}: readers who wait here may have it by now`
  await copy.updateTable('issues').set({ state: 'paused', paused_because }).where('state', '=', 'sending').execute()
}

export async function deleteIssue(tx: Db, slug: string): Promise<void> {
  await tx.deleteFrom('issues').where('slug', '=', slug).execute()
}

/** The sender that the readers know: the last issue's, or the first confirmation's. */
export async function findKnownSender(db: Kysely<Tables>): Promise<MailAddress | undefined> {
  const sender = ['from_name as name', 'from_address as address'] as const
  const issue = db.selectFrom('issues').select(sender).where('state', '!=', 'cancelled').orderBy('created_at', 'desc')
  const mail = db.selectFrom('outbox').select(sender).where('kind', '=', confirmationKind).orderBy('created_at')
  return (await issue.limit(1).executeTakeFirst()) ?? (await mail.limit(1).executeTakeFirst())
}
