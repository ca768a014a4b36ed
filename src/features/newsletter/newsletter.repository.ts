import type { Kysely } from 'kysely'
import type { SubscriberRow, SuppressionRow, Tables, WaitingMailRow } from '../../../migrations/tables.ts'
import type { Database } from '../../server/db/database.ts'
import { mailboxPauseMs } from '../../server/mail/mail-room.ts'

type Db = Kysely<Tables>

/** What somebody agreed to, and how we know. */
export type Consent = Pick<
  SubscriberRow,
  'request_key' | 'consent_words' | 'consent_page' | 'consent_network' | 'consent_at'
>

/** @returns false when the address is known; then nothing was stored */
export async function insertSubscriber(tx: Db, subscriber: SubscriberRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('subscribers')
    .values(subscriber)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @param lockOn names the engine where nobody else may change it until the transaction ends; SQLite has one writer anyway */
export async function findSubscriber(
  db: Db,
  by: { id: string } | { email_key: string },
  lockOn?: Database['engine'],
): Promise<SubscriberRow | undefined> {
  const query = db
    .selectFrom('subscribers')
    .selectAll()
    .$if(lockOn === 'postgres', (unlocked) => unlocked.forUpdate())
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('email_key', '=', by.email_key)
  return await found.executeTakeFirst()
}

/** Waits for a confirmation from here on, on the strength of this consent; a confirmed reader stays confirmed. */
export async function awaitConfirmation(tx: Db, id: string, consent: Consent): Promise<void> {
  await tx
    .updateTable('subscribers')
    .set({ ...consent, state: 'pending', reasons: '[]' })
    .where('id', '=', id)
    .where('state', '!=', 'confirmed')
    .execute()
}

/** @returns false when it was not waiting for a confirmation (any more) */
export async function setConfirmed(tx: Db, id: string, now: number): Promise<boolean> {
  const confirmed = await tx
    .updateTable('subscribers')
    .set({ state: 'confirmed', confirmed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** @returns the one who left; undefined when there is none, or it had left before */
export async function setUnsubscribed(tx: Db, id: string, now: number): Promise<SubscriberRow | undefined> {
  return await tx
    .updateTable('subscribers')
    .set({ state: 'unsubscribed', unsubscribed_at: now })
    .where('id', '=', id)
    .where('state', '!=', 'unsubscribed')
    .returningAll()
    .executeTakeFirst()
}

/** @returns the id of the one there was */
export async function deleteSubscriber(tx: Db, emailKey: string): Promise<string | undefined> {
  const query = tx.deleteFrom('subscribers').where('email_key', '=', emailKey).returning('id')
  return (await query.executeTakeFirst())?.id
}

/** Letters to a reader whose turn has not come. */
export async function deleteQueuedLetters(tx: Db, subscriberId: string): Promise<void> {
  await tx.deleteFrom('issue_mails').where('subscriber_id', '=', subscriberId).where('state', '=', 'queued').execute()
}

/** The first reason stays. */
export async function suppress(tx: Db, suppression: SuppressionRow): Promise<void> {
  await tx
    .insertInto('suppressions')
    .values(suppression)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function liftSuppression(tx: Db, emailHash: string): Promise<void> {
  await tx.deleteFrom('suppressions').where('email_hash', '=', emailHash).execute()
}

/** @returns the keys of those that are new and now stored; the others are known, and left as they are */
export async function insertReaders(tx: Db, readers: readonly SubscriberRow[]): Promise<Set<string>> {
  const inserted = await tx
    .insertInto('subscribers')
    .values(readers)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('email_key')
    .execute()
  return new Set(inserted.map(({ email_key }) => email_key))
}

export async function knownAmong(db: Db, emailKeys: readonly string[]): Promise<Set<string>> {
  if (emailKeys.length === 0) return new Set()
  const known = await db.selectFrom('subscribers').select('email_key').where('email_key', 'in', emailKeys).execute()
  return new Set(known.map(({ email_key }) => email_key))
}

export async function suppressedAmong(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const found = await db.selectFrom('suppressions').select('email_hash').where('email_hash', 'in', hashes).execute()
  return new Set(found.map(({ email_hash }) => email_hash))
}

/** @returns whose subscription has ended; undefined when there was none to end (any more) */
export async function setGone(
  tx: Db,
  id: string,
  state: 'bounced' | 'complained',
  now: number,
): Promise<string | undefined> {
  const gone = await tx
    .updateTable('subscribers')
    .set({ state, unsubscribed_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'confirmed'])
    .returning('email_key')
    .executeTakeFirst()
  return gone?.email_key
}

export async function putWaiting(tx: Db, waiting: WaitingMailRow): Promise<void> {
  await tx.insertInto('waiting_mails').values(waiting).execute()
}

/** @returns what waited for this subscription, and does not any more */
export async function takeWaiting(tx: Db, subscriberId: string): Promise<WaitingMailRow | undefined> {
  return await tx
    .deleteFrom('waiting_mails')
    .where('subscriber_id', '=', subscriberId)
    .returningAll()
    .executeTakeFirst()
}

/** Whose mail may be tried, those with the page's marks first, then those who have waited longest. */
export async function findDueWaiting(
  db: Db,
  now: number,
  by: { most: number } | { subscriberId: string },
): Promise<WaitingMailRow[]> {
  return await db
    .selectFrom('waiting_mails')
    .selectAll()
    // Nothing waits for longer than a mailbox does: what is due later was written by a clock that was ahead.
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + mailboxPauseMs + 60_000)]))
    .$if('subscriberId' in by, (query) =>
      query.where('subscriber_id', '=', 'subscriberId' in by ? by.subscriberId : ''),
    )
    .orderBy('is_credible', 'desc')
    .orderBy('wanted_at')
    .limit('most' in by ? by.most : 1)
    .execute()
}
