import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db, SubscriberRow } from '../../migrations/tables.ts'
import { emailAddresses } from '../../platform/content/email.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { emailKey, toAsciiAddress } from '../../platform/email/email-address.ts'
import { type EmailComposer, enqueue, NotYet, takeLaterEmail } from '../../platform/email/outbox-store.ts'
import { type SpamSigns, scoreSpam } from '../../platform/http/form.ts'
import { truncatedSender } from '../../platform/http/ip-address.ts'
import { formatReference, isRequestId } from '../../platform/ids.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { emailLimits } from '../../platform/limits/email-limits.ts'
import { limitKey } from '../../platform/limits/sender-limits.ts'
import { writeWithQuota } from '../../platform/limits/stored-bytes.ts'
import { keyedHash } from '../../platform/signing.ts'
import { shortText } from '../../platform/text/clean-text.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import type { ComposerDeps } from '../composers.ts'
import type { Context } from '../context.ts'
import { confirmationKind } from './links.ts'
import { findSubscriber, insertSubscribers, lockSubscriber, setPending } from './store.ts'

/** The result doesn't reveal whether an address is known, or taken for a bot's. @throws StorageError, LimitReached */
export async function subscribe(
  context: Context,
  { email, requestId }: { email: string; requestId?: string | undefined },
  { sender, page, ...signs }: SpamSigns & { sender: string; page?: string | undefined },
): Promise<{ reference: string }> {
  const now = context.now()
  const { isCredible, status, reasons } = scoreSpam(signs)
  const { consent, send } = siteContent().newsletter.form
  const key = emailKey(email)
  const stored = { reference: referenceOf(key, context.salt) }
  const draft: SubscriberRow = {
    id: randomBytes(16).toString('base64url'),
    reference: stored.reference,
    email,
    email_key: key,
    state: status === 'suspicious' ? status : 'pending',
    reasons: JSON.stringify(reasons),
    request_key: isRequestId(requestId) ? requestId : null,
    consent_words: `${consent} [${send}]`,
    consent_page: shortText(page),
    consent_network: truncatedSender(sender),
    consent_at: now,
    confirmed_at: null,
    unsubscribed_at: null,
    created_at: now,
  }
  const result = await writeWithQuota(context, sender, now, async (tx) => {
    const { subscriber, isNew } = await insertOnce(tx, draft)
    const isRepeat = !isNew && draft.request_key !== null && subscriber.request_key === draft.request_key
    if (isRepeat && subscriber.state === 'pending') return stored
    if (status === 'suspicious') return stored
    const isSent = await requestEmail(tx, context, subscriber, { network: draft.consent_network, isCredible })
    // An earlier email asks to confirm the stored consent.
    if (isSent || subscriber.state !== 'pending') await setPending(tx, subscriber.id, draft)
    return stored
  })
  context.notifyOutbox()
  return result
}

/** Sends the confirmation email for a suspicious sign-up. @returns false for any other sign-up */
export async function approveSignUp(context: Context, email: string): Promise<boolean> {
  const isApproved = await context.database.write(async (tx) => {
    const subscriber = await lockSubscriber(tx, { email_key: emailKey(email) })
    if (subscriber?.state !== 'suspicious') return false
    await requestEmail(tx, context, subscriber, { network: subscriber.consent_network, isCredible: true })
    await setPending(tx, subscriber.id, subscriber)
    return true
  })
  if (isApproved) context.notifyOutbox()
  return isApproved
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

const requestSchema = z.object({ network: z.string().nullable(), isCredible: z.boolean() })
type EmailRequest = z.infer<typeof requestSchema>

/**
 * Queues the email that this subscription needs, for now or for as soon as the limits may allow. Lock the subscription
 * first, or two of these can deadlock on PostgreSQL.
 * @returns whether it's due now
 */
export async function requestEmail(
  tx: Db,
  deps: ComposerDeps,
  subscriber: SubscriberRow,
  request: EmailRequest,
): Promise<boolean> {
  const { id: recipient, email, email_key } = subscriber
  const now = deps.now()
  const later = await takeLaterEmail(tx, recipient)
  const isCredible = request.isCredible || (later !== undefined && readRequest(later.details).isCredible)
  const reached = await countEmail(tx, deps, email_key, { ...request, isCredible })
  if (reached.length === 0) {
    const { subscriptionEmail } = await import('./emails.tsx')
    await enqueue(tx, { ...subscriptionEmail(subscriber, deps), recipient }, now)
    return true
  }
  const to = { name: '', address: toAsciiAddress(email) ?? email }
  const details = JSON.stringify({ network: request.network, isCredible } satisfies EmailRequest)
  const { from } = emailAddresses(deps.environment, siteContent().studio)
  const waiting = { kind: confirmationKind, about: undefined, recipient, from, to, details }
  await enqueue(tx, waiting, now, retryTimeAfter(reached, isCredible))
  return false
}

/** Renders an email that waited for its limits, and counts it if it's being sent. @throws NotYet if it must wait again */
export function confirmationComposer(deps: ComposerDeps): EmailComposer {
  return async (tx, { recipient, state, created_at, details }) => {
    const subscriber = await findSubscriber(tx, { id: recipient ?? '' })
    const isWanted = subscriber?.state === 'pending' || subscriber?.state === 'confirmed'
    if (!isWanted || deps.now() - created_at > maxWaitMs) return undefined
    const request = readRequest(details)
    const reached = state === 'sending' ? await countEmail(tx, deps, subscriber.email_key, request) : []
    if (reached.length > 0) throw new NotYet(retryTimeAfter(reached, request.isCredible))
    const { subscriptionEmail } = await import('./emails.tsx')
    return subscriptionEmail(subscriber, deps)
  }
}

/** @param details of an email that waits for its limits */
export function readRequest(details: string | null): EmailRequest {
  return requestSchema.parse(JSON.parse(details ?? ''))
}

/** Counts all limits or none. @returns those that are reached */
async function countEmail(tx: Db, { salt, limits, now }: ComposerDeps, emailKey: string, request: EmailRequest) {
  const { newsletterEmails, newsletterEmailsToMailbox: kindLimit } = limits
  const { network, isCredible } = request
  // The table stores only the network, which also stands for the address.
  const recipient = { to: emailKey, sender: network ?? 'unknown', kindLimit, isCredible }
  const ofAddress = { ...kindLimit, key: emailLimitKey(emailKey, salt) }
  return await countEach(tx, [ofAddress, ...emailLimits(newsletterEmails, recipient, { limits, salt })], now())
}

/** Credible sign-ups go first. */
function retryTimeAfter(reached: readonly { endsAt: number }[], isCredible: boolean): number {
  return Math.max(...reached.map(({ endsAt }) => endsAt)) + (isCredible ? 0 : 1)
}

export function emailLimitKey(emailKey: string, salt: string): string {
  return limitKey('newsletter-mail', emailKey, salt)
}
