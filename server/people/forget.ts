import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import type { Db, TableName } from '../../migrations/tables.ts'
import { type Database, reasonOf, StorageError } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import { readEmail } from '../../platform/email/outbox/store.ts'
import { createFileMailer, emailFolder, emailIdOf, removeEmailFiles } from '../../platform/email/smtp/mailer.ts'
import type { Environment } from '../../platform/environment.ts'
import { forgetMailboxUses } from '../../platform/limits/email-limits.ts'
import { removeWorkspace } from '../../platform/workspace.ts'
import { findUpcomingCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { deleteLeads } from '../leads/store.ts'
import { forgetSubscriber } from '../newsletter/subscribers.ts'
import { createPersonMatcher, eraseMentions, type PersonMatcher, referenceIn } from './erase-mentions.ts'

/** People by email address, and single leads by reference. */
export type ErasureTarget = { emails: readonly string[]; references: readonly string[] }

/** Finds a studio address among these. Every email contains the studio's addresses, so the owner can't erase them. */
export function findStudioAddress(
  emails: readonly string[],
  { mailFrom, leadsTo }: Environment,
  studio: { email: string } | undefined,
): string | undefined {
  const keys = [studio?.email, mailFrom?.address, leadsTo?.address].map((address = '') => emailKey(address))
  return emails.find((email) => keys.includes(emailKey(email)))
}

/** New data can arrive while this runs. If it keeps arriving, the next call erases it. */
const maxRounds = 5

/** Erases people everywhere. After an interruption, the next call does the rest. */
export async function forgetPeople(context: Context, target: ErasureTarget) {
  const { database, environment } = context
  const person = createPersonMatcher([...target.emails, ...target.references])
  const rounds: (Awaited<ReturnType<typeof deleteTheirs>> & Awaited<ReturnType<typeof eraseMentions>>)[] = []
  const isWrittenAnew = () => rounds.at(-1)?.newRows !== 0
  while (isWrittenAnew() && rounds.length < maxRounds) {
    await waitForEmailsInProgress(context)
    const deleted = await database.write((tx) => deleteTheirs(tx, context, target))
    const erased = await eraseMentions(database, person, belongsTo(target))
    rounds.push({ ...deleted, ...erased })
  }
  await waitForEmailsInProgress(context)
  const files = await eraseEmailFiles(context, person)
  // A killed backup leaves a copy of the database.
  await removeWorkspace(environment.dataDir)
  await database.scrub()
  const total = (name: 'leads' | 'subscriptions' | 'emails' | 'files' | 'rows') =>
    rounds.reduce((sum, round) => sum + round[name], 0)
  return {
    leads: total('leads'),
    subscriptions: total('subscriptions'),
    emails: total('emails'),
    files: total('files') + files,
    /** Other people's rows that mentioned them. */
    otherRows: total('rows'),
    calls: rounds.flatMap(({ calls }) => calls),
    mentionedIn: await existingLeads(database.db, [...new Set(rounds.flatMap(({ references }) => references))]),
    isWrittenAnew: isWrittenAnew(),
  }
}

async function deleteTheirs(tx: Db, { environment, salt, now }: Context, { emails, references }: ErasureTarget) {
  const byReference = references.map((reference) => ({ reference }))
  const byAddress = emails.map((email) => ({ email_key: emailKey(email) }))
  const emailIds: string[] = []
  const calls: Awaited<ReturnType<typeof findUpcomingCalls>> = []
  let leads = 0
  let subscriptions = 0
  // Delete leads first, like storing them. Another order could deadlock on PostgreSQL.
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
  // Delete files before the commit: after a crash, nothing would remember their names.
  const files = await removeEmailFiles(emailFolder(environment.dataDir), emailIds)
  return { calls, leads, subscriptions, emails: emailIds.length, files }
}

async function existingLeads(db: Db, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const leads = await db.selectFrom('leads').select('reference').where('reference', 'in', references).execute()
  return leads.map(({ reference }) => reference).toSorted()
}

function belongsTo({ emails, references }: ErasureTarget) {
  const keys = emails.map(emailKey)
  return (table: TableName, row: Row): boolean => {
    const address = table === 'outbox' ? emailKey(String(row['to_address'])) : String(row['email_key'])
    return keys.includes(address) || references.includes(referenceIn(table, row) ?? '')
  }
}

/** Rewrites or removes email files that mention the person. @returns how many it removed @throws StorageError */
async function eraseEmailFiles(context: Context, person: PersonMatcher): Promise<number> {
  const { database, environment, renderEmail } = context
  const folder = emailFolder(environment.dataDir)
  const mailer = createFileMailer(folder)
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    if (!(await isMentionedIn(file, person))) continue
    const id = name.endsWith('.eml') ? emailIdOf(name) : undefined
    const email = id === undefined ? undefined : await readEmail(database.db, id, renderEmail)
    // Rewrites the file, without the person: the email could be to someone else.
    if (email?.state === 'sent') await mailer.send(email, new AbortController().signal)
    if (!(await isMentionedIn(file, person))) continue
    await rm(file, { force: true }).catch((error: unknown) => {
      throw new StorageError(`Couldn’t remove ${file}: ${reasonOf(error)}`, error)
    })
    removed += 1
  }
  return removed
}

/** Whether the file mentions the person, raw or decoded (RFC 2045, RFC 2047). */
async function isMentionedIn(file: string, person: PersonMatcher): Promise<boolean> {
  const content = await readFile(file).catch(() => undefined)
  if (content === undefined) return false
  if (person.isIn(content.toString('utf8'))) return true
  const { subject, from, replyTo, to, text, html } = await PostalMime.parse(content)
  return person.isIn(JSON.stringify([subject, from, replyTo, to, text, html]))
}

const maxWaitMs = 5_000
const pollMs = 20

/** A running site can still write emails it has claimed. The wait is limited: a claim can outlive its process. */
async function waitForEmailsInProgress({ database, environment, now }: Context): Promise<void> {
  if (environment.smtpUrl !== undefined) return
  const earlierClaims = await claimsInProgress(database, now())
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
    const claims = await claimsInProgress(database, now())
    if (!earlierClaims.some((claim) => claims.includes(claim))) return
    await delay(pollMs)
  }
}

async function claimsInProgress({ db }: Database, now: number): Promise<string[]> {
  const sending = db.selectFrom('outbox').select(['id', 'due_at']).where('state', '=', sql.lit('sending'))
  return (await sending.where('due_at', '>', now).execute()).map((claim) => JSON.stringify(claim))
}
