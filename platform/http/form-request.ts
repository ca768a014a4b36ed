import { RequestError, readBody, requireFewParts } from './body.ts'
import type { Http } from './http.ts'

export type FormRequest = {
  answerAs: 'json' | 'page'
  fields: Record<string, unknown>
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** @throws RequestError 403 for a foreign Origin, 413 past the limit, 415 for another type, 400 for a broken body */
export async function readFormRequest(c: Http, maxBytes: number): Promise<FormRequest> {
  requireOwnOrigin(c)
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isJson = type === 'application/json'
  if (!isJson && !formTypes.includes(type)) throw new RequestError(415, 'Send a form post or JSON.')
  const body = await readBody(c, maxBytes)
  requireFewParts(body, type)
  if (isJson) return { answerAs: 'json', fields: parseJson(body) }
  return { answerAs: 'page', fields: await parseForm(c.req.header('content-type') ?? '', body) }
}

export function answerFormat(c: Http): FormRequest['answerAs'] {
  const type = c.req.header('content-type')?.toLowerCase() ?? ''
  return formTypes.some((each) => type.startsWith(each)) ? 'page' : 'json'
}

/** Programs that send no Origin are no browsers, and carry nobody's rights. */
function requireOwnOrigin(c: Http): void {
  const origin = c.req.header('origin')
  if (origin === undefined || isOwnAddress(URL.parse(origin), c.req.header('host'), c.var.siteUrl)) return
  throw new RequestError(403, 'This form can only be sent from the site itself.')
}

/** Whether it is of the site as it was asked for, or, where a proxy changes Host, as SITE_URL names it. */
export function isOwnAddress(url: URL | null, host: string | undefined, siteUrl: string): url is URL {
  if (!url?.protocol.startsWith('http')) return false
  return url.host === host?.toLowerCase() || url.origin === new URL(siteUrl).origin
}

function parseJson(body: Uint8Array): Record<string, unknown> {
  const broken = () => new RequestError(400, 'The body is no JSON object.')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw broken()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw broken()
  return { ...value }
}

async function parseForm(type: string, body: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData())
  } catch {
    throw new RequestError(400, 'The form post is broken.')
  }
}
