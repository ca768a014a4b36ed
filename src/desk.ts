import { type Database, openDatabase } from './server/database.ts'
import type { Environment } from './server/environment.ts'
import type { Log } from './server/log.ts'
import { createMailer, type Mailer } from './server/mail/mailer.ts'
import { createOutbox, type Outbox } from './server/mail/outbox.ts'
import { createReadyCheck } from './server/ready-check.ts'
import { readSecret } from './server/secrets.ts'

/**
 * What the owner's work with requests, readers, mails and backups needs: the product without a word of content/, so that a
 * text that is wrong stops none of it.
 */
export type Desk = {
  environment: Environment
  log: Log
  now: () => number
  database: Database
  mailer: Mailer
  outbox: Outbox
  /** The database's own secret: in it, limits and suppressions are counted without naming anybody. */
  salt: string
  /** Signs the links in mails. */
  linkKey: string
  /** Writes to the database. @throws StorageError when a lead could not be taken now */
  checkReady: () => Promise<void>
  /** Closes mailer and database; a mail that is under way gets `graceMs` first (4 seconds unless told). */
  close: (graceMs?: number) => Promise<void>
}

/** @throws EnvironmentError for a DKIM key that can't sign, StorageError for a database that can't be used */
export async function openDesk(environment: Environment, log: Log, now: () => number = Date.now): Promise<Desk> {
  const mailer = createMailer(environment)
  const database = await openDatabase(environment, log)
  const outbox = createOutbox({ database, mailer, now, log })
  return {
    environment,
    log,
    now,
    database,
    mailer,
    outbox,
    salt: await readSecret(database, 'salt'),
    linkKey: await readSecret(database, 'link-key'),
    checkReady: createReadyCheck(database, now),
    close: async (graceMs = 4_000) => {
      await outbox.stop(graceMs)
      await mailer.close()
      await database.close()
    },
  }
}
