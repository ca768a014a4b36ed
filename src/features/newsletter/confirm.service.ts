import type { SubscriberRow } from '../../../migrations/tables.ts'
import { findSubscriber, liftSuppression, setConfirmed, takeWaiting } from './newsletter.repository.ts'
import type { NewsletterDeps } from './newsletter.service.ts'
import { type ConfirmLink, readConfirmKey } from './newsletter-links.ts'
import { askForMail } from './newsletter-mails.ts'
import { suppressionHash } from './suppression-hash.ts'

/** `unknown`: wrong, or of a subscription that is gone or was ended. `late`: expired, and a new link can be had. */
export type ConfirmState = 'confirm' | 'late' | 'confirmed' | 'unknown'

/** What a link to confirm would do; changes nothing. */
export async function lookAtConfirmLink({ database, links, now }: NewsletterDeps, key: string): Promise<ConfirmState> {
  const link = readConfirmKey(links, key)
  if (link === undefined) return 'unknown'
  return judge(await findSubscriber(database.db, link), link, now())
}

/**
 * Confirms, or sends a new link where this one has expired; `waiting` when there can be none now: it goes when
 * there is room, unless this address has had its mail today. To confirm twice is to
 * confirm once, and a confirmation is newer than whatever had suppressed the address.
 * @throws StorageError when the database cannot be written; nothing is changed then
 */
export async function confirmSubscription(
  deps: NewsletterDeps,
  key: string,
): Promise<'confirmed' | 'resent' | 'waiting' | 'unknown'> {
  const link = readConfirmKey(deps.links, key)
  if (link === undefined) return 'unknown'
  const now = deps.now()
  const outcome = await deps.database.write(async (tx) => {
    const subscriber = await findSubscriber(tx, link, deps.database.engine)
    if (subscriber === undefined) return 'unknown'
    const state = judge(subscriber, link, now)
    if (state === 'late') {
      const wish = { network: subscriber.consent_network, isCredible: true }
      return (await askForMail(tx, deps, subscriber, wish, now)) === 'sent' ? 'resent' : 'waiting'
    }
    if (state !== 'confirm') return state
    const isConfirmed = await setConfirmed(tx, subscriber.id, now)
    if (isConfirmed) await liftSuppression(tx, suppressionHash(subscriber.email_key, deps.salt))
    // One that would ask for what is done.
    await takeWaiting(tx, subscriber.id)
    return 'confirmed'
  })
  if (outcome === 'resent') deps.wakeOutbox()
  return outcome
}

function judge(subscriber: SubscriberRow | undefined, { endsAt }: ConfirmLink, now: number): ConfirmState {
  if (subscriber?.state === 'confirmed') return 'confirmed'
  if (subscriber?.state !== 'pending') return 'unknown'
  return now < endsAt ? 'confirm' : 'late'
}
