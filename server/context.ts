import { emailAddresses } from '../platform/content/email.ts'
import type { SiteContent } from '../platform/content/site-content.ts'
import { referencePrefix, type Studio } from '../platform/content/studio.ts'
import { closedDatabase, openDatabase } from '../platform/db/database.ts'
import { createReadyCheck } from '../platform/db/ready-check.ts'
import { readSecret } from '../platform/db/settings.ts'
import { createMailer, type Mailer } from '../platform/email/mailer.ts'
import { Outbox } from '../platform/email/outbox.ts'
import { refusingIfMoved } from '../platform/email/outbox-store.ts'
import type { Environment } from '../platform/environment.ts'
import { defaultLimits, type Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'
import { ownCalendars } from './calls/busy/calendar-reader.ts'
import type { CallDeps } from './calls/calendar.ts'
import { createComposers } from './composers.ts'
import type { LeadDeps } from './leads/accept-lead.ts'
import { issueBatches } from './newsletter/issues/sender.ts'

export type Context = Awaited<ReturnType<typeof openContext>>

type ContextOptions = {
  now?: () => number
  limits?: Limits
  /** `site` sends issues, whose settings a terminal can lack, and runs without a database while the disk is full. */
  role?: 'site' | 'desk' | 'command'
  /** Replaces the mailer for SMTP_URL. */
  mailer?: Mailer
}

/** Doesn't read content/, so that a mistake there never stops the owner's commands. */
export async function openContext(environment: Environment, log: Log, options: ContextOptions = {}) {
  const { now = Date.now, limits = defaultLimits, role = 'command', mailer = createMailer(environment) } = options
  const opened = await openDatabase(environment, log, role === 'command').catch((error: unknown) => {
    if (role !== 'site') throw error
    return closedDatabase(error, log)
  })
  const database = role === 'site' ? refusingIfMoved(opened) : opened
  const linkKey = await readSecret(database, 'link-key')
  const salt = await readSecret(database, 'salt')
  const composers = createComposers({ environment, linkKey, salt, limits, now })
  const batches = role === 'site' ? issueBatches({ database, limits, salt, now, log }) : undefined
  const outbox = new Outbox({ database, mailer, composers, batches, now, log })
  return {
    environment,
    log,
    now,
    limits,
    database,
    mailer,
    outbox,
    notifyOutbox: outbox.notify,
    composers,
    salt,
    linkKey,
    /** @throws StorageError if the database can't store leads */
    checkReady: createReadyCheck(database, now),
    close: async (graceMs = 4_000) => {
      await outbox.stop(graceMs)
      await mailer.close()
      await database.close()
    },
  }
}

export function leadDeps(context: Context, studio: Studio): LeadDeps {
  const emailSettings = emailAddresses(context.environment, studio)
  return { ...context, emailSettings, referencePrefix: referencePrefix(studio) }
}

/** @returns undefined if the studio offers no calls */
export function callDeps(context: Context, { calls, studio, facts }: SiteContent): CallDeps | undefined {
  if (calls === undefined) return undefined
  const { siteUrl, calendarUrls } = context.environment
  return {
    ...leadDeps(context, studio),
    calls,
    reserveMinutes: facts.promises.holdCallMinutes,
    host: new URL(siteUrl).hostname,
    siteUrl,
    calendarKeys: ownCalendars(calendarUrls, context.salt).map(({ key }) => key),
  }
}
