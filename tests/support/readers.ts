import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { confirmLink, type LinkSettings, unsubscribeLink } from '../../src/features/newsletter/newsletter-links.ts'
import { mailsIn } from './owner.ts'

type Reader = { id: string; state: string; reasons: string; consent_page: string; consent_words: string }

/** What a running site on SQLite knows of a reader. */
export function readerOf(dataDir: string, email: string): Reader | undefined {
  return inDatabase(dataDir, (database) =>
    database.prepare<[string], Reader>('select * from subscribers where email = ?').get(email),
  )
}

/** Links as the site would make them, without its address. @param now when the mail with the link to confirm was sent */
export function linksOf(dataDir: string, email: string, now = Date.now()): { confirm: string; unsubscribe: string } {
  const key = "select value from settings where key = 'link-key'"
  const linkKey = String(inDatabase(dataDir, (database) => database.prepare(key).pluck().get()))
  const links: LinkSettings = { siteUrl: '', linkKey, confirmWithinDays: 7 }
  const id = readerOf(dataDir, email)?.id ?? ''
  return { confirm: confirmLink(links, id, now), unsubscribe: unsubscribeLink(links, id) }
}

/** The links in the mails that came to an address, without the site's own. */
export async function mailedLinks(dataDir: string, email: string): Promise<string[]> {
  const mails = (await mailsIn(dataDir)).filter(({ to }) => to?.some(({ address }) => address === email))
  return mails.flatMap(({ text = '' }) => text.match(/\/(?:newsletter|call)\/\S+/g) ?? [])
}

function inDatabase<T>(dataDir: string, read: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(join(dataDir, 'kitewright.sqlite'), { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}
