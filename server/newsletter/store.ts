import { sql } from 'kysely'
import type { Db, SubscriberRow, SubscriberState, SuppressionRow } from '../../migrations/tables.ts'
import { rowsInPages } from '../../platform/db/stored-rows.ts'
import { deleteUnsentEmails } from '../../platform/email/outbox/store.ts'
import { keyedHash } from '../../platform/signing.ts'
import { dayMs, dayOf } from '../../platform/text/time-text.ts'

/** `salt` hashes the suppressed address. `now` is when it was suppressed. */
type SaltAndTime = { salt: string; now: number }

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

/** Number of subscribers at the end of each day (UTC) on which it changed. */
export async function readGrowth(db: Db): Promise<{ day: string; subscribers: number }[]> {
  const { rows } = await sql<{ day: number; change: number }>`
    select day, sum(change) as change from (
      select confirmed_at / ${sql.lit(dayMs)} as day, 1 as change from subscribers where confirmed_at is not null
      union all
      select unsubscribed_at / ${sql.lit(dayMs)}, -1 from subscribers
      where confirmed_at is not null and unsubscribed_at is not null
    ) as changes group by day order by day`.execute(db)
  let subscribers = 0
  return rows.map(({ day, change }) => {
    subscribers += change
    return { day: dayOf(new Date(day * dayMs)), subscribers }
  })
}

/** Counts subscribers who joined since a time by where they signed up. */
export async function countSources(db: Db, since: number): Promise<{ name: string; count: number }[]> {
  const name = sql<string>`case
    when consent_page = '/' then 'Home page'
    when consent_page = '/newsletter' then 'Newsletter page'
    when consent_page like '/blog/%' then 'Articles'
    when consent_page is null or consent_page like '/%' then 'Other pages'
    else 'Imported' end`
  return await db
    .selectFrom('subscribers')
    .select((eb) => [name.as('name'), eb.fn.countAll<number>().as('count')])
    .where('confirmed_at', '>=', since)
    .groupBy(name)
    .orderBy('count', 'desc')
    .execute()
}

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
  await tx.deleteFrom('suppressions').where('email_hash', '=', suppressionHash(email_key, salt)).execute()
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
  // Keep bounced emails, to show the owner the mail server's response.
  if (state === 'unsubscribed') await deleteUnsentEmails(tx, id)
  await suppress(tx, ended.email_key, state, context)
}

export async function deleteSubscriber(tx: Db, emailKey: string): Promise<string | undefined> {
  const query = tx.deleteFrom('subscribers').where('email_key', '=', emailKey).returning('id')
  return (await query.executeTakeFirst())?.id
}

export async function suppress(tx: Db, emailKey: string, reason: SuppressionRow['reason'], { salt, now }: SaltAndTime) {
  await tx
    .insertInto('suppressions')
    .values({ email_hash: suppressionHash(emailKey, salt), reason, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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

/** Finds and locks the addresses that are on the list. `own`: they signed up here. Imported subscribers have an `id`. */
export async function lockKnown(db: Db, emailKeys: readonly string[]): Promise<Map<string, 'own' | { id: string }>> {
  if (emailKeys.length === 0) return new Map()
  const columns = ['email_key', 'id', 'request_key'] as const
  const listed = db.selectFrom('subscribers').select(columns).where('email_key', 'in', emailKeys)
  const known = await listed.orderBy('email_key').forUpdate().execute()
  return new Map(known.map(({ email_key, id, request_key }) => [email_key, request_key === null ? { id } : 'own']))
}

export async function findSuppressed(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db.selectFrom('suppressions').select('email_hash').where('email_hash', 'in', hashes).execute()
  return new Set(rows.map(({ email_hash }) => email_hash))
}

/** Hashes a suppressed address, so the table can answer whether it has an address but doesn't reveal any. */
export function suppressionHash(emailKey: string, salt: string): string {
  return keyedHash(salt, `suppressed\n${emailKey}`)
}

/** Deletes sign-ups that weren't confirmed in time. Each confirmation email restarts the period. */
export async function deleteUnconfirmed(
  tx: Db,
  terms: { now: number; confirmWithinDays: number; keepUnconfirmedDays: number },
): Promise<void> {
  const { now, confirmWithinDays, keepUnconfirmedDays } = terms
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

/** What the owner sees for each subscriber state. */
export const subscriberStateLabels = {
  confirmed: 'active',
  pending: 'unconfirmed',
  suspicious: 'suspicious',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
} as const satisfies Record<SubscriberState, string>

const subscriberStates = Object.keys(subscriberStateLabels) as SubscriberState[]
type SubscriberStateLabel = (typeof subscriberStateLabels)[SubscriberState]

type SubscriberFilter = { state: SubscriberStateLabel | 'all'; search: string }

export async function listSubscribers(db: Db, filter: SubscriberFilter, limit: number): Promise<SubscriberRow[]> {
  return await filtered(db, filter).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export async function countSubscribers(db: Db): Promise<Partial<Record<SubscriberStateLabel, number>>> {
  const rows = await db
    .selectFrom('subscribers')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [subscriberStateLabels[state], count]))
}

/** Pages are large because each page sorts the whole list. There is no index for it. */
const pageSize = 2_000

export function allSubscribers(db: Db, filter: SubscriberFilter): AsyncGenerator<SubscriberRow> {
  return rowsInPages<SubscriberRow>(pageSize, (last) => {
    const query = filtered(db, filter).orderBy('created_at').orderBy('id').limit(pageSize)
    if (last === undefined) return query.execute()
    const { created_at, id } = last
    return query
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(created_at, id)))
      .execute()
  })
}

function filtered(db: Db, { state, search }: SubscriberFilter) {
  let query = db.selectFrom('subscribers').selectAll()
  const stored = subscriberStates.find((each) => subscriberStateLabels[each] === state)
  if (stored !== undefined) query = query.where('state', '=', stored)
  if (search === '') return query
  // SQLite's lower() only knows ASCII, so search other letters in both cases.
  const upper = search.toUpperCase().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const spellings = new Set([search.toLowerCase(), upper])
  const patterns = [...spellings].map((spelling) => `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const conditions = patterns.flatMap((pattern) => [
    sql<boolean>`lower(email) like ${pattern} escape '\\'`,
    sql<boolean>`email_key like ${pattern} escape '\\'`,
  ])
  return query.where((eb) => eb.or(conditions))
}

/** When a subscriber's state began, in ms since 1970. */
export function inStateSince({ state, ...subscriber }: SubscriberRow): number {
  if (state === 'confirmed') return subscriber.confirmed_at ?? subscriber.consent_at
  if (state === 'pending' || state === 'suspicious') return subscriber.consent_at
  return subscriber.unsubscribed_at ?? subscriber.created_at
}
