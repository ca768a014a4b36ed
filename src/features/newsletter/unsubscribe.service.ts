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
): Promise<'unsubscribe' | 'left' | 'ended' | 'unknown'> {
  const id = readUnsubscribeKey(links, key)
  if (id === undefined) return 'unknown'
  const subscriber = await findSubscriber(database.db, { id })
  if (subscriber === undefined) return 'ended'
  return subscriber.state === 'unsubscribed' ? 'left' : 'unsubscribe'
}

/**
 * Ends a subscription at once, and keeps it ended over an import or the deletion of the row. One that was erased has `ended`
 * before; its reader may have another one since, which this link cannot know.
 * @throws StorageError when the database cannot be written; nothing is changed then
 */
export async function unsubscribe(deps: NewsletterDeps, key: string): Promise<'left' | 'ended' | 'unknown'> {
  const id = readUnsubscribeKey(deps.links, key)
  if (id === undefined) return 'unknown'
  const now = deps.now()
  return await deps.database.write(async (tx) => {
    const subscriber = await setUnsubscribed(tx, id, now)
    if (subscriber === undefined) return (await findSubscriber(tx, { id })) === undefined ? 'ended' : 'left'
    await dropWaitingMails(tx, deps.salt, subscriber.email_key, [alreadySubscribedKind])
    const email_hash = suppressionHash(subscriber.email_key, deps.salt)
    await suppress(tx, { email_hash, reason: 'unsubscribed', created_at: now })
    return 'left'
  })
}
