import type { Db, TableName } from '../../migrations/tables.ts'
import type { Row } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import { emailFolder, removeEmailFiles } from '../../platform/email/smtp/mailer.ts'
import { forgetMailboxUses } from '../../platform/limits/email-limits.ts'
import { removeWorkspace } from '../../platform/workspace.ts'
import { findUpcomingCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { deleteLeads } from '../leads/store.ts'
import { forgetSubscriber } from '../newsletter/remove-subscriber.ts'
import { eraseEmailFiles, waitForEmailFiles } from './erase-email-files.ts'
import { type ErasedMentions, eraseMentions, referenceIn } from './erase-mentions.ts'
import { createPersonMatcher } from './person-matcher.ts'

/** Selects people by email address, and single leads by reference. */
export type ErasureTarget = { emails: readonly string[]; references: readonly string[] }

type UpcomingCalls = Awaited<ReturnType<typeof findUpcomingCalls>>

/** The people's own data that was deleted. `calls`: only calls that hadn't started. */
type DeletedData = { calls: UpcomingCalls; leads: number; subscriptions: number; emails: number; files: number }

/** The result of a round, which deletes the people's own data, then erases mentions of them elsewhere. */
type Round = DeletedData & ErasedMentions

/** New data can arrive during a round. If that still happens in the last round, the owner has to run this again. */
const maxRounds = 5

/** Erases people everywhere. If interrupted, the next call erases the rest. */
export async function forgetPeople(context: Context, target: ErasureTarget) {
  const { database, environment } = context
  const person = createPersonMatcher([...target.emails, ...target.references])
  const rounds: Round[] = []
  let hasNewData = true
  while (hasNewData && rounds.length < maxRounds) {
    await waitForEmailFiles(context)
    const deleted = await database.write((tx) => deleteOwnData(tx, context, target))
    const erased = await eraseMentions(database, person, (table, row) => isOwnRow(table, row, target))
    rounds.push({ ...deleted, ...erased })
    hasNewData = erased.newRows > 0
  }
  await waitForEmailFiles(context)
  const files = await eraseEmailFiles(context, person)
  // Delete the database copy left behind by a killed backup.
  await removeWorkspace(environment.dataDir)
  await database.scrub()
  const total = (name: 'leads' | 'subscriptions' | 'emails' | 'files' | 'rows') =>
    rounds.reduce((sum, round) => sum + round[name], 0)
  const references = new Set(rounds.flatMap((round) => round.references))
  return {
    leads: total('leads'),
    subscriptions: total('subscriptions'),
    emails: total('emails'),
    files: total('files') + files,
    /** Number of other people's rows that mentioned them. */
    otherRows: total('rows'),
    calls: rounds.flatMap(({ calls }) => calls),
    mentionedIn: await existingLeads(database.db, [...references]),
    isWrittenAnew: hasNewData,
  }
}

async function deleteOwnData(
  tx: Db,
  { environment, salt, now }: Context,
  { emails, references }: ErasureTarget,
): Promise<DeletedData> {
  const byReference = references.map((reference) => ({ reference }))
  const byAddress = emails.map((email) => ({ email_key: emailKey(email) }))
  const emailIds: string[] = []
  const calls: UpcomingCalls = []
  let leads = 0
  let subscriptions = 0
  // Delete leads first, in the same order as storing does. Another order could deadlock on PostgreSQL.
  for (const selector of [...byReference, ...byAddress]) {
    calls.push(...(await findUpcomingCalls(tx, selector, now())))
    const deleted = await deleteLeads(tx, selector)
    leads += deleted.leads
    emailIds.push(...deleted.emailIds)
  }
  for (const email of emails) {
    await forgetMailboxUses(tx, email, salt)
    const deleted = await forgetSubscriber(tx, email, { salt, now: now() })
    subscriptions += deleted.subscriptions
    emailIds.push(...deleted.emailIds)
  }
  // Delete files before the commit. If this crashes, the rows still have the file names.
  const files = await removeEmailFiles(emailFolder(environment.dataDir), emailIds)
  return { calls, leads, subscriptions, emails: emailIds.length, files }
}

/** Whether a row belongs to the people, so deleting their own data deletes it. */
function isOwnRow(table: TableName, row: Row, { emails, references }: ErasureTarget): boolean {
  const address = table === 'outbox' ? emailKey(String(row['to_address'])) : String(row['email_key'])
  const reference = referenceIn(table, row)
  return (
    emails.some((email) => emailKey(email) === address) || (reference !== undefined && references.includes(reference))
  )
}

async function existingLeads(db: Db, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const leads = await db.selectFrom('leads').select('reference').where('reference', 'in', references).execute()
  return leads.map(({ reference }) => reference).toSorted()
}
