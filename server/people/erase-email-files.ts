import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { type Database, StorageError } from '../../platform/db/database.ts'
import { createFileMailer, emailIdOf } from '../../platform/email/mailer.ts'
import { type EmailComposers, readEmail } from '../../platform/email/outbox-store.ts'
import type { PersonMatcher } from './person-matcher.ts'

/** A file that names the person is written anew from its row, or removed where it has none. @throws StorageError */
export async function eraseEmailFiles(
  database: Database,
  composers: EmailComposers,
  folder: string,
  person: PersonMatcher,
): Promise<number> {
  const mailer = createFileMailer(folder)
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    if (!(await isNamedIn(file, person))) continue
    const id = name.endsWith('.eml') ? emailIdOf(name) : undefined
    const email = id === undefined ? undefined : await readEmail(database.db, id, composers)
    // It takes the place of the file at once: a mail that is not this person's must not get lost on the way.
    if (email?.state === 'sent') await mailer.send(email, new AbortController().signal)
    if (!(await isNamedIn(file, person))) continue
    await rm(file, { force: true }).catch((error: unknown) => {
      throw new StorageError(`${file} cannot be removed: ${error instanceof Error ? error.message : error}`, error)
    })
    removed += 1
  }
  return removed
}

/** As it stands, and as its reader sees it: headers and bodies are encoded (RFC 2045, RFC 2047). */
async function isNamedIn(file: string, person: PersonMatcher): Promise<boolean> {
  const content = await readFile(file).catch(() => undefined)
  if (content === undefined) return false
  if (person.isIn(content.toString('utf8'))) return true
  const { subject, from, replyTo, to, text, html } = await PostalMime.parse(content)
  return person.isIn(JSON.stringify([subject, from, replyTo, to, text, html]))
}

const maxWaitMs = 5_000
const pollMs = 20

/** A running site may write files of mails that it has read before. No longer: a claim may outlive its process. */
export async function waitForEmailsUnderWay(database: Database, now: number): Promise<void> {
  const atFirst = await emailsUnderWay(database, now)
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
    const left = await emailsUnderWay(database, now)
    if (![...atFirst].some((claim) => left.has(claim))) return
    await delay(pollMs)
  }
}

/** A claim's end tells it from a later one on the same mail. */
async function emailsUnderWay({ db }: Database, now: number): Promise<Set<string>> {
  const emails = await db
    .selectFrom('outbox')
    .select(['id', 'due_at'])
    .where('state', '=', 'sending')
    .where('due_at', '>', now)
    .execute()
  const issueEmails = await db
    .selectFrom('issue_mails')
    .select(['issue', 'subscriber_id', 'due_at'])
    .where('state', '=', 'sending')
    .where('due_at', '>', now)
    .execute()
  return new Set([...emails, ...issueEmails].map((claim) => JSON.stringify(claim)))
}
