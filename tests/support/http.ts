import type { RenderPage } from '../../platform/http/http.ts'
import { createApp, type SiteOptions } from '../../server/app.ts'
import type { TestApp } from './desk.ts'

export const site = 'http://localhost:4321'

export type Asked = RequestInit & { sender?: string }

/** In place of a page: which one it is, and what it shows. */
const namePage: RenderPage = async (page, shown) => Response.json({ page, shown })
const files = { find: () => undefined, redirectOf: () => undefined, typeOf: () => undefined }
const texts = () => ({ search: () => ({ matches: [], isNear: false }), addresses: () => [] })

/** Without the files of a build, and with names of pages instead of pages, unless other `options` are given. */
export function siteOf(app: TestApp, options: Partial<SiteOptions> = {}) {
  return createApp({ app, renderPage: namePage, files, texts, ...options })
}

/** What the site answers, in process: no port is open. @param address from the root, or a whole one */
export async function ask(app: TestApp, address: string, asked: Asked = {}, options: Partial<SiteOptions> = {}) {
  const { sender = '203.0.113.7', ...init } = asked
  const url = new URL(address, site)
  const request = new Request(url, { ...init, headers: { host: url.host, ...init.headers } })
  return await siteOf(app, options).fetch(request, { remoteAddress: sender })
}

export async function askJson(app: TestApp, address: string, body: object, asked: Asked = {}) {
  const headers = { 'content-type': 'application/json', ...asked.headers }
  return await ask(app, address, { ...asked, method: 'POST', headers, body: JSON.stringify(body) })
}
