import { unlessLimited } from '../../server/limits.ts'
import type { SubscriberRow } from '../../server/tables.ts'
import { findSubscriber, liftSuppression, setConfirmed } from './newsletter.repository.ts'
import type { NewsletterDeps } from './newsletter.service.ts'
import { type ConfirmLink, readConfirmKey } from './newsletter-links.ts'
import { countMail, enqueueMail } from './newsletter-mails.ts'
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
 * Confirms, or sends a new link where this one has expired; `waiting` when there can be no mail now. To confirm twice is to
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
  const write = deps.database.write(async (tx) => {
    const subscriber = await findSubscriber(tx, link)
    if (subscriber === undefined) return { outcome: 'unknown' } as const
    const state = judge(subscriber, link, now)
    if (state === 'late') {
      if (!(await countMail(tx, deps, subscriber.email_key, now))) return { outcome: 'waiting' } as const
      await enqueueMail(tx, deps, subscriber, now)
      return { outcome: 'resent' } as const
    }
    if (state !== 'confirm') return { outcome: state }
    const isConfirmed = await setConfirmed(tx, subscriber.id, now)
    if (isConfirmed) await liftSuppression(tx, suppressionHash(subscriber.email_key, deps.salt))
    return { outcome: 'confirmed' } as const
  })
  const { outcome } = await unlessLimited(write, now)
  if (outcome === 'resent') deps.wakeOutbox()
  return outcome === 'limited' ? 'waiting' : outcome
}

function judge(subscriber: SubscriberRow | undefined, { endsAt }: ConfirmLink, now: number): ConfirmState {
  if (subscriber?.state === 'confirmed') return 'confirmed'
  if (subscriber?.state !== 'pending') return 'unknown'
  return now < endsAt ? 'confirm' : 'late'
}
