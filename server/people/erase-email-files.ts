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

/**
 * Rewrites or removes email files that mention the person. Only sites without SMTP have such files.
 * @returns the number of removed files @throws StorageError
 */
export async function eraseEmailFiles(context: Context, person: PersonMatcher): Promise<number> {
  const { database, environment, renderEmail } = context
  const folder = emailFolder(environment.dataDir)
  const mailer = createFileMailer(folder)
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    if (!(await isMentionedIn(file, person))) continue
    const id = name.endsWith('.eml') ? emailIdOf(name) : undefined
    const email = id === undefined ? undefined : await readEmail(database.db, id, renderEmail)
    // If the email is to someone else, write it again from its row, which no longer mentions the person.
    if (email?.state === 'sent') await mailer.send(email, new AbortController().signal)
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
  const content = await readFile(file).catch(() => undefined)
  if (content === undefined) return false
  if (person.isIn(content.toString('utf8'))) return true
  const { subject, from, replyTo, to, text, html } = await PostalMime.parse(content)
  return person.isIn(JSON.stringify([subject, from, replyTo, to, text, html]))
}

/** Maximum time to wait for a claim. Writing a file needs milliseconds, so a longer claim means its process died. */
const maxWaitMs = 5_000
const pollMs = 20

/** Waits for a running site to write the files of emails it's currently sending. */
export async function waitForEmailFiles({ database, environment, now }: Context): Promise<void> {
  if (environment.smtpUrl !== undefined) return
  const earlierClaims = await claimsInProgress(database, now())
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollMs) {
    const claims = await claimsInProgress(database, now())
    if (!earlierClaims.some((claim) => claims.includes(claim))) return
    await delay(pollMs)
  }
}

/** Keys of emails being sent. They include the end of the claim, so a retry has a different key. */
async function claimsInProgress({ db }: Database, now: number): Promise<string[]> {
  const sending = db.selectFrom('outbox').select(['id', 'due_at']).where('state', '=', sql.lit('sending'))
  const claims = await sending.where('due_at', '>', now).execute()
  return claims.map(({ id, due_at }) => `${id} ${due_at}`)
}
