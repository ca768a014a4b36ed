import { bodyLimits } from '../limits/limits.ts'

export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: 400 | 403 | 413 | 415

  constructor(status: 400 | 403 | 413 | 415, message: string) {
    super(message)
    this.status = status
  }
}

export type FormRequest = {
  answerAs: 'json' | 'page'
  fields: Record<string, unknown>
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** @throws RequestError 403 for a foreign Origin, 413 past the limit, 415 for another type, 400 for a broken body */
export async function readFormRequest(request: Request, siteUrl: string, maxBytes: number): Promise<FormRequest> {
  requireOwnOrigin(request, siteUrl)
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isJson = type === 'application/json'
  if (!isJson && !formTypes.includes(type)) throw new RequestError(415, 'Send a form post or JSON.')
  const body = await readBody(request, maxBytes)
  if (partsOf(body, type) > bodyLimits.parts) throw new RequestError(400, 'That has more parts than any form here.')
  return isJson
    ? { answerAs: 'json', fields: parseJson(body) }
    : { answerAs: 'page', fields: await parseForm(request, body) }
}

export function answerFormat(request: Request): FormRequest['answerAs'] {
  const type = request.headers.get('content-type') ?? ''
  return formTypes.some((each) => type.toLowerCase().startsWith(each)) ? 'page' : 'json'
}

/** Programs that send no Origin are no browsers, and carry nobody's rights. */
function requireOwnOrigin({ headers }: Request, siteUrl: string): void {
  const origin = headers.get('origin')
  if (origin === null || isOwnAddress(URL.parse(origin), headers.get('host'), siteUrl)) return
  throw new RequestError(403, 'This form can only be sent from the site itself.')
}

/** Whether it is of the site as it was asked for, or, where a proxy changes Host, as SITE_URL names it. */
export function isOwnAddress(url: URL | null, host: string | null | undefined, siteUrl: string): url is URL {
  if (!url?.protocol.startsWith('http')) return false
  return url.host === host?.toLowerCase() || url.origin === new URL(siteUrl).origin
}

async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new RequestError(413, `That is more than this form can take (${maxBytes / 1024} KiB).`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Counted before it is parsed: a part costs hundreds of times what its bytes do. */
function partsOf(body: Uint8Array, type: string): number {
  const [quote, backslash] = [0x22, 0x5c]
  const starts = { 'application/json': ',[{', 'application/x-www-form-urlencoded': '&' }[type] ?? '\n'
  const counted = new Set(Buffer.from(starts))
  let parts = 0
  let isText = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0
    if (!isText && counted.has(byte)) parts += 1
    if (type !== 'application/json') continue
    if (isText && byte === backslash) i += 1
    else if (byte === quote) isText = !isText
  }
  return parts
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

async function parseForm(request: Request, body: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
  try {
    const type = request.headers.get('content-type') ?? ''
    return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData())
  } catch {
    throw new RequestError(400, 'The form post is broken.')
  }
}
