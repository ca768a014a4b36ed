import { alreadySubscribedKind } from './newsletter.email.ts'
import { findSubscriber, setUnsubscribed, suppress } from './newsletter.repository.ts'
import type { NewsletterDeps } from './newsletter.service.ts'
import { readUnsubscribeKey } from './newsletter-links.ts'
import { dropWaitingMails } from './newsletter-mails.ts'
import { suppressionHash } from './suppression-hash.ts'

/** What a link to unsubscribe would do; changes nothing. */
export async function lookAtUnsubscribeLink(
  { database, links }: NewsletterDeps,
  key: string,
): Promise<'unsubscribe' | 'left' | 'unknown'> {
  const id = readUnsubscribeKey(links, key)
  if (id === undefined) return 'unknown'
  const subscriber = await findSubscriber(database.db, { id })
  return subscriber === undefined || subscriber.state === 'unsubscribed' ? 'left' : 'unsubscribe'
}

/**
 * Ends a subscription at once, and keeps it ended over an import or the deletion of the row. Also for one that was erased
 * meanwhile, the reader's wish is fulfilled.
 * @throws StorageError when the database cannot be written; nothing is changed then
 */
export async function unsubscribe(deps: NewsletterDeps, key: string): Promise<'left' | 'unknown'> {
  const id = readUnsubscribeKey(deps.links, key)
  if (id === undefined) return 'unknown'
  const now = deps.now()
  await deps.database.write(async (tx) => {
    const subscriber = await setUnsubscribed(tx, id, now)
    if (subscriber === undefined) return
    await dropWaitingMails(tx, deps.salt, subscriber.email_key, [alreadySubscribedKind])
    const email_hash = suppressionHash(subscriber.email_key, deps.salt)
    await suppress(tx, { email_hash, reason: 'unsubscribed', created_at: now })
  })
  return 'left'
}
