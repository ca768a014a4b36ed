import type { SubscriberRow } from '../../migrations/tables.ts'
import type { Newsletter } from '../../platform/content/site-words.ts'
import { forgetMailboxUses } from '../../platform/email/recipient-limits.ts'
import { alreadySubscribedKind, type ConfirmLink, readConfirmKey, readUnsubscribeKey } from './emails.ts'
import { askForEmail, dropWaitingEmails, type NewsletterDeps } from './sign-up.ts'
import { endSubscriber, findSubscriber, setConfirmed, takeWaiting } from './store.ts'

export type LinkAnswer = { status: 200 | 404 | 503; state: keyof Newsletter['links'] }

const links = {
  confirm: { get: previewConfirmation, post: confirmSubscription },
  unsubscribe: { get: previewUnsubscribing, post: unsubscribe },
} as const

/** The key alone decides: no cookie, no Origin, no redirect, so that a mail program's one-click POST works (RFC 8058). */
export async function openEmailLink(
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

/** `unknown`: wrong, or of a subscription that is gone. `late`: expired, and a new link can be had. */
type ConfirmState = 'confirm' | 'late' | 'confirmed' | 'unknown'

async function previewConfirmation(deps: NewsletterDeps, key: string): Promise<ConfirmState> {
  const link = readConfirmKey(deps.links, key)
  if (link === undefined) return 'unknown'
  return confirmState(await findSubscriber(deps.database.db, link), link, deps.now())
}

/** `resent` and `waiting`: the link had expired, and a new one was sent or waits. @throws StorageError */
export async function confirmSubscription(deps: NewsletterDeps, key: string) {
  const link = readConfirmKey(deps.links, key)
  if (link === undefined) return 'unknown'
  const now = deps.now()
  const outcome = await deps.database.write(async (tx) => {
    const subscriber = await findSubscriber(tx, link, deps.database.engine)
    if (subscriber === undefined) return 'unknown'
    const state = confirmState(subscriber, link, now)
    if (state === 'late') {
      const wish = { network: subscriber.consent_network, isCredible: true }
      return (await askForEmail(tx, deps, subscriber, wish, now)) === 'sent' ? 'resent' : 'waiting'
    }
    if (state !== 'confirm') return state
    await setConfirmed(tx, subscriber, { salt: deps.salt, now })
    await forgetMailboxUses(tx, subscriber.email, deps.salt)
    await takeWaiting(tx, subscriber.id)
    return 'confirmed'
  })
  if (outcome === 'resent') deps.notifyOutbox()
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

/** Suppressed too, so that no import brings the reader back. `ended`: erased before. @throws StorageError */
export async function unsubscribe(deps: NewsletterDeps, key: string): Promise<'left' | 'ended' | 'unknown'> {
  const id = readUnsubscribeKey(deps.links, key)
  if (id === undefined) return 'unknown'
  const now = deps.now()
  return await deps.database.write(async (tx) => {
    const emailKey = await endSubscriber(tx, id, 'unsubscribed', { salt: deps.salt, now })
    if (emailKey === undefined) return (await findSubscriber(tx, { id })) === undefined ? 'ended' : 'left'
    await dropWaitingEmails(tx, deps.salt, emailKey, [alreadySubscribedKind])
    return 'left'
  })
}
