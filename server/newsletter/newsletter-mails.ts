import type { Kysely } from 'kysely'
import type { SubscriberRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { barePart, mailboxLimitKeys, strangerLimits } from '../../platform/email/mail-room.ts'
import { deleteWaitingMails, enqueue } from '../../platform/email/outbox.repository.ts'
import { countEach, deleteLimit, limitFor, limitKey } from '../../platform/limits/count-use.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log.ts'
import { repeat } from '../../platform/repeat.ts'
import { alreadySubscribedMail, confirmationMail, type NewsletterMailSettings } from './newsletter.email.ts'
import { confirmLink, dayMs, type LinkSettings, unsubscribeLink } from './newsletter-links.ts'
import { findDueWaiting, findSubscriber, putWaiting, takeWaiting } from './subscriber.repository.ts'

/** Whoever had no mail by then has to sign up again: no flood fills the coming weeks. */
export const longestWaitMs = 2 * dayMs
const mostInARound = 50
const roundMs = 5_000

export type NewsletterDeps = {
  database: Database
  salt: string
  limits: Limits
  now: () => number
  /** The words beside the button. */
  consentWords: string
  links: LinkSettings
  mail: NewsletterMailSettings
  notifyOutbox: () => void
}

/**
 * Sends the mail that this subscription needs, at once or as soon as there is room. The subscription must be locked, or
 * two such writes could deadlock on PostgreSQL.
 * @returns `again` when this address has had its mail today, or one waited for it already
 */
export async function askForMail(
  tx: Kysely<Tables>,
  deps: NewsletterDeps,
  { id, email, email_key, state }: SubscriberRow,
  wish: { network: string | null; isCredible: boolean },
  now: number,
): Promise<'sent' | 'waits' | 'again'> {
  const { salt, limits, links, mail } = deps
  const waited = await takeWaiting(tx, id)
  const isCredible = wish.isCredible || waited?.is_credible === 1
  const own = mailLimitKey(email_key, salt)
  const counted = [
    { ...limits.newsletterMailsToMailbox, key: own },
    limitFor(limits.newsletterMailsOfNetwork, wish.network ?? 'unknown', salt),
    ...strangerLimits(
      limits.newsletterMailsToMailbox,
      limits.newsletterMails,
      email_key,
      deps,
      isCredible ? 1 : barePart,
    ),
  ]
  const reached = await countEach(tx, counted, now)
  if (reached.some(({ limit }) => limit.key === own)) return 'again'
  if (reached.length === 0) {
    const isReader = state === 'confirmed'
    const alreadySubscribed = () => alreadySubscribedMail(email, unsubscribeLink(links, id), mail)
    const confirmation = () => confirmationMail(email, confirmLink(links, id, now), mail)
    await enqueue(tx, isReader ? alreadySubscribed() : confirmation(), now)
    return waited === undefined ? 'sent' : 'again'
  }
  await putWaiting(tx, {
    subscriber_id: id,
    network: wish.network,
    is_credible: isCredible ? 1 : 0,
    wanted_at: waited?.wanted_at ?? now,
    due_at: Math.max(...reached.map(({ endsAt }) => endsAt)),
  })
  return waited === undefined ? 'waits' : 'again'
}

/** Mails that are no longer true; the address may then have another one on the same day. */
export async function dropWaitingMails(tx: Kysely<Tables>, salt: string, emailKey: string, kinds: readonly string[]) {
  const dropped = await deleteWaitingMails(tx, emailKey, kinds)
  if (dropped === 0) return
  const keys = [mailLimitKey(emailKey, salt), ...mailboxLimitKeys(emailKey, salt)]
  for (const key of keys) await deleteLimit(tx, key)
}

export function mailLimitKey(emailKey: string, salt: string): string {
  return limitKey('newsletter-mail', emailKey, salt)
}

export function createWaitingMails(deps: NewsletterDeps, log: Log) {
  const onError = (error: unknown) => log.error({ err: error }, 'newsletter mails that wait could not be sent')
  return repeat(() => sendWaiting(deps), { firstMs: roundMs, everyMs: roundMs, onError })
}

export async function sendWaiting(deps: NewsletterDeps): Promise<void> {
  const due = await findDueWaiting(deps.database.db, deps.now(), { most: mostInARound })
  if (due.length === 0) return
  // One transaction each: two mailboxes' rows held at once could deadlock.
  await Promise.all(due.map((waiting) => sendOne(deps, waiting.subscriber_id)))
  deps.notifyOutbox()
}

async function sendOne(deps: NewsletterDeps, id: string): Promise<void> {
  const { database } = deps
  const now = deps.now()
  await database.write(async (tx) => {
    const subscriber = await findSubscriber(tx, { id }, database.engine)
    const [waiting] = await findDueWaiting(tx, now, { most: 1, subscriberId: id })
    if (subscriber === undefined || waiting === undefined) return
    const isWanted = subscriber.state === 'pending' || subscriber.state === 'confirmed'
    const isLate = now - waiting.wanted_at > longestWaitMs
    if (!isWanted || isLate) await takeWaiting(tx, id)
    else
      await askForMail(tx, deps, subscriber, { network: waiting.network, isCredible: waiting.is_credible === 1 }, now)
  })
}
