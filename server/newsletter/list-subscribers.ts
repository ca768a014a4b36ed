import { sql } from 'kysely'
import type { Db, SubscriberRow, SubscriberState } from '../../migrations/tables.ts'
import { countRows, rowsInPages } from '../../platform/db/stored-rows.ts'

/** Labels for the subscriber states. */
export const subscriberStateLabels = {
  confirmed: 'active',
  pending: 'unconfirmed',
  suspicious: 'suspicious',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
} as const satisfies Record<SubscriberState, string>

const subscriberStates = Object.keys(subscriberStateLabels) as SubscriberState[]
type SubscriberWord = (typeof subscriberStateLabels)[SubscriberState]

type SubscriberFilter = { state: SubscriberWord | 'all'; search: string }

/** Lists subscribers, newest first. */
export async function listSubscribers(db: Db, filter: SubscriberFilter, limit: number): Promise<SubscriberRow[]> {
  return await matchingSubscribers(db, filter)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countSubscribers(db: Db): Promise<Partial<Record<SubscriberWord, number>>> {
  const rows = await db
    .selectFrom('subscribers')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [subscriberStateLabels[state], count]))
}

/** Rows per page. Pages are large because each page sorts the whole list: no index has this order. */
const pageSize = 2_000

/** Iterates over all matching subscribers, oldest first. */
export function allSubscribers(db: Db, filter: SubscriberFilter): AsyncGenerator<SubscriberRow> {
  return rowsInPages<SubscriberRow>(pageSize, (last) => {
    const query = matchingSubscribers(db, filter).orderBy('created_at').orderBy('id').limit(pageSize)
    if (last === undefined) return query.execute()
    const { created_at, id } = last
    return query
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(created_at, id)))
      .execute()
  })
}

function matchingSubscribers(db: Db, { state, search }: SubscriberFilter) {
  let query = db.selectFrom('subscribers').selectAll()
  const stored = subscriberStates.find((each) => subscriberStateLabels[each] === state)
  if (stored !== undefined) query = query.where('state', '=', stored)
  if (search === '') return query
  // Search for non-ASCII letters in both cases, because SQLite's lower() only changes ASCII.
  const upper = search.toUpperCase().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const spellings = new Set([search.toLowerCase(), upper])
  const patterns = [...spellings].map((spelling) => `%${spelling.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const conditions = patterns.flatMap((pattern) => [
    sql<boolean>`lower(email) like ${pattern} escape '\\'`,
    sql<boolean>`email_key like ${pattern} escape '\\'`,
  ])
  return query.where((eb) => eb.or(conditions))
}

/** The time a subscriber's state began (epoch ms). */
export function inStateSince({ state, ...subscriber }: SubscriberRow): number {
  if (state === 'confirmed') return subscriber.confirmed_at ?? subscriber.consent_at
  if (state === 'pending' || state === 'suspicious') return subscriber.consent_at
  return subscriber.unsubscribed_at ?? subscriber.created_at
}

/** Counts subscribers by state, and people who joined or left since each time. Someone who did both counts twice. */
export async function summarizeSubscribers(db: Db, since: readonly number[]) {
  const changes = since.map(async (from) => {
    const confirmed = db.selectFrom('subscribers').where('confirmed_at', '>=', from)
    // Count suppressions, which everyone who leaves has. Exclude erased people, who might never have subscribed.
    const left = db.selectFrom('suppressions').where('created_at', '>=', from).where('reason', '!=', 'forgotten')
    return { gained: await countRows(confirmed), lost: await countRows(left) }
  })
  return { states: await countSubscribers(db), changes: await Promise.all(changes) }
}
