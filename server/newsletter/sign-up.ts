import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SubscriberRow, Tables } from '../../migrations/tables.ts'
import { emailKey } from '../../platform/email/email-address.ts'
import { deleteWaitingEmails, enqueue } from '../../platform/email/outbox-store.ts'
import { type SpamSigns, scoreSpam } from '../../platform/http/form.ts'
import { formatReference, isRequestId, keyedHash } from '../../platform/http/keys.ts'
import { limitedSender, truncatedSender } from '../../platform/http/sender.ts'
import {
  barePostShare,
  consume,
  countEach,
  deleteLimit,
  type Limited,
  limitFor,
  limitKey,
  mailboxLimitKeys,
  recipientLimits,
  writeWithQuota,
} from '../../platform/limits/count-use.ts'
import type { Log } from '../../platform/log.ts'
import { repeat } from '../../platform/repeat.ts'
import { shortText } from '../../platform/text/plain-text.ts'
import type { Context } from '../context.ts'
import type { NewsletterEmailSettings } from './emails.tsx'
import { confirmLink, dayMs, type LinkSettings, unsubscribeLink } from './links.ts'
import { findDueWaiting, insertSubscribers, lockSubscriber, putWaiting, setPending, takeWaiting } from './store.ts'

/** Returns the same for every address, known or new, and for bots. @throws StorageError */
export async function subscribe(
  deps: NewsletterDeps,
  { email, requestId }: { email: string; requestId?: string | undefined },
  context: SpamSigns & { sender: string; page?: string | undefined },
): Promise<{ outcome: 'stored'; reference: string } | Limited> {
  const now = deps.now()
  const { isCredible, status, reasons } = scoreSpam(context)
  const key = emailKey(email)
  const stored = { outcome: 'stored', reference: referenceOf(key, deps.salt) } as const
  const draft: SubscriberRow = {
    id: randomBytes(16).toString('base64url'),
    reference: stored.reference,
    email,
    email_key: key,
    state: status === 'suspicious' ? status : 'pending',
    reasons: JSON.stringify(reasons),
    request_key: isRequestId(requestId) ? requestId : null,
    consent_words: deps.consentWords,
    consent_page: shortText(context.page),
    consent_network: truncatedSender(context.sender),
    consent_at: now,
    confirmed_at: null,
    unsubscribed_at: null,
    created_at: now,
  }
  const limit = limitFor(deps.limits.newsletterPosts, limitedSender(context.sender), deps.salt)
  const result = await writeWithQuota(deps, context.sender, now, async (tx) => {
    const { subscriber, isNew } = await insertOnce(tx, draft)
    if (!isNew && draft.request_key !== null && subscriber.request_key === draft.request_key) return stored
    await consume(tx, limit, now)
    if (status === 'suspicious') return stored
    const email = await requestEmail(tx, deps, subscriber, { network: draft.consent_network, isCredible }, now)
    // Keep the consent that the email asks to confirm.
    if (email !== 'again' || subscriber.state !== 'pending') await setPending(tx, subscriber.id, draft)
    return stored
  })
  if (result.outcome === 'stored') deps.notifyOutbox()
  return result
}

/** Like `NL-7GQ4M2XD`. Derived from the address, because a random one would reveal whether the address is new. */
export function referenceOf(emailKey: string, salt: string): string {
  const bytes = Buffer.from(keyedHash(salt, `reference\n${emailKey}`), 'base64url')
  return formatReference('NL', (below, place) => bytes.readUInt32BE(place * 4) % below)
}

/** Inserts an address unless it's known; the unique key decides who was first. Its row stays locked. */
async function insertOnce(tx: Kysely<Tables>, draft: SubscriberRow) {
  for (let tries = 0; tries < 3; tries++) {
    if ((await insertSubscribers(tx, [draft])).size > 0) return { subscriber: draft, isNew: true }
    const known = await lockSubscriber(tx, { email_key: draft.email_key })
    // Otherwise it was deleted in the meantime.
    if (known !== undefined) return { subscriber: known, isNew: false }
  }
  throw new Error('the address was deleted repeatedly')
}

/** After this time people have to sign up again, so that a flood doesn't delay emails for weeks. */
export const maxWaitMs = 2 * dayMs
const maxPerRound = 50
const roundMs = 5_000

export type NewsletterDeps = Pick<Context, 'database' | 'salt' | 'limits' | 'now'> & {
  /** The consent text beside the button. */
  consentWords: string
  links: LinkSettings
  emailSettings: NewsletterEmailSettings
  notifyOutbox: () => void
}

/**
 * Sends the email that this subscription needs, now or as soon as the limits allow. Lock the subscription first, or two
 * of these can deadlock on PostgreSQL.
 * @returns `again` if this address got its email today or was waiting for it
 */
export async function requestEmail(
  tx: Kysely<Tables>,
  deps: NewsletterDeps,
  { id, email, email_key, state }: SubscriberRow,
  request: { network: string | null; isCredible: boolean; wantedAt?: number },
  now: number,
): Promise<'sent' | 'waits' | 'again'> {
  const { salt, limits, links, emailSettings } = deps
  const waiting = await takeWaiting(tx, id)
  const isCredible = request.isCredible || waiting?.is_credible === 1
  const ownKey = emailLimitKey(email_key, salt)
  const counted = [
    { ...limits.newsletterEmailsToMailbox, key: ownKey },
    limitFor(limits.newsletterEmailsOfNetwork, request.network ?? 'unknown', salt),
    ...recipientLimits(
      limits.newsletterEmailsToMailbox,
      limits.newsletterEmails,
      email_key,
      deps,
      isCredible ? 1 : barePostShare,
    ),
  ]
  const reached = await countEach(tx, counted, now)
  if (reached.some(({ limit }) => limit.key === ownKey)) return 'again'
  if (reached.length === 0) {
    const { alreadySubscribedEmail, confirmationEmail } = await import('./emails.tsx')
    const isSubscriber = state === 'confirmed'
    const newEmail = isSubscriber
      ? alreadySubscribedEmail(email, unsubscribeLink(links, id), emailSettings)
      : confirmationEmail(email, confirmLink(links, id, now), emailSettings)
    await enqueue(tx, newEmail, now)
    return waiting === undefined ? 'sent' : 'again'
  }
  await putWaiting(tx, {
    subscriber_id: id,
    network: request.network,
    is_credible: isCredible ? 1 : 0,
    wanted_at: waiting?.wanted_at ?? request.wantedAt ?? now,
    due_at: Math.max(...reached.map(({ endsAt }) => endsAt)),
  })
  return waiting === undefined ? 'waits' : 'again'
}

/** Deletes queued emails that are no longer true, and lets the address have another one today. */
export async function dropWaitingEmails(tx: Kysely<Tables>, salt: string, emailKey: string, kinds: readonly string[]) {
  const dropped = await deleteWaitingEmails(tx, emailKey, kinds)
  if (dropped === 0) return
  const keys = [emailLimitKey(emailKey, salt), ...mailboxLimitKeys(emailKey, salt)]
  for (const key of keys) await deleteLimit(tx, key)
}

export function emailLimitKey(emailKey: string, salt: string): string {
  return limitKey('newsletter-mail', emailKey, salt)
}

export function createWaitingEmails(deps: NewsletterDeps, log: Log) {
  const onError = (error: unknown) => log.error({ err: error }, 'could not send waiting newsletter emails')
  return repeat(() => sendWaiting(deps), { firstMs: roundMs, everyMs: roundMs, onError })
}

export async function sendWaiting(deps: NewsletterDeps): Promise<void> {
  const due = await findDueWaiting(deps.database.db, deps.now(), maxPerRound)
  if (due.length === 0) return
  // One transaction each, because locking two mailboxes at once can deadlock.
  await Promise.all(due.map((waiting) => sendWaitingEmail(deps, waiting.subscriber_id)))
  deps.notifyOutbox()
}

async function sendWaitingEmail(deps: NewsletterDeps, id: string): Promise<void> {
  const { database } = deps
  const now = deps.now()
  await database.write(async (tx) => {
    const subscriber = await lockSubscriber(tx, { id })
    const waiting = await takeWaiting(tx, id)
    if (subscriber === undefined || waiting === undefined) return
    const isWanted = subscriber.state === 'pending' || subscriber.state === 'confirmed'
    if (!isWanted || now - waiting.wanted_at > maxWaitMs) return
    const { network, is_credible, wanted_at } = waiting
    await requestEmail(tx, deps, subscriber, { network, isCredible: is_credible === 1, wantedAt: wanted_at }, now)
  })
}
