import type { Db } from '../migrations/tables.ts'
import { isDiskFull, reasonOf } from '../platform/db/database.ts'
import { closedDatabase, openDatabase } from '../platform/db/open-database.ts'
import { createReadyCheck } from '../platform/db/ready-check.ts'
import { readSecret } from '../platform/db/settings.ts'
import { refuseWritesIfMoved } from '../platform/email/outbox/pause.ts'
import type { EmailRow } from '../platform/email/outbox/store.ts'
import { OutboxWorker } from '../platform/email/outbox/worker.ts'
import type { Mailer } from '../platform/email/smtp/mailer.ts'
import { createMailer } from '../platform/email/smtp/smtp-mailer.ts'
import type { Environment } from '../platform/environment.ts'
import { defaultLimits, type Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import type { Context } from './context.ts'
import { issueBatches } from './newsletter/issues/sender.ts'

type ContextOptions = {
  now?: () => number
  limits?: Limits
  /** `site` sends issues (commands might lack the settings) and runs even if the disk is too full for the database. */
  role?: 'site' | 'desk' | 'command'
  /** By default, the mailer for SMTP_URL. */
  mailer?: Mailer
}

/** Opens the context without reading content/, so errors there never stop the owner's commands. */
export async function openContext(environment: Environment, log: Log, options: ContextOptions = {}): Promise<Context> {
  const { now = Date.now, limits = defaultLimits, role = 'command', mailer = createMailer(environment) } = options
  const opening = openDatabase(environment, log, { mayLockExclusively: role === 'command' })
  const opened = await opening.catch((error: unknown) => {
    if (role !== 'site' || !isDiskFull(error)) throw error
    log.error({ reason: reasonOf(error) }, 'forms are refused until the database opens')
    return closedDatabase(error)
  })
  const database = role === 'site' ? refuseWritesIfMoved(opened) : opened
  const linkKey = await readSecret(database, 'link-key')
  const salt = await readSecret(database, 'salt')
  // Commands import React and the views only to render an email. A site imports them now: later builds delete its files.
  const loadEmails = () => import('./emails.ts')
  if (role === 'site') await loadEmails()
  const renderEmail = async (db: Db, row: EmailRow) => (await loadEmails()).renderEmail(db, row, context)
  const batches = role === 'site' ? issueBatches({ database, limits, salt, now, log }) : undefined
  const outbox = new OutboxWorker({ database, mailer, renderEmail, batches, now, log })
  const context: Context = {
    environment,
    log,
    now,
    limits,
    database,
    mailer,
    outbox,
    notifyOutbox: outbox.notify,
    renderEmail,
    salt,
    linkKey,
    checkReady: createReadyCheck(database, now),
    close: async (graceMs = 4_000) => {
      await outbox.stop(graceMs)
      await mailer.close()
      await database.close()
    },
  }
  return context
}
