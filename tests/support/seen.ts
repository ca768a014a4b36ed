import { readReport } from '../../server/visits/report.ts'
import type { Engine } from './databases.ts'
import { openTestApp, type TestApp, type TestOptions } from './desk.ts'

export const host = 'studio.example'
const pages = ['/', '/blog', '/blog/x', '/blog/y', '/contact', '/call', '/terms']
export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** `isPlain`: without scripts. */
export type Seen = Partial<Record<'address' | 'agent' | 'path' | 'query' | 'referrer', string>> & {
  isPlain?: boolean
  scrolled?: number
  used?: string[]
  entries?: object[]
  isBehind?: boolean
  headers?: Record<string, string>
}

/** Reports a page view. @returns the status */
export function see(app: TestApp, { path = '/', address = '203.0.113.7', agent = chrome, ...seen }: Seen = {}) {
  const { query = '', referrer = '', scrolled = 0, used = [], entries = [], isBehind = false } = seen
  const headers = { host, referer: `https://${host}${path}${query}`, 'user-agent': agent, ...seen.headers }
  const forms = used.map((name) => `https://${host}/api/${name}`)
  const body = Buffer.from(JSON.stringify([referrer, 5_000, scrolled, isBehind, forms, [entries]]))
  return app.counter.receiveBeacon({ address, headers }, seen.isPlain ? undefined : body)
}

export async function reportOf(app: TestApp, from = '2026-11-20', to = from) {
  await app.counter.write()
  return await readReport(app.database.db, { from, to })
}

/** An app that counts the views of a few pages. */
export async function openVisits(engine: Engine, limits: TestOptions['limits'] = {}): Promise<TestApp> {
  const app = await openTestApp(await engine.createPlace(), {}, { limits })
  app.counter.setPages((path) => pages.includes(path))
  return app
}
