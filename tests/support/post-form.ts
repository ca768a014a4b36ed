import { POST } from '../../site/pages/api/[form].ts'
import { pageMarks, type TestApp } from './desk.ts'

const site = 'http://localhost:4321'
const json = { 'content-type': 'application/json', origin: site, host: new URL(site).host }

type Post = { form?: string; sender?: string }

/** What the server answers to a post; instead of a page it says which one that is, and what stands in its form. */
async function answer(app: TestApp, body: string, headers: Record<string, string>, post: Post): Promise<Response> {
  const { form = 'contact', sender = '203.0.113.7' } = post
  const request = new Request(`${site}/api/${form}`, { method: 'POST', headers, body })
  const locals = { app, sender, requestId: 'test', formAnswer: undefined }
  const rewrite = async ({ url }: Request) => Response.json({ page: new URL(url).pathname, shown: locals.formAnswer })
  const context: object = { params: { form }, request, locals, rewrite }
  return await POST(context as Parameters<typeof POST>[0])
}

/** By the page's script. */
export async function postJson(app: TestApp, values: object, post: Post = {}): Promise<Response> {
  return await answer(app, JSON.stringify({ ...pageMarks, ...values }), json, post)
}

/** Without JavaScript. */
export async function postPlain(app: TestApp, values: object, headers: Record<string, string> = {}, post: Post = {}) {
  const body = new URLSearchParams({ ...values }).toString()
  return await answer(app, body, { ...json, 'content-type': 'application/x-www-form-urlencoded', ...headers }, post)
}

/** By the page's script. @returns the reference of what was stored, or else the status */
export async function send(app: TestApp, values: object, post: Post = {}): Promise<string | number> {
  const response = await postJson(app, values, post)
  return response.status === 200 ? (await response.json()).reference : response.status
}
