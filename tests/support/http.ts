import type { RenderPage } from '../../platform/http/request-context.ts'
import { createApp, type SiteOptions } from '../../server/app.ts'
import { pageMarks, type TestApp } from './desk.ts'

const site = 'http://localhost:4321'

export type Asked = RequestInit & { sender?: string }

/** Responds with the page's path and data instead of rendering it. */
const namePage: RenderPage = async (page, shown) => Response.json({ page, shown })
const files = { find: () => undefined, redirectOf: () => undefined, typeOf: () => undefined }
const searchIndex = () => ({ search: () => ({ matches: [], isNear: false }), pages: () => [] })

/** The site without built files, and with page names instead of pages, unless `options` override that. */
export function siteOf(app: TestApp, options: Partial<SiteOptions> = {}) {
  return createApp({ app, renderPage: namePage, files, searchIndex, ...options })
}

/** Sends a request to the site in process, without a port. @param address a path or a full URL */
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

type Post = { form?: string; sender?: string }

/** Posts a form as the page's script does. */
export async function postJson(app: TestApp, values: object, { form = 'contact', sender = '203.0.113.7' }: Post = {}) {
  return await askJson(app, `/api/${form}`, { ...pageMarks, ...values }, { sender, headers: { origin: site } })
}

/** Posts a form as a browser without JavaScript does. */
export async function postPlain(app: TestApp, values: object, headers: Record<string, string> = {}, post: Post = {}) {
  const { form = 'contact', sender = '203.0.113.7' } = post
  const body = new URLSearchParams({ ...values })
  return await ask(app, `/api/${form}`, { sender, method: 'POST', headers: { origin: site, ...headers }, body })
}

/** Posts a form as the page's script does. @returns the reference, or the status if nothing was stored */
export async function send(app: TestApp, values: object, post: Post = {}): Promise<string | number> {
  const response = await postJson(app, values, post)
  return response.status === 200 ? (await response.json()).reference : response.status
}

/** Presses a button on the page of a link in an email, and follows the redirect. */
export async function pressOn(app: TestApp, link: string, fields: Record<string, string>) {
  const posted = await ask(app, link, { method: 'POST', body: new URLSearchParams(fields) })
  const response = posted.status === 303 ? await ask(app, posted.headers.get('location') ?? '') : posted
  return { status: response.status, ...(await response.json()).shown.callLink.answer }
}
