import type { Database } from '../platform/db/database.ts'
import type { RenderEmail } from '../platform/email/outbox/store.ts'
import type { OutboxWorker } from '../platform/email/outbox/worker.ts'
import type { Mailer } from '../platform/email/smtp/mailer.ts'
import type { Environment } from '../platform/environment.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { Log } from '../platform/log.ts'

/** Shared state and services for routes, actions, and emails. `open-context.ts` creates it. */
export type Context = {
  environment: Environment
  log: Log
  /** The current time, in ms since 1970. */
  now: () => number
  limits: Limits
  database: Database
  mailer: Mailer
  outbox: OutboxWorker
  /** Call this after a commit that might have queued an email. */
  notifyOutbox: () => void
  renderEmail: RenderEmail
  /** Secret for hashing addresses. */
  salt: string
  /** Signs the links in emails. */
  linkKey: string
  /** @throws StorageError if the database can't store leads */
  checkReady: () => Promise<void>
  close: (graceMs?: number) => Promise<void>
}
