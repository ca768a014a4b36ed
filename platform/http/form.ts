import { isUtf8 } from 'node:buffer'
import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { siteContent } from '../content/site-content.ts'
import { StorageError } from '../db/database.ts'
import { checkForm, type Fields, type FormErrors, type Values } from '../fields.ts'
import { countRequest, LimitReached } from '../limits/count-use.ts'
import { createHolds } from '../limits/holds.ts'
import { bodyLimits, doorLimits, type VisitorLimit } from '../limits/limits.ts'
import { takeTurn } from '../limits/turns.ts'
import { parseJson } from '../text/plain-text.ts'
import { type Http, showPage } from './http.ts'
import { isRequestId } from './keys.ts'

export type SpamSigns = {
  honeypot: boolean
  /** Undefined without JavaScript, and negative if the visitor's clock was set back. Both are ignored. */
  elapsedMs?: number | undefined
  isPlainForm?: boolean | undefined
}

export type FormContext = SpamSigns & {
  sender: string
  page?: string | undefined
  parameters?: Readonly<Record<string, string>> | undefined
  referrer?: string | undefined
  language?: string | undefined
}

type FormPage<Name extends string> = {
  /** A function if they depend on what was posted. */
  fields: Fields<Name> | ((posted: Readonly<Record<string, unknown>>) => Fields<Name>)
  limit: VisitorLimit
  maxBytes: number
  problems: { tooLarge: string; tooMany: string; unavailable: string }
  page: string
  data?: (shown: FormAnswer) => Promise<Partial<App.Locals>>
}

/** A refused form, which its page shows again. */
export type FormAnswer = {
  values?: Values
  errors: FormErrors
  more?: Readonly<Record<string, unknown>>
}

type AnswerAs = 'json' | 'page'

type PostedForm<Name extends string> = FormPage<Name> & {
  answerAs: AnswerAs
  values: Values<Name>
  errors: FormErrors<Name> | undefined
  /** All fields as they were posted, unchecked. */
  posted: Readonly<Record<string, unknown>>
  requestId: string
  context: FormContext
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The form to show again if the request fails. */
    form?: FormPage<string> & { answerAs: AnswerAs; values?: Values }
  }
}

/** Reads and counts a submission, then checks its fields. @throws RequestError, LimitReached: see `formFailure` */
export async function readForm<Name extends string>(c: Http, form: FormPage<Name>): Promise<PostedForm<Name>> {
  const { fields, limit, maxBytes } = form
  const answerAs = answerFormat(c)
  c.set('form', { ...form, answerAs })
  const posted = await readPost(c, maxBytes)
  const formFields = typeof fields === 'function' ? fields(posted) : fields
  const { values, errors } = checkForm(formFields, posted, siteContent().words.form)
  c.set('form', { ...form, answerAs, values })
  const requestId = textOf(posted['requestId'])
  const repeatKey = isRequestId(requestId) ? JSON.stringify([requestId, values]) : undefined
  await countRequest(c.var.counting, { limit, sender: c.var.sender, repeatKey })
  const context = readContext(c, answerAs, posted)
  return { ...form, answerAs, values, errors, posted, requestId, context }
}

/** JSON for scripts, otherwise a redirect, so that a reload doesn't post again. @param page its target */
export function formSaved(
  c: Http,
  answerAs: AnswerAs,
  saved: Readonly<Record<string, unknown>>,
  page: string,
): Response {
  return answerAs === 'json' ? c.json({ ok: true, ...saved }) : c.redirect(page, 303)
}

type Refusal = {
  status: 400 | 403 | 409 | 413 | 415 | 422 | 429 | 503
  message: string
  more?: FormAnswer['more']
  headers?: Record<string, string>
}

/** JSON for scripts, otherwise the form again with everything typed. Without a `refusal` it shows the check's errors. */
export async function formErrors(
  c: Http,
  form: NonNullable<Http['var']['form']> & { errors?: FormErrors | undefined },
  refusal?: Refusal,
): Promise<Response> {
  const { page, data, answerAs, values } = form
  const { status = 422, message = '', more, headers = {} } = refusal ?? {}
  const errors = refusal === undefined && form.errors ? form.errors : { message, fields: {} }
  if (answerAs === 'json') return c.json({ ok: false, ...errors, ...more }, status, headers)
  const shown = { ...(values && { values }), errors, ...(more && { more }) }
  return await showPage(c, page, { form: shown, ...(await data?.(shown)) }, { status, headers })
}

/** Responds to an error of a form's handler. @returns undefined for other routes and unknown errors */
export async function formFailure(c: Http, error: unknown): Promise<Response | undefined> {
  const { form } = c.var
  if (form === undefined) return undefined
  if (error instanceof RequestError) {
    const { status, message } = error
    return await formErrors(c, form, { status, message: status === 413 ? form.problems.tooLarge : message })
  }
  if (error instanceof LimitReached) {
    const headers = { 'Retry-After': `${error.retryAfterSeconds}` }
    return await formErrors(c, form, { status: 429, message: form.problems.tooMany, headers })
  }
  if (!(error instanceof StorageError)) return undefined
  c.var.log.error({ requestId: c.var.requestId, err: error, path: c.req.path }, 'a form could not be stored')
  return await formErrors(c, form, { status: 503, message: form.problems.unavailable })
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** @throws RequestError 403 for a foreign Origin, 413 past the limit, 415 for another type, 400 for a broken body */
export async function readPost(c: Http, maxBytes: number): Promise<Record<string, unknown>> {
  requireOwnOrigin(c)
  return await readFields(c, maxBytes)
}

/** `readPost` without the Origin check, for URLs with a secret key. */
export async function readFields(c: Http, maxBytes: number): Promise<Record<string, unknown>> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isJson = type === 'application/json'
  if (!isJson && !formTypes.includes(type)) throw new RequestError(415, 'Send a form post or JSON.')
  const body = await readBody(c, maxBytes, type)
  return isJson ? jsonIn(body) : await formIn(c.req.header('content-type') ?? '', body)
}

function answerFormat(c: Http): AnswerAs {
  const type = c.req.header('content-type')?.toLowerCase() ?? ''
  return formTypes.some((each) => type.startsWith(each)) ? 'page' : 'json'
}

/** Requests without an Origin aren't from browsers. Pages that send no referrer send the Origin `null`. */
function requireOwnOrigin(c: Http): void {
  const origin = c.req.header('origin')
  if (origin === 'null' && c.req.header('sec-fetch-site') === 'same-origin') return
  if (origin === undefined || isOwnAddress(URL.parse(origin), c.req.header('host'), c.var.siteUrl)) return
  // Browsers mark forms on other sites, which aren't the owner's.
  const isWebPage = origin.startsWith('http') && URL.canParse(origin)
  if (isWebPage && c.req.header('sec-fetch-site') !== 'cross-site') c.var.reportOrigin(new URL(origin).origin)
  throw new RequestError(403, 'This form can only be sent from the site itself.')
}

/** Whether the Origin is the requested host or, behind a proxy that changes Host, SITE_URL. */
export function isOwnAddress(url: URL | null, host: string | undefined, siteUrl: string): url is URL {
  if (!url?.protocol.startsWith('http')) return false
  return url.host === host?.toLowerCase() || url.origin === new URL(siteUrl).origin
}

function jsonIn(body: Uint8Array): Record<string, unknown> {
  const value = isUtf8(body) ? parseJson(Buffer.from(body).toString()) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestError(400, 'The body isn’t a JSON object.')
  return { ...value }
}

async function formIn(type: string, body: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData())
  } catch {
    throw new RequestError(400, 'The form post is broken.')
  }
}

const maxAddressCharacters = 4096

function readContext(c: Http, answerAs: AnswerAs, posted: Readonly<Record<string, unknown>>): FormContext {
  const elapsedMs = posted['elapsedMs']
  const address = textOf(posted['page']) || (c.req.header('referer') ?? '')
  const page = URL.parse(address.slice(0, maxAddressCharacters), 'http://page.invalid')
  return {
    sender: c.var.sender,
    page: page?.pathname,
    parameters: Object.fromEntries(page?.searchParams ?? []),
    referrer: textOf(posted['referrer']),
    language: textOf(posted['language']) || c.req.header('accept-language')?.split(',')[0],
    honeypot: textOf(posted['website']) !== '',
    elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    isPlainForm: answerAs === 'page' && c.req.header('origin') !== undefined,
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const minFormMs = 2_000

/** Suspicious posts get the same response. `isCredible`: the post looks like the page's own, which robots can forge. */
export function scoreSpam({ honeypot, elapsedMs, isPlainForm = false }: SpamSigns): {
  status: 'ok' | 'suspicious'
  reasons: string[]
  isCredible: boolean
} {
  const reasons: string[] = []
  if (honeypot) reasons.push('the hidden field was filled')
  if (elapsedMs !== undefined && elapsedMs >= 0 && elapsedMs < minFormMs) {
    reasons.push(`it was sent after ${Math.floor(elapsedMs / 100) / 10} s`)
  }
  const isTimed = elapsedMs !== undefined && elapsedMs >= minFormMs
  const isClean = reasons.length === 0
  return { status: isClean ? 'ok' : 'suspicious', reasons, isCredible: isClean && (isTimed || isPlainForm) }
}

export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: 400 | 403 | 413 | 415 | 503

  constructor(status: RequestError['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** Shared by all bodies that haven’t arrived completely. */
const bodies = createHolds(doorLimits.bodies)
/** Memory that each piece takes in addition to its content. */
const pieceBytes = 256

/** @throws RequestError 413 above the limit, 400 for too many pieces or parts, 503 if other bodies needed its memory */
export async function readBody(c: Http, maxBytes: number, type: string): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new RequestError(413, `Too large: at most ${maxBytes / 1024} KiB.`)
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge()
  const { incoming } = c.env ?? {}
  const body = incoming ? await takeBody(incoming, c.var.sender, maxBytes) : new Uint8Array(await c.req.arrayBuffer())
  if (body.length > maxBytes) throw tooLarge()
  await takeTurn(c.var.sender)
  // Parsing a part costs hundreds of times its bytes.
  if (countParts(body, type) > bodyLimits.parts) throw new RequestError(400, 'The body has too many parts.')
  return body
}

/** @returns the body, cut off above the limit */
async function takeBody(incoming: IncomingMessage, sender: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let bytes = 0
  const cut = new AbortController()
  const hold = bodies.hold(sender, () => cut.abort())
  incoming.on('error', () => {})
  try {
    for await (const [piece] of on(incoming, 'data', { signal: cut.signal, close: ['end', 'close'] })) {
      if (pieces.push(piece) > doorLimits.pieces) throw new RequestError(400, 'The body comes in too many pieces.')
      bytes += piece.length
      hold.grow(piece.length + pieceBytes)
      if (bytes > maxBytes) break
    }
  } catch (error) {
    throw cut.signal.aborted ? new RequestError(503, 'The server is busy. Please try again.') : error
  } finally {
    hold.release()
  }
  if (bytes <= maxBytes && !incoming.complete) throw new RequestError(400, 'The connection was closed.')
  return new Uint8Array(Buffer.concat(pieces))
}

function countParts(body: Uint8Array, type: string): number {
  const [quote, backslash] = [0x22, 0x5c]
  const separators = { 'application/json': ',[{', 'application/x-www-form-urlencoded': '&' }[type] ?? '\n'
  const separatorBytes = new Set(Buffer.from(separators))
  let parts = 0
  let isText = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0
    if (!isText && separatorBytes.has(byte)) parts += 1
    if (type !== 'application/json') continue
    if (isText && byte === backslash) i += 1
    else if (byte === quote) isText = !isText
  }
  return parts
}
