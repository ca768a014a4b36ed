import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SubscriberRow, Tables } from '../../../migrations/tables.ts'
import { emailKey } from '../../lib/mail/email-key.ts'
import { limitedSender, shortenedSender } from '../../lib/net/ip-network.ts'
import { keyedHash } from '../../lib/net/keyed-hash.ts'
import { formatReference, isRequestId } from '../../lib/net/request-id.ts'
import { type SpamSigns, scoreSpam } from '../../lib/net/spam-score.ts'
import { shortText } from '../../lib/text/plain-text.ts'
import type { Database } from '../../server/db/database.ts'
import { countOrUndo, type Limited, limitKey } from '../../server/limits/limits.ts'
import { writeOfStranger } from '../../server/limits/stranger-write.ts'
import { awaitConfirmation, findSubscriber, insertSubscribers } from './newsletter.repository.ts'
import { askForMail, type NewsletterMailDeps } from './newsletter-mails.ts'

export const newsletterRate = { max: 20, windowMs: 10 * 60_000 } as const

export type NewsletterDeps = NewsletterMailDeps & {
  database: Database
  now: () => number
  /** The words beside the button. */
  consentWords: string
  wakeOutbox: () => void
}

export type NewsletterContext = SpamSigns & {
  sender: string
  page?: string | undefined
}

export type SubscribeResult = { outcome: 'taken'; reference: string } | Limited

/** The same result for every address, known or new, and for a robot. @throws StorageError */
export async function subscribe(
  deps: NewsletterDeps,
  input: { email: string; requestId?: string | undefined },
  context: NewsletterContext,
): Promise<SubscribeResult> {
  const now = deps.now()
  const { isCredible, ...score } = scoreSpam(context)
  const draft = newSubscriber(deps, input, context, { ...score, now })
  const { reference } = draft
  const limit = { key: limitKey('newsletter', limitedSender(context.sender), deps.salt), ...newsletterRate }
  const result = await writeOfStranger(deps, context.sender, now, async (tx) => {
    const { subscriber, isNew } = await insertOnce(tx, draft, deps.database.engine)
    const isRepeat = !isNew && draft.request_key !== null && subscriber.request_key === draft.request_key
    if (isRepeat) return { outcome: 'taken', reference } as const
    await countOrUndo(tx, limit, now)
    if (draft.state !== 'held') await takeUp(tx, deps, subscriber, draft, isCredible)
    return { outcome: 'taken', reference } as const
  })
  if (result.outcome === 'taken') deps.wakeOutbox()
  return result
}

function newSubscriber(
  { salt, consentWords }: NewsletterDeps,
  { email, requestId }: { email: string; requestId?: string | undefined },
  { sender, page }: NewsletterContext,
  { status, reasons, now }: { status: 'ok' | 'held'; reasons: string[]; now: number },
): SubscriberRow {
  const key = emailKey(email)
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

/** The unique address decides who was first; its row is locked from here on. */
async function insertOnce(
  tx: Kysely<Tables>,
  draft: SubscriberRow,
  engine: Database['engine'],
): Promise<{ subscriber: SubscriberRow; isNew: boolean }> {
  for (let tries = 0; tries < 3; tries++) {
    if ((await insertSubscribers(tx, [draft])).size > 0) return { subscriber: draft, isNew: true }
    const known = await findSubscriber(tx, { email_key: draft.email_key }, engine)
    // Else it was erased meanwhile.
    if (known !== undefined) return { subscriber: known, isNew: false }
  }
  throw new Error('the address is erased again and again')
}

/** The consent that is kept is the one that the mail asks to confirm. */
async function takeUp(
  tx: Kysely<Tables>,
  deps: NewsletterDeps,
  subscriber: SubscriberRow,
  draft: SubscriberRow,
  isCredible: boolean,
): Promise<void> {
  const { request_key, consent_words, consent_page, consent_network, consent_at } = draft
  const consent = { request_key, consent_words, consent_page, consent_network, consent_at }
  const mail = await askForMail(tx, deps, subscriber, { network: consent_network, isCredible }, consent_at)
  if (mail !== 'again' || subscriber.state !== 'pending') await awaitConfirmation(tx, subscriber.id, consent)
}
