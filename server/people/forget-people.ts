import type { Kysely } from 'kysely'
import type { TableName, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/stored-rows.ts'
import { emailKey } from '../../platform/email/email-address.ts'
import { emailFolder, removeEmailFiles } from '../../platform/email/mailer.ts'
import type { EmailComposers } from '../../platform/email/outbox-store.ts'
import { forgetMailboxUses } from '../../platform/email/recipient-limits.ts'
import type { Environment } from '../../platform/environment.ts'
import { removeWorkspace } from '../../platform/workspace.ts'
import { type CallToCome, findCallsToCome } from '../calls/store.ts'
import { deleteLeads } from '../leads/lead.repository.ts'
import { forgetSubscriber } from '../newsletter/subscribers.ts'
import { eraseEmailFiles, waitForEmailsUnderWay } from './erase-email-files.ts'
import { eraseWords, referenceIn } from './erase-words.ts'
import { createPersonMatcher } from './person-matcher.ts'

/** Addresses of people, and references of single requests. */
export type Whom = { emails: readonly string[]; references: readonly string[] }

/** @returns the first that is one of the studio's own, which are in every mail of the site */
export function findOwn(
  emails: readonly string[],
  { mailFrom, leadsTo }: Pick<Environment, 'mailFrom' | 'leadsTo'>,
  studio: { email: string } | undefined,
): string | undefined {
  const keys = [studio?.email, mailFrom?.address, leadsTo?.address].map((each = '') => emailKey(each))
  return emails.find((email) => keys.includes(emailKey(email)))
}

type ForgetDeps = {
  database: Database
  environment: Pick<Environment, 'dataDir' | 'smtpUrl'>
  composers: EmailComposers
  salt: string
  now: () => number
}

/** They may be writing at this very moment; who goes on for longer than this is forgotten by the next call. */
const maxRounds = 5

/** Broken off anywhere, the next call does the rest. */
export async function forgetPeople(deps: ForgetDeps, whom: Whom) {
  const { database, environment, composers, now } = deps
  const person = createPersonMatcher([...whom.emails, ...whom.references])
  const folder = emailFolder(environment.dataDir)
  /** `otherRows` are other people's that named them, and do so no more. */
  const found = { leads: 0, subscriptions: 0, emails: 0, files: 0, otherRows: 0 }
  /** They were still to come, and are off the calendar. */
  const calls: CallToCome[] = []
  const references = new Set<string>()
  let isWrittenAnew = true
  for (let round = 0; round < maxRounds && isWrittenAnew; round++) {
    if (environment.smtpUrl === undefined) await waitForEmailsUnderWay(database, now())
    const deleted = await database.write((tx) => deleteTheirs(tx, deps, whom, folder))
    const words = await eraseWords(database, person, belongsTo(whom))
    calls.push(...deleted.calls)
    found.leads += deleted.leads
    found.subscriptions += deleted.subscriptions
    found.emails += deleted.emails
    found.files += deleted.files
    found.otherRows += words.rows
    for (const reference of words.references) references.add(reference)
    isWrittenAnew = words.newRows > 0
  }
  if (environment.smtpUrl === undefined) await waitForEmailsUnderWay(database, now())
  found.files += await eraseEmailFiles(database, composers, folder, person)
  // A backup that was killed leaves its copy here.
  await removeWorkspace(environment.dataDir)
  await database.scrub()
  return { ...found, calls, mentionedIn: await existing(database.db, [...references]), isWrittenAnew }
}

async function deleteTheirs(tx: Kysely<Tables>, { salt, now }: ForgetDeps, whom: Whom, folder: string) {
  const byReference = whom.references.map((reference) => ({ reference }))
  const byAddress = whom.emails.map((email) => ({ email_key: emailKey(email) }))
  const emailIds: string[] = []
  const calls: CallToCome[] = []
  let leads = 0
  let subscriptions = 0
  // The requests first, as whoever takes one: else PostgreSQL would end one of the two.
  for (const these of [...byReference, ...byAddress]) {
    calls.push(...(await findCallsToCome(tx, these, now())))
    const deleted = await deleteLeads(tx, these)
    leads += deleted.leads
    emailIds.push(...deleted.emailIds)
  }
  for (const email of whom.emails) {
    await forgetMailboxUses(tx, email, salt)
    const subscriber = await forgetSubscriber(tx, email, { salt, now: now() })
    subscriptions += subscriber.subscriptions
    emailIds.push(...subscriber.emailIds)
  }
  // Before the commit: afterwards nobody knows which files they were, should the power go.
  const files = await removeEmailFiles(folder, emailIds)
  return { calls, leads, subscriptions, emails: emailIds.length, files }
}

async function existing(db: Kysely<Tables>, references: readonly string[]): Promise<string[]> {
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
