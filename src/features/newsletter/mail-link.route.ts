import type { SubscriberRow } from '../../../migrations/tables.ts'
import type { Newsletter } from '../../content/newsletter.ts'
import { alreadySubscribedKind } from './newsletter.email.ts'
import { findSubscriber, liftSuppression, setConfirmed, setUnsubscribed, suppress, takeWaiting } from './newsletter.repository.ts'
import type { NewsletterDeps } from './newsletter.service.ts'
import { type ConfirmLink, readConfirmKey, readUnsubscribeKey } from './newsletter-links.ts'
import { askForMail, dropWaitingMails } from './newsletter-mails.ts'

/** `state` is also the name of its words in content/newsletter.yaml. */
export type LinkAnswer = { status: 200 | 404 | 503; state: keyof Newsletter['links'] }

const links = {
  confirm: { get: previewConfirmation, post: confirmSubscription },
  unsubscribe: { get: previewUnsubscribing, post: unsubscribe },
} as const

/**
 * A link of a mail was opened, or the button of its page pressed. The key in the address is all that it takes: no Origin,
 * no cookie and no field is asked for, so that a mail program's one-click post works (RFC 8058). Only a POST changes
 * something. It never redirects, as that RFC wants it.
 */
export async function openMailLink(
  purpose: keyof typeof links,
  { method, key, onError }: { method: string; key: string; onError: (error: unknown) => void },
  deps: NewsletterDeps,
): Promise<LinkAnswer> {
  const { get, post } = links[purpose]
  try {
    const state = await (method === 'POST' ? post : get)(deps, key)
    return { status: state === 'unknown' ? 404 : 200, state }
  } catch (error) {
    onError(error)
    return { status: 503, state: 'unavailable' }
  }
}

/** `unknown`: wrong, or of a subscription that is gone or was ended. `late`: expired, and a new link can be had. */
type ConfirmState = 'confirm' | 'late' | 'confirmed' | 'unknown'

async function previewConfirmation(deps: NewsletterDeps, key: string): Promise<ConfirmState> {
  const link = readConfirmKey(deps.links, key)
  if (link === undefined) return 'unknown'
  return confirmState(await findSubscriber(deps.database.db, link), link, deps.now())
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
    const state = confirmState(subscriber, link, now)
    if (state === 'late') {
      const wish = { network: subscriber.consent_network, isCredible: true }
      return (await askForMail(tx, deps, subscriber, wish, now)) === 'sent' ? 'resent' : 'waiting'
    }
    if (state !== 'confirm') return state
    if (await setConfirmed(tx, subscriber.id, now)) await liftSuppression(tx, subscriber.email_key, deps.salt)
    // One that would ask for what is done.
    await takeWaiting(tx, subscriber.id)
    return 'confirmed'
  })
  if (outcome === 'resent') deps.wakeOutbox()
  return outcome
}

function confirmState(subscriber: SubscriberRow | undefined, { endsAt }: ConfirmLink, now: number): ConfirmState {
  if (subscriber?.state === 'confirmed') return 'confirmed'
  if (subscriber?.state !== 'pending') return 'unknown'
  return now < endsAt ? 'confirm' : 'late'
}

async function previewUnsubscribing({ database, links }: NewsletterDeps, key: string) {
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
    await suppress(tx, subscriber.email_key, 'unsubscribed', { salt: deps.salt, now })
    return 'left'
  })
}
