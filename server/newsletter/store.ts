import { sql } from 'kysely'
import type { Db, SubscriberRow } from '../../migrations/tables.ts'
import { deleteUnsentEmails } from '../../platform/email/outbox/store.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { liftSuppression, type SaltAndTime, suppress } from './suppressions.ts'

type SubscriberKey = { id: string } | { email_key: string }

export async function findSubscriber(db: Db, key: SubscriberKey): Promise<SubscriberRow | undefined> {
  return await withKey(db, key).executeTakeFirst()
}

export async function lockSubscriber(tx: Db, key: SubscriberKey): Promise<SubscriberRow | undefined> {
  return await withKey(tx, key).forUpdate().executeTakeFirst()
}

function withKey(db: Db, key: SubscriberKey) {
  const all = db.selectFrom('subscribers').selectAll()
  return 'id' in key ? all.where('id', '=', key.id) : all.where('email_key', '=', key.email_key)
}

/** Marks a subscriber as pending, with the consent from the latest sign-up. Doesn't change confirmed subscribers. */
export async function setPending(tx: Db, id: string, draft: SubscriberRow): Promise<void> {
  const { request_key, consent_words, consent_page, consent_network, consent_at } = draft
  const consent = { request_key, consent_words, consent_page, consent_network, consent_at }
  await tx
    .updateTable('subscribers')
    .set({ ...consent, state: 'pending', reasons: '[]' })
    .where('id', '=', id)
    .where('state', '!=', 'confirmed')
    .execute()
}

/** Confirms a pending subscriber and lifts an earlier suppression. */
export async function setConfirmed(
  tx: Db,
  { id, email_key }: SubscriberRow,
  { salt, now }: SaltAndTime,
): Promise<void> {
  const confirmed = await tx
    .updateTable('subscribers')
    .set({ state: 'confirmed', confirmed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (confirmed === undefined) return
  await liftSuppression(tx, email_key, salt)
}

/** Ends a subscription and suppresses the address. Unsubscribing also deletes unsent emails. */
export async function endSubscriber(tx: Db, id: string, state: 'unsubscribed' | 'bounced', context: SaltAndTime) {
  const ended = await tx
    .updateTable('subscribers')
    .set({ state, unsubscribed_at: context.now })
    .where('id', '=', id)
    .$if(state === 'unsubscribed', (query) => query.where('state', '!=', state))
    .$if(state === 'bounced', (query) => query.where('state', '=', 'confirmed'))
    .returning('email_key')
    .executeTakeFirst()
  if (ended === undefined) return
  // Keep emails that bounced, to show the owner the mail server's response.
  if (state === 'unsubscribed') await deleteUnsentEmails(tx, id)
  await suppress(tx, ended.email_key, state, context)
}

/** Deletes a subscriber. @returns their ID, or undefined if the address isn't on the list */
export async function deleteSubscriber(tx: Db, emailKey: string): Promise<string | undefined> {
  const query = tx.deleteFrom('subscribers').where('email_key', '=', emailKey).returning('id')
  return (await query.executeTakeFirst())?.id
}

/** Inserts subscribers, except known addresses. @returns the new subscribers' email keys */
export async function insertSubscribers(tx: Db, subscribers: readonly SubscriberRow[]): Promise<Set<string>> {
  const inserted = await tx
    .insertInto('subscribers')
    .values(subscribers)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('email_key')
    .execute()
  return new Set(inserted.map(({ email_key }) => email_key))
}

/** Finds and locks addresses on the list. `own`: they signed up here. Imported subscribers have an `id` for removal. */
export async function lockKnown(db: Db, emailKeys: readonly string[]): Promise<Map<string, 'own' | { id: string }>> {
  if (emailKeys.length === 0) return new Map()
  const columns = ['email_key', 'id', 'request_key'] as const
  const listed = db.selectFrom('subscribers').select(columns).where('email_key', 'in', emailKeys)
  const known = await listed.orderBy('email_key').forUpdate().execute()
  return new Map(known.map(({ email_key, id, request_key }) => [email_key, request_key === null ? { id } : 'own']))
}

type UnconfirmedTerms = { now: number; confirmWithinDays: number; keepUnconfirmedDays: number }

/** Deletes sign-ups that weren't confirmed in time, counting from the last confirmation email. */
export async function deleteUnconfirmed(
  tx: Db,
  { now, confirmWithinDays, keepUnconfirmedDays }: UnconfirmedTerms,
): Promise<void> {
  const suspiciousBefore = now - keepUnconfirmedDays * dayMs
  const askedBefore = suspiciousBefore - confirmWithinDays * dayMs
  // The outbox is large and doesn't index addresses, so read them all in one query.
  const emailed = tx
    .selectFrom('outbox')
    .select(sql<string>`lower(to_address)`.as('address'))
    .where('batch', 'is', null)
    .where('kind', '=', 'newsletter-confirmation')
    .where('created_at', '>', askedBefore)
  await tx
    .deleteFrom('subscribers')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'suspicious'), eb('consent_at', '<=', suspiciousBefore)]),
        eb.and([eb('state', '=', 'pending'), eb('consent_at', '<=', askedBefore), eb('email_key', 'not in', emailed)]),
      ]),
    )
    .execute()
}
