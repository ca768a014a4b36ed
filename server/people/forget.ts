import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import type { Db, TableName } from '../../migrations/tables.ts'
import { type Database, reasonOf, StorageError } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/address.ts'
import { type RenderEmail, readEmail } from '../../platform/email/outbox/store.ts'
import { createFileMailer, emailFolder, emailIdOf, removeEmailFiles } from '../../platform/email/smtp/mailer.ts'
import type { Environment } from '../../platform/environment.ts'
import { forgetMailboxUses } from '../../platform/limits/email-limits.ts'
import { removeWorkspace } from '../../platform/workspace.ts'
import { findUpcomingCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { deleteLeads } from '../leads/store.ts'
import { forgetSubscriber } from '../newsletter/subscribers.ts'
import { createPersonMatcher, eraseWords, type PersonMatcher, referenceIn } from './erase-words.ts'

/** Addresses of people, and references of single leads. */
export type Whom = { emails: readonly string[]; references: readonly string[] }

/** @returns the first address that is the studio's. Those are in every email, so they can't be erased. */
export function findOwn(
  emails: readonly string[],
  { mailFrom, leadsTo }: Environment,
  studio: { email: string } | undefined,
): string | undefined {
  const keys = [studio?.email, mailFrom?.address, leadsTo?.address].map((address = '') => emailKey(address))
  return emails.find((email) => keys.includes(emailKey(email)))
}

/** New data may arrive meanwhile. If it keeps arriving, the next call erases it. */
const maxRounds = 5

/** Erases people everywhere. After an interruption, the next call does the rest. */
export async function forgetPeople(context: Context, whom: Whom) {
  const { database, environment, renderEmail } = context
  const person = createPersonMatcher([...whom.emails, ...whom.references])
  const folder = emailFolder(environment.dataDir)
  const rounds: (Awaited<ReturnType<typeof deleteTheirs>> & Awaited<ReturnType<typeof eraseWords>>)[] = []
  const isWrittenAnew = () => rounds.at(-1)?.newRows !== 0
  while (isWrittenAnew() && rounds.length < maxRounds) {
    await waitForEmailsInProgress(context)
    const deleted = await database.write((tx) => deleteTheirs(tx, context, whom, folder))
    rounds.push({ ...deleted, ...(await eraseWords(database, person, belongsTo(whom))) })
  }
  await waitForEmailsInProgress(context)
  const files = await eraseEmailFiles(database, renderEmail, folder, person)
  // A killed backup leaves a copy of the database.
  await removeWorkspace(environment.dataDir)
  await database.scrub()
  const total = (of: (round: (typeof rounds)[number]) => number) => rounds.reduce((sum, round) => sum + of(round), 0)
  return {
    leads: total((round) => round.leads),
    subscriptions: total((round) => round.subscriptions),
    emails: total((round) => round.emails),
    files: total((round) => round.files) + files,
    /** Rows of other people, from which they were removed. */
    otherRows: total((round) => round.rows),
    calls: rounds.flatMap(({ calls }) => calls),
    mentionedIn: await existingLeads(database.db, [...new Set(rounds.flatMap(({ references }) => references))]),
    isWrittenAnew: isWrittenAnew(),
  }
}

async function deleteTheirs(tx: Db, { salt, now }: Context, whom: Whom, folder: string) {
  const byReference = whom.references.map((reference) => ({ reference }))
  const byAddress = whom.emails.map((email) => ({ email_key: emailKey(email) }))
  const emailIds: string[] = []
  const calls: Awaited<ReturnType<typeof findUpcomingCalls>> = []
  let [leads, subscriptions] = [0, 0]
  // Leads first, as when one is stored. Another order could deadlock on PostgreSQL.
  for (const selector of [...byReference, ...byAddress]) {
    calls.push(...(await findUpcomingCalls(tx, selector, now())))
    const deleted = await deleteLeads(tx, selector)
    leads += deleted.leads
    emailIds.push(...deleted.emailIds)
  }
  for (const email of whom.emails) {
    await forgetMailboxUses(tx, email, salt)
    const deleted = await forgetSubscriber(tx, email, { salt, now: now() })
    subscriptions += deleted.subscriptions
    emailIds.push(...deleted.emailIds)
  }
  // Before the commit, because after a power cut the files' names would be lost.
  const files = await removeEmailFiles(folder, emailIds)
  return { calls, leads, subscriptions, emails: emailIds.length, files }
}

async function existingLeads(db: Db, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const leads = await db.selectFrom('leads').select('reference').where('reference', 'in', references).execute()
  return leads.map(({ reference }) => reference).toSorted()
}

function belongsTo({ emails, references }: Whom) {
  const keys = emails.map(emailKey)
  return (table: TableName, row: Row): boolean => {
    const address = table === 'outbox' ? emailKey(String(row['to_address'])) : String(row['email_key'])
    return keys.includes(address) || references.includes(referenceIn(table, row) ?? '')
  }
}

/** Rewrites files that mention the person from their rows, or removes them. @throws StorageError */
async function eraseEmailFiles(
  database: Database,
  renderEmail: RenderEmail,
  folder: string,
  person: PersonMatcher,
): Promise<number> {
  const mailer = createFileMailer(folder)
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    if (!(await isMentionedIn(file, person))) continue
    const id = name.endsWith('.eml') ? emailIdOf(name) : undefined
    const email = id === undefined ? undefined : await readEmail(database.db, id, renderEmail)
    // Replaces the file, because the email may be to someone else.
    if (email?.state === 'sent') await mailer.send(email, new AbortController().signal)
    if (!(await isMentionedIn(file, person))) continue
    await rm(file, { force: true }).catch((error: unknown) => {
      throw new StorageError(`${file} can’t be removed: ${reasonOf(error)}`, error)
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

/** A running site may still write emails that it has claimed. The wait is limited, because a claim may outlive its process. */
async function waitForEmailsInProgress({ database, environment, now }: Context): Promise<void> {
  if (environment.smtpUrl !== undefined) return
  const atFirst = await claimsInProgress(database, now())
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
    const left = await claimsInProgress(database, now())
    if (!atFirst.some((claim) => left.includes(claim))) return
    await delay(pollMs)
  }
}

async function claimsInProgress({ db }: Database, now: number): Promise<string[]> {
  const sending = db.selectFrom('outbox').select(['id', 'due_at']).where('state', '=', sql.lit('sending'))
  return (await sending.where('due_at', '>', now).execute()).map((claim) => JSON.stringify(claim))
}
