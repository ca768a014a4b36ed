import { z } from 'zod'
import type { Db, SubscriberRow } from '../../migrations/tables.ts'
import { type EmailRow, Postponed } from '../../platform/email/outbox/store.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { emailLimits } from '../../platform/limits/email-limits.ts'
import { limitKey } from '../../platform/limits/sender-limits.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { findSubscriber } from './store.ts'

const requestSchema = z.object({ network: z.string().nullable(), isCredible: z.boolean() })

/** The sender of a request for an email. Only stores the `network` of their IP address. */
export type EmailRequest = z.infer<typeof requestSchema>

/** Rate-limited emails expire after this, so a flood doesn't delay emails for weeks. People have to sign up again. */
export const maxWaitMs = 2 * dayMs

/**
 * Finds a rate-limited email's subscriber, and counts the email if it's being sent.
 * @returns undefined if the email has expired or they've unsubscribed @throws Postponed while a limit is reached
 */
export async function findRateLimited(
  tx: Db,
  { recipient, state, created_at, details }: EmailRow,
  context: Context,
): Promise<SubscriberRow | undefined> {
  const subscriber = await findSubscriber(tx, { id: recipient ?? '' })
  const isWanted = subscriber?.state === 'pending' || subscriber?.state === 'confirmed'
  if (!isWanted || context.now() - created_at > maxWaitMs) return undefined
  if (state !== 'sending') return subscriber
  const request = readRequest(details)
  const reachedLimits = await countEmail(tx, context, subscriber.email_key, request)
  if (reachedLimits.length > 0) throw new Postponed(retryTimeAfter(reachedLimits, request))
  return subscriber
}

/** Parses the request behind a rate-limited email. @param details the email's `details` column */
export function readRequest(details: string | null): EmailRequest {
  return requestSchema.parse(JSON.parse(details ?? ''))
}

/** Counts an email toward all limits, or toward none if any is reached. @returns the reached limits */
export async function countEmail(
  tx: Db,
  { salt, limits, now }: Context,
  to: string,
  { network, isCredible }: EmailRequest,
) {
  const { newsletterEmails, newsletterEmailsToMailbox: kindLimit } = limits
  const mailboxLimit = { ...kindLimit, key: emailLimitKey(to, salt) }
  const otherLimits = emailLimits(
    newsletterEmails,
    { to, sender: network ?? 'unknown', kindLimit, isCredible },
    { limits, salt },
  )
  return await countEach(tx, [mailboxLimit, ...otherLimits], now())
}

export function emailLimitKey(emailKey: string, salt: string): string {
  return limitKey('newsletter-mail', emailKey, salt)
}

/** Time to try again: after the end of all reached limits. Credible sign-ups go first. */
export function retryTimeAfter(reachedLimits: readonly { endsAt: number }[], { isCredible }: EmailRequest): number {
  const endsAt = Math.max(...reachedLimits.map((limit) => limit.endsAt))
  return isCredible ? endsAt : endsAt + 1
}
