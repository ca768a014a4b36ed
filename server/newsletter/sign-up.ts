import { randomBytes } from 'node:crypto'
import type { Db, SubscriberRow } from '../../migrations/tables.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { emailKey, toAsciiAddress } from '../../platform/email/address.ts'
import { enqueue, takeRateLimitedEmail } from '../../platform/email/outbox/store.ts'
import { truncatedSender } from '../../platform/http/ip-address.ts'
import { type SpamSigns, scoreSpam } from '../../platform/http/spam-score.ts'
import { formatReference, isRequestId } from '../../platform/ids.ts'
import { writeWithQuota } from '../../platform/limits/stored-bytes.ts'
import { keyedHash } from '../../platform/signing.ts'
import { shortText } from '../../platform/text/clean-text.ts'
import type { Context } from '../context.ts'
import { countEmail, type EmailRequest, readRequest, retryTimeAfter } from './email-limits.ts'
import { insertSubscribers, lockSubscriber, setPending } from './store.ts'

/** Signs up an address. The result never reveals if it's known or suspicious. @throws StorageError, LimitReached */
export async function subscribe(
  context: Context,
  { email, requestId }: { email: string; requestId?: string | undefined },
  { sender, page, ...signs }: SpamSigns & { sender: string; page?: string | undefined },
): Promise<{ reference: string }> {
  const now = context.now()
  const { isCredible, status, reasons } = scoreSpam(signs)
  const { consent, send } = siteContent().newsletter.form
  const key = emailKey(email)
  const draft: SubscriberRow = {
    id: randomBytes(16).toString('base64url'),
    reference: referenceOf(key, context.salt),
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
  await writeWithQuota(context, sender, now, async (tx) => {
    const { subscriber, isNew } = await insertOnce(tx, draft)
    const isRepeat = !isNew && draft.request_key !== null && subscriber.request_key === draft.request_key
    if (status === 'suspicious' || (isRepeat && subscriber.state === 'pending')) return
    const isDueNow = await requestEmail(tx, context, subscriber, { network: draft.consent_network, isCredible })
    // Keep the stored consent while an earlier email still asks to confirm it.
    if (isDueNow || subscriber.state !== 'pending') await setPending(tx, subscriber.id, draft)
  })
  context.notifyOutbox()
  return { reference: draft.reference }
}

/** A reference like `NL-7GQ4M2XD`, made from the address: a random reference would reveal whether the address is new. */
export function referenceOf(emailKey: string, salt: string): string {
  const bytes = Buffer.from(keyedHash(salt, `reference\n${emailKey}`), 'base64url')
  return formatReference('NL', (below, place) => bytes.readUInt32BE(place * 4) % below)
}

/** Attempts only fail if the address is deleted in between. */
const maxAttempts = 3

/** Inserts an address unless it's known. Either way, locks its row. */
async function insertOnce(tx: Db, draft: SubscriberRow) {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    if ((await insertSubscribers(tx, [draft])).size > 0) return { subscriber: draft, isNew: true }
    const known = await lockSubscriber(tx, { email_key: draft.email_key })
    // Retry if it was deleted after the insert failed.
    if (known !== undefined) return { subscriber: known, isNew: false }
  }
  throw new Error('the address was deleted repeatedly')
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

/**
 * Queues a subscription's email, to go out as soon as the rate limits allow. Lock the subscription first. Otherwise, two
 * calls could deadlock on PostgreSQL.
 * @returns whether it's due now
 */
export async function requestEmail(
  tx: Db,
  context: Context,
  subscriber: SubscriberRow,
  { network, isCredible }: EmailRequest,
): Promise<boolean> {
  const { id: recipient, email, email_key } = subscriber
  const now = context.now()
  const rateLimited = await takeRateLimitedEmail(tx, recipient)
  const wasCredible = rateLimited !== undefined && readRequest(rateLimited.details).isCredible
  const request: EmailRequest = { network, isCredible: isCredible || wasCredible }
  const reachedLimits = await countEmail(tx, context, email_key, request)
  if (reachedLimits.length === 0) {
    const { subscriptionEmail } = await import('./emails.tsx')
    await enqueue(tx, { ...subscriptionEmail(subscriber, context), recipient }, now)
    return true
  }
  const { from } = emailAddresses(context.environment, siteContent().studio)
  const to = { name: '', address: toAsciiAddress(email) ?? email }
  const details = JSON.stringify(request)
  const unrendered = { kind: 'newsletter-confirmation', recipient, from, to, details }
  await enqueue(tx, unrendered, now, retryTimeAfter(reachedLimits, request))
  return false
}
