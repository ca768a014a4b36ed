import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db, SubscriberRow } from '../../migrations/tables.ts'
import { emailKey, toAsciiAddress } from '../../platform/email/email-address.ts'
import {
  type EmailComposer,
  enqueue,
  type NewEmail,
  NotYet,
  takeLaterEmail,
} from '../../platform/email/outbox-store.ts'
import { type SpamSigns, scoreSpam } from '../../platform/http/form.ts'
import { formatReference, isRequestId, keyedHash } from '../../platform/http/keys.ts'
import { truncatedSender } from '../../platform/http/sender.ts'
import { countEach, limitKey } from '../../platform/limits/count-use.ts'
import { emailLimits } from '../../platform/limits/email-limits.ts'
import { writeWithQuota } from '../../platform/limits/stored-bytes.ts'
import { shortText } from '../../platform/text/clean-text.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import type { NewsletterEmailSettings } from './emails.tsx'
import { confirmationKind, confirmLink, type LinkSettings, unsubscribeLink } from './links.ts'
import { findSubscriber, insertSubscribers, lockSubscriber, setPending } from './store.ts'

/** The result doesn't reveal whether an address is known, or taken for a bot's. @throws StorageError, LimitReached */
export async function subscribe(
  deps: NewsletterDeps,
  { email, requestId }: { email: string; requestId?: string | undefined },
  context: SpamSigns & { sender: string; page?: string | undefined },
): Promise<{ reference: string }> {
  const now = deps.now()
  const { isCredible, status, reasons } = scoreSpam(context)
  const key = emailKey(email)
  const stored = { reference: referenceOf(key, deps.salt) }
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
  const result = await writeWithQuota(deps, context.sender, now, async (tx) => {
    const { subscriber, isNew } = await insertOnce(tx, draft)
    const isRepeat = !isNew && draft.request_key !== null && subscriber.request_key === draft.request_key
    if (isRepeat && subscriber.state === 'pending') return stored
    if (status === 'suspicious') return stored
    const isSent = await requestEmail(tx, deps, subscriber, { network: draft.consent_network, isCredible }, now)
    // An earlier email asks to confirm the stored consent.
    if (isSent || subscriber.state !== 'pending') await setPending(tx, subscriber.id, draft)
    return stored
  })
  deps.notifyOutbox()
  return result
}

/** Like `NL-7GQ4M2XD`. Derived from the address, because a random one would reveal whether the address is new. */
export function referenceOf(emailKey: string, salt: string): string {
  const bytes = Buffer.from(keyedHash(salt, `reference\n${emailKey}`), 'base64url')
  return formatReference('NL', (below, place) => bytes.readUInt32BE(place * 4) % below)
}

/** Inserts an address unless it's known. Its row stays locked. */
async function insertOnce(tx: Db, draft: SubscriberRow) {
  for (let tries = 0; tries < 3; tries++) {
    if ((await insertSubscribers(tx, [draft])).size > 0) return { subscriber: draft, isNew: true }
    const known = await lockSubscriber(tx, { email_key: draft.email_key })
    // Otherwise it was deleted after the insert failed.
    if (known !== undefined) return { subscriber: known, isNew: false }
  }
  throw new Error('the address was deleted repeatedly')
}

/** After this time people have to sign up again, so that a flood doesn't delay emails for weeks. */
export const maxWaitMs = 2 * dayMs

export type NewsletterDeps = Pick<Context, 'database' | 'salt' | 'limits' | 'now'> & {
  consentWords: string
  links: LinkSettings
  emailSettings: NewsletterEmailSettings
  notifyOutbox: () => void
}

type EmailDeps = Pick<NewsletterDeps, 'salt' | 'limits' | 'links' | 'emailSettings'>

const requestSchema = z.object({ network: z.string().nullable(), isCredible: z.boolean() })
type EmailRequest = z.infer<typeof requestSchema>

/**
 * Queues the email that this subscription needs, for now or for as soon as the limits may allow. Lock the subscription
 * first, or two of these can deadlock on PostgreSQL.
 * @returns whether it's due now
 */
export async function requestEmail(
  tx: Db,
  deps: EmailDeps,
  subscriber: SubscriberRow,
  request: EmailRequest,
  now: number,
): Promise<boolean> {
  const { id: recipient, email, email_key } = subscriber
  const later = await takeLaterEmail(tx, recipient)
  const isCredible = request.isCredible || (later !== undefined && readRequest(later.details).isCredible)
  const reached = await countEmail(tx, deps, email_key, { ...request, isCredible }, now)
  if (reached.length === 0) {
    await enqueue(tx, { ...(await newEmailTo(subscriber, deps, now)), recipient }, now)
    return true
  }
  const to = { name: '', address: toAsciiAddress(email) ?? email }
  const details = JSON.stringify({ network: request.network, isCredible } satisfies EmailRequest)
  const waiting = { kind: confirmationKind, about: undefined, recipient, from: deps.emailSettings.from, to, details }
  await enqueue(tx, waiting, now, retryTimeAfter(reached, isCredible))
  return false
}

/** Renders an email that waited for its limits, and counts it if it's being sent. @throws NotYet if it must wait again */
export function confirmationComposer(readDeps: () => EmailDeps, now: () => number): EmailComposer {
  return async (tx, { recipient, state, created_at, details }) => {
    const subscriber = await findSubscriber(tx, { id: recipient ?? '' })
    const isWanted = subscriber?.state === 'pending' || subscriber?.state === 'confirmed'
    if (!isWanted || now() - created_at > maxWaitMs) return undefined
    const deps = readDeps()
    const request = readRequest(details)
    const reached = state === 'sending' ? await countEmail(tx, deps, subscriber.email_key, request, now()) : []
    if (reached.length > 0) throw new NotYet(retryTimeAfter(reached, request.isCredible))
    return await newEmailTo(subscriber, deps, now())
  }
}

/** @param details of an email that waits for its limits */
export function readRequest(details: string | null): EmailRequest {
  return requestSchema.parse(JSON.parse(details ?? ''))
}

/** Counts all limits or none. @returns those that are reached */
async function countEmail(tx: Db, { salt, limits }: EmailDeps, emailKey: string, request: EmailRequest, now: number) {
  const { newsletterEmails, newsletterEmailsToMailbox: ofKind } = limits
  const { network, isCredible } = request
  // Only the network is stored, so it also stands for the address.
  const recipient = { to: emailKey, sender: network ?? 'unknown', ofKind, isCredible }
  const ofAddress = { ...ofKind, key: emailLimitKey(emailKey, salt) }
  return await countEach(tx, [ofAddress, ...emailLimits(newsletterEmails, recipient, { limits, salt })], now)
}

/** Credible sign-ups go first. */
function retryTimeAfter(reached: readonly { endsAt: number }[], isCredible: boolean): number {
  return Math.max(...reached.map(({ endsAt }) => endsAt)) + (isCredible ? 0 : 1)
}

async function newEmailTo(
  subscriber: SubscriberRow,
  { links, emailSettings }: EmailDeps,
  now: number,
): Promise<NewEmail> {
  const { alreadySubscribedEmail, confirmationEmail } = await import('./emails.tsx')
  const { id, email, state } = subscriber
  return state === 'confirmed'
    ? alreadySubscribedEmail(email, unsubscribeLink(links, id), emailSettings)
    : confirmationEmail(email, confirmLink(links, subscriber, now), emailSettings)
}

export function emailLimitKey(emailKey: string, salt: string): string {
  return limitKey('newsletter-mail', emailKey, salt)
}
