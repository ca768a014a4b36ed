import { sql } from 'kysely'
import type { Db } from '../../migrations/tables.ts'
import { readArticlesNow } from './issues/current-articles.ts'

/** Returns a function that turns a page's path into its title, like `Seven SaaS trends`. Imported lists keep their names. */
export function readSourceNames(): (page: string | null) => string {
  const names = new Map(readArticlesNow().articles.map(({ path, title }) => [path, title]))
  names.set('/', 'Home page').set('/newsletter', 'Newsletter page').set('import', 'Imported')
  return (page) => names.get(page ?? '') ?? page ?? ''
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
