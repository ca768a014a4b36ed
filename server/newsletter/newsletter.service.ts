import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SubscriberRow, Tables } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { emailKey } from '../../platform/email/mail-address.ts'
import { checkForm, type FormTexts } from '../../platform/form.ts'
import type { Form } from '../../platform/http/form-route.ts'
import { limitedSender, shortenedSender } from '../../platform/http/ip-network.ts'
import { keyedHash } from '../../platform/http/keyed-hash.ts'
import { formatReference, isRequestId } from '../../platform/http/request-id.ts'
import { type SpamSigns, scoreSpam } from '../../platform/http/spam-score.ts'
import { consume, type Limited, limitFor } from '../../platform/limits/count-use.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { writeOfStranger } from '../../platform/limits/stranger-write.ts'
import { shortText } from '../../platform/text/plain-text.ts'
import { newsletterRules } from './newsletter.fields.ts'
import { askForMail, type NewsletterDeps } from './newsletter-mails.ts'
import { awaitConfirmation, findSubscriber, insertSubscribers } from './subscriber.repository.ts'

export function newsletterForm(
  deps: NewsletterDeps,
  problems: Form<'email'>['problems'],
  texts: FormTexts,
): Form<'email'> {
  return {
    maxBytes: bodyLimits.newsletter,
    problems,
    check: (fields) => checkForm(newsletterRules, fields, texts),
    submit: ({ values, requestId, context }) => subscribe(deps, { ...values, requestId }, context),
  }
}

/** The same result for every address, known or new, and for a robot. @throws StorageError */
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
    state: status === 'held' ? 'held' : 'pending',
    reasons: JSON.stringify(reasons),
    request_key: isRequestId(requestId) ? requestId : null,
    consent_words: deps.consentWords,
    consent_page: shortText(context.page),
    consent_network: shortenedSender(context.sender),
    consent_at: now,
    confirmed_at: null,
    unsubscribed_at: null,
    created_at: now,
  }
  const limit = limitFor(deps.limits.newsletterPosts, limitedSender(context.sender), deps.salt)
  const result = await writeOfStranger(deps, context.sender, now, async (tx) => {
    const { subscriber, isNew } = await insertOnce(tx, draft, deps.database.engine)
    if (!isNew && draft.request_key !== null && subscriber.request_key === draft.request_key) return stored
    await consume(tx, limit, now)
    if (status === 'held') return stored
    const mail = await askForMail(tx, deps, subscriber, { network: draft.consent_network, isCredible }, now)
    // The consent that is kept is the one that the mail asks to confirm.
    if (mail !== 'again' || subscriber.state !== 'pending') await awaitConfirmation(tx, subscriber.id, draft)
    return stored
  })
  if (result.outcome === 'stored') deps.notifyOutbox()
  return result
}

/** For example `NL-7GQ4M2XD`. Made from the address, since a drawn one would tell a known address from a new one. */
export function referenceOf(emailKey: string, salt: string): string {
  const bytes = Buffer.from(keyedHash(salt, `reference\n${emailKey}`), 'base64url')
  return formatReference('NL', (below, place) => bytes.readUInt32BE(place * 4) % below)
}

/** The unique address decides who was first; its row is locked from here on. */
async function insertOnce(tx: Kysely<Tables>, draft: SubscriberRow, engine: Database['engine']) {
  for (let tries = 0; tries < 3; tries++) {
    if ((await insertSubscribers(tx, [draft])).size > 0) return { subscriber: draft, isNew: true }
    const known = await findSubscriber(tx, { email_key: draft.email_key }, engine)
    // Else it was erased meanwhile.
    if (known !== undefined) return { subscriber: known, isNew: false }
  }
  throw new Error('the address is erased again and again')
}
