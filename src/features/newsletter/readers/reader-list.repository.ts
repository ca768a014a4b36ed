import { type Kysely, sql } from 'kysely'
import type { SubscriberRow, SubscriberState, Tables } from '../../../../migrations/tables.ts'
import { inPages } from '../../../server/db/in-pages.ts'

type Db = Kysely<Tables>

export const subscriberStates = [
  'confirmed',
  'pending',
  'held',
  'unsubscribed',
  'bounced',
  'complained',
] as const satisfies SubscriberState[]

export type ReaderFilter = {
  /** Undefined: all. */
  state?: SubscriberState | undefined
  /** A part of the address, in any case. */
  search?: string | undefined
}

/** The newest first. */
export async function listReaders(db: Db, filter: ReaderFilter, limit: number): Promise<SubscriberRow[]> {
  return await filtered(db, filter).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

export async function countReaders(db: Db): Promise<Partial<Record<SubscriberState, number>>> {
  const rows = await db
    .selectFrom('subscribers')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Each page sorts the list anew, for which no index is kept up: few pages. */
const pageSize = 2_000

/** The oldest first, without holding more than a page in memory. */
export async function* allReaders(db: Db, filter: ReaderFilter = {}): AsyncGenerator<SubscriberRow> {
  const pages = inPages<SubscriberRow>(pageSize, (last) => {
    const query = filtered(db, filter).orderBy('created_at').orderBy('id').limit(pageSize)
    if (last === undefined) return query.execute()
    const { created_at, id } = last
    return query
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(created_at, id)))
      .execute()
  })
  for await (const page of pages) yield* page
}

function filtered(db: Db, { state, search }: ReaderFilter) {
  let query = db.selectFrom('subscribers').selectAll()
  if (state !== undefined) query = query.where('state', '=', state)
  if (search === undefined) return query
  // SQLite's lower() knows the English letters alone, so that the others are looked for in either case.
  const spellings = new Set([search.toLowerCase(), search.toUpperCase()].map(lowerEnglish))
  const patterns = [...spellings].map((each) => `%${each.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return query.where((eb) =>
    eb.or(
      patterns.flatMap((pattern) => [
        sql<boolean>`lower(email) like ${pattern} escape '\\'`,
        sql<boolean>`email_key like ${pattern} escape '\\'`,
      ]),
    ),
  )
}

function lowerEnglish(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
