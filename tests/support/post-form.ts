import { pageMarks, type TestApp } from './desk.ts'
import { ask, askJson, site } from './http.ts'

type Post = { form?: string; sender?: string }

/** By the page's script. */
export async function postJson(app: TestApp, values: object, { form = 'contact', sender = '203.0.113.7' }: Post = {}) {
  return await askJson(app, `/api/${form}`, { ...pageMarks, ...values }, { sender, headers: { origin: site } })
}

/** Without JavaScript. */
export async function postPlain(app: TestApp, values: object, headers: Record<string, string> = {}, post: Post = {}) {
  const { form = 'contact', sender = '203.0.113.7' } = post
  const body = new URLSearchParams({ ...values })
  return await ask(app, `/api/${form}`, { sender, method: 'POST', headers: { origin: site, ...headers }, body })
}

/** By the page's script. @returns the reference of what was stored, or else the status */
export async function send(app: TestApp, values: object, post: Post = {}): Promise<string | number> {
  const response = await postJson(app, values, post)
  return response.status === 200 ? (await response.json()).reference : response.status
}
