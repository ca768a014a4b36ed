import { unsubscribePath } from '../../server/newsletter/links.ts'
import type { TestApp } from './desk.ts'
import { ask } from './http.ts'

/** Opens a link of the newsletter as a browser does, with nothing but its address. */
export async function openLink(app: TestApp, purpose: string, method: string, url: URL) {
  const response = await ask(app, `/newsletter/${purpose}${url.search}`, { method })
  return { status: response.status, state: (await response.json()).shown.emailLink }
}

/** The link in the newest email that isn't waiting for a limit. */
export async function newestLink({ database: { db } }: TestApp): Promise<URL> {
  const newest = db.selectFrom('outbox').select('text').where('details', 'is', null).orderBy('created_at', 'desc')
  return new URL(/http\S+key=\S+/.exec((await newest.executeTakeFirst())?.text ?? '')?.[0] ?? '')
}

/** The unsubscribe link of the oldest subscriber. */
export async function leavingLink(app: TestApp): Promise<URL> {
  const oldest = app.database.db.selectFrom('subscribers').select('id').orderBy('created_at')
  const { id } = await oldest.executeTakeFirstOrThrow()
  return new URL(unsubscribePath(app.linkKey, id), app.environment.siteUrl)
}
