import type { Db } from '../../migrations/tables.ts'
import { emailKey } from '../../platform/email/address.ts'
import { deleteEmailsTo, deleteQueuedTo, deleteUnsentEmails } from '../../platform/email/outbox/store.ts'
import { deleteLimit } from '../../platform/limits/limit-rows.ts'
import { emailLimitKey } from './email-limits.ts'
import { deleteSubscriber } from './store.ts'
import { suppress } from './suppressions.ts'

/** Deletes a subscriber. Keeps a hash, so imports don't add them again. They can still sign up themselves. */
export async function removeSubscriber(
  tx: Db,
  email: string,
  { salt, now }: { salt: string; now: number },
): Promise<boolean> {
  const key = emailKey(email)
  const id = await deleteSubscriber(tx, key)
  if (id === undefined) return false
  await deleteUnsentEmails(tx, id)
  await suppress(tx, key, 'removed', { salt, now })
  return true
}

/** Deletes all data about an address, except anonymous issue rows and a hash that keeps imports from adding it. */
export async function forgetSubscriber(tx: Db, email: string, { salt, now }: { salt: string; now: number }) {
  const key = emailKey(email)
  // Use the sender's order of deletion to avoid a deadlock on PostgreSQL.
  const id = await deleteSubscriber(tx, key)
  const emailIds = await deleteEmailsTo(tx, key)
  if (id !== undefined) await deleteQueuedTo(tx, id)
  await deleteLimit(tx, emailLimitKey(key, salt))
  await suppress(tx, key, 'forgotten', { salt, now })
  return { subscriptions: id === undefined ? 0 : 1, emailIds }
}
