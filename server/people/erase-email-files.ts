import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { type Database, reasonOf, StorageError } from '../../platform/db/database.ts'
import { readEmail } from '../../platform/email/outbox/store.ts'
import { createFileMailer, emailFolder, emailIdOf } from '../../platform/email/smtp/mailer.ts'
import type { Context } from '../context.ts'
import type { PersonMatcher } from './person-matcher.ts'

/** The file mailer ignores its signal. Writing a file takes milliseconds, so there's nothing to abort. */
const unusedSignal = new AbortController().signal

/**
 * Rewrites or removes the email files of a site without SMTP that mention the person.
 * @returns how many it removed @throws StorageError if it couldn't check or remove a file
 */
export async function eraseEmailFiles(context: Context, person: PersonMatcher): Promise<number> {
  const { database, environment, renderEmail } = context
  const folder = emailFolder(environment.dataDir)
  const mailer = createFileMailer(folder)
  let removed = 0
  const names = await readdir(folder).catch((error: unknown) => throwUnlessMissing(folder, error))
  for (const name of names ?? []) {
    const file = join(folder, name)
    if (!(await isMentionedIn(file, person))) continue
    const id = name.endsWith('.eml') ? emailIdOf(name) : undefined
    const email = id === undefined ? undefined : await readEmail(database.db, id, renderEmail)
    // The email could be to someone else, so write it again from its row, which no longer mentions the person.
    if (email?.state === 'sent') await mailer.send(email, unusedSignal)
    if (!(await isMentionedIn(file, person))) continue
    await rm(file, { force: true }).catch((error: unknown) => {
      throw new StorageError(`Couldn’t remove ${file}: ${reasonOf(error)}`, error)
    })
    removed += 1
  }
  return removed
}

/** Whether an email file mentions the person, raw or decoded (RFC 2045, RFC 2047). */
async function isMentionedIn(file: string, person: PersonMatcher): Promise<boolean> {
  const content = await readFile(file).catch((error: unknown) => throwUnlessMissing(file, error))
  if (content === undefined) return false
  if (person.isIn(content.toString('utf8'))) return true
  const { subject, from, replyTo, to, text, html } = await PostalMime.parse(content)
  return person.isIn(JSON.stringify([subject, from, replyTo, to, text, html]))
}

/** A missing path doesn't mention anyone. An unreadable path might, so it stops the erasure. @throws StorageError */
function throwUnlessMissing(path: string, error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw new StorageError(`Couldn’t read ${path}: ${reasonOf(error)}`, error)
}

/** Writing a file takes milliseconds. A longer claim belongs to a process that died, and expires within 2 minutes. */
const maxWaitMs = 5_000
const pollMs = 20

/**
 * Waits until a running site has written the files of the emails it's sending now.
 * @throws StorageError if that takes longer than `maxWaitMs`
 */
export async function waitForEmailFiles({ database, environment, now }: Context): Promise<void> {
  if (environment.smtpUrl !== undefined) return
  const earlierClaims = await claimsInProgress(database, now())
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
    const claims = await claimsInProgress(database, now())
    if (!earlierClaims.some((claim) => claims.includes(claim))) return
    await delay(pollMs)
  }
  throw new StorageError(
    'An email is still being written to a file, so the erasure isn’t complete. Try again in 2 minutes.',
  )
}

/** Keys of emails being sent. They include the end of the claim, so a retry has a different key. */
async function claimsInProgress({ db }: Database, now: number): Promise<string[]> {
  const sending = db.selectFrom('outbox').select(['id', 'due_at']).where('state', '=', sql.lit('sending'))
  const claims = await sending.where('due_at', '>', now).execute()
  return claims.map(({ id, due_at }) => `${id} ${due_at}`)
}
