import type { Kysely } from 'kysely'
import type { TableName, Tables } from '../migrations/tables.ts'
import type { Desk } from '../src/desk.ts'
import { deleteLeads } from '../src/features/leads/lead.repository.ts'
import { forgetReader } from '../src/features/newsletter/readers.service.ts'
import { eraseMailFiles } from '../src/features/privacy/erase-mail-files.ts'
import { type ErasedWords, eraseWords } from '../src/features/privacy/erase-words.ts'
import { forgetPerson } from '../src/features/privacy/forget-person.ts'
import { waitForMailsUnderWay } from '../src/features/privacy/mails-under-way.ts'
import type { Trace } from '../src/features/privacy/trace.ts'
import { emailKey } from '../src/lib/mail/email-key.ts'
import { removeWorkspaces } from '../src/server/backup/workspace.ts'
import type { Row } from '../src/server/db/stored-rows.ts'
import { removeMailFiles } from '../src/server/mail/file-mailer.ts'
import { mailFolder } from '../src/server/mail/mailer.ts'

/** Whom to forget: people by their addresses, requests by their references. */
export type Whom = { emails: readonly string[]; references: readonly string[] }

export type Forgotten = Pick<ErasedWords, 'lookalikes'> & {
  requests: number
  subscriptions: number
  mails: number
  files: number
  /** Rows of other people's that named them, and do so no more. */
  otherRows: number
  /** The requests among those. */
  mentionedIn: string[]
  /** Whether rows of theirs were still coming in at the end. */
  isWrittenAnew: boolean
}

/** They may be writing at this very moment; who goes on for longer than this is forgotten by the next call. */
const mostRounds = 5

/**
 * Deletes what is theirs, takes them out of everybody else's words, and rewrites the database without what was there. Broken
 * off anywhere, the next call does the rest.
 */
export async function forgetEverywhere(app: Desk, whom: Whom, trace: Trace): Promise<Forgotten> {
  const { database, environment, composers, now } = app
  const folder = mailFolder(environment.dataDir)
  const found = { requests: 0, subscriptions: 0, mails: 0, files: 0, otherRows: 0 }
  const references = new Set<string>()
  let words: ErasedWords | undefined
  for (let round = 0; round < mostRounds && words?.newRows !== 0; round++) {
    if (environment.smtpUrl === undefined) await waitForMailsUnderWay(database, now())
    const deleted = await deleteTheirs(app, whom, folder)
    words = await eraseWords(database, trace, belongsTo(whom))
    found.requests += deleted.requests
    found.subscriptions += deleted.subscriptions
    found.mails += deleted.mails
    found.files += deleted.files
    found.otherRows += words.rows
    for (const reference of words.references) references.add(reference)
  }
  if (environment.smtpUrl === undefined) await waitForMailsUnderWay(database, now())
  found.files += (await eraseMailFiles(database, composers, folder, trace)).removed
  // A backup that was killed leaves its copy here.
  await removeWorkspaces(environment.dataDir)
  await database.scrub()
  return {
    ...found,
    mentionedIn: await existing(database.db, [...references]),
    lookalikes: words?.lookalikes ?? [],
    isWrittenAnew: words?.newRows !== 0,
  }
}

async function deleteTheirs({ database, salt, now }: Desk, whom: Whom, folder: string) {
  return await database.write(async (tx) => {
    const mailIds: string[] = []
    let requests = 0
    let subscriptions = 0
    for (const reference of whom.references) {
      const request = await deleteLeads(tx, { reference })
      requests += request.leads
      mailIds.push(...request.mailIds)
    }
    for (const email of whom.emails) {
      const person = await forgetPerson(tx, email, salt)
      const reader = await forgetReader(tx, email, { salt, now: now() })
      requests += person.leads
      subscriptions += reader.subscriptions
      mailIds.push(...person.mailIds, ...reader.mailIds)
    }
    // Before the commit: afterwards nobody knows which files they were, should the power go.
    const files = await removeMailFiles(folder, mailIds)
    return { requests, subscriptions, mails: mailIds.length, files }
  })
}

/** Without the requests that were deleted in a later round. */
async function existing(db: Kysely<Tables>, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const leads = await db.selectFrom('leads').select('reference').where('reference', 'in', references).execute()
  return leads.map(({ reference }) => reference).toSorted()
}

function belongsTo({ emails, references }: Whom) {
  const keys = new Set(emails.map(emailKey))
  const has = (set: { has(text: string): boolean }, value: unknown) => typeof value === 'string' && set.has(value)
  const requests = new Set(references)
  return (table: TableName, row: Row): boolean => {
    if (table === 'leads') return has(keys, row['email_key']) || has(requests, row['reference'])
    if (table === 'subscribers') return has(keys, row['email_key'])
    if (table !== 'outbox') return false
    return keys.has(emailKey(String(row['to_address']))) || has(requests, row['about'])
  }
}
