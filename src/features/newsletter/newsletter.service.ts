import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { emailKey } from '../../lib/email-key.ts'
import { limitedSender, shortenedSender } from '../../lib/ip-network.ts'
import { keyedHash } from '../../lib/keyed-hash.ts'
import { formatReference } from '../../lib/reference.ts'
import { isRequestId } from '../../lib/request-id.ts'
import { shortText } from '../../lib/short-text.ts'
import { scoreSpam } from '../../lib/spam-score.ts'
import type { Database } from '../../server/database.ts'
import { countOrUndo, type Limited, limitKey } from '../../server/limits.ts'
import { writeOfStranger } from '../../server/stranger-write.ts'
import type { SubscriberRow, Tables } from '../../server/tables.ts'
import { awaitConfirmation, findSubscriber, insertSubscriber } from './newsletter.repository.ts'
import { countMail, enqueueMail, type NewsletterMailDeps } from './newsletter-mails.ts'

/** Posts from one address. */
export const newsletterRate = { max: 20, windowMs: 10 * 60_000 } as const

export type NewsletterDeps = NewsletterMailDeps & {
  database: Database
  now: () => number
  /** The words beside the button, kept as what was agreed to. */
  consentWords: string
  wakeOutbox: () => void
}

export type NewsletterContext = {
  /** The sender's whole IP address; it is kept shortened, and hashed for the limit. */
  sender: string
  page?: string | undefined
  honeypot: boolean
  elapsedMs?: number | undefined
}

export type SubscribeResult = { outcome: 'taken'; reference: string } | Limited

/**
 * Takes a subscription: it is on the disk, with the mail that asks for its confirmation, when this resolves. The result
 * is the same for every address, known or new, and for a robot.
 * @param input an address that `checkNewsletter` passed
 * @throws StorageError when the database cannot be written; nothing is stored then
 */
export async function subscribe(
  deps: NewsletterDeps,
  input: { email: string; requestId?: string | undefined },
  context: NewsletterContext,
): Promise<SubscribeResult> {
  const now = deps.now()
  const draft = newSubscriber(deps, input, context, now)
  const { reference } = draft
  const limit = { key: limitKey('newsletter', limitedSender(context.sender), deps.salt), ...newsletterRate }
  const result = await writeOfStranger(deps, context.sender, now, async (tx) => {
    const { subscriber, isNew } = await insertOnce(tx, draft)
    const isRepeat = !isNew && draft.request_key !== null && subscriber.request_key === draft.request_key
    if (isRepeat) return { outcome: 'taken', reference } as const
    await countOrUndo(tx, limit, now)
    if (draft.state !== 'held') await takeUp(tx, deps, subscriber, draft, now)
    return { outcome: 'taken', reference } as const
  })
  if (result.outcome === 'taken') deps.wakeOutbox()
  return result
}

function newSubscriber(
  { salt, consentWords }: NewsletterDeps,
  { email, requestId }: { email: string; requestId?: string | undefined },
  { sender, page, honeypot, elapsedMs }: NewsletterContext,
  now: number,
): SubscriberRow {
  const key = emailKey(email)
  const { status, reasons } = scoreSpam({ honeypot, elapsedMs })
  return {
    id: randomBytes(16).toString('base64url'),
    reference: referenceOf(key, salt),
    email,
    email_key: key,
    state: status === 'held' ? 'held' : 'pending',
    reasons: JSON.stringify(reasons),
    request_key: isRequestId(requestId) ? requestId : null,
    consent_words: consentWords,
    consent_page: shortText(page),
    consent_network: shortenedSender(sender),
    consent_at: now,
    confirmed_at: null,
    unsubscribed_at: null,
    created_at: now,
  }
}

/** For example `NL-7GQ4M2XD`. Made from the address, since a drawn one would tell a known address from a new one. */
export function referenceOf(emailKey: string, salt: string): string {
  const bytes = Buffer.from(keyedHash(salt, `reference\n${emailKey}`), 'base64url')
  return formatReference('NL', (below, place) => bytes.readUInt32BE(place * 4) % below)
}

/** The unique address decides who was first, also among many at once. */
async function insertOnce(
  tx: Kysely<Tables>,
  draft: SubscriberRow,
): Promise<{ subscriber: SubscriberRow; isNew: boolean }> {
  if (await insertSubscriber(tx, draft)) return { subscriber: draft, isNew: true }
  const known = await findSubscriber(tx, { email_key: draft.email_key })
  if (known === undefined) throw new Error('the address was erased in this very moment')
  return { subscriber: known, isNew: false }
}

/** The consent that is kept is the one that the mail asks to confirm: a later sign-up without a mail leaves it as it is. */
async function takeUp(
  tx: Kysely<Tables>,
  deps: NewsletterDeps,
  subscriber: SubscriberRow,
  draft: SubscriberRow,
  now: number,
): Promise<void> {
  const isMailed = await countMail(tx, deps, subscriber.email_key, now)
  const { request_key, consent_words, consent_page, consent_network, consent_at } = draft
  const consent = { request_key, consent_words, consent_page, consent_network, consent_at }
  if (isMailed || subscriber.state !== 'pending') await awaitConfirmation(tx, subscriber.id, consent)
  if (isMailed) await enqueueMail(tx, deps, subscriber, now)
}
