import { StorageError } from '../db/database.ts'
import type { FormCheck, FormErrors, Values } from '../fields.ts'
import type { Limited } from '../limits/count-use.ts'
import { RequestError } from './body.ts'
import { answerFormat, type FormRequest, readFormRequest } from './form-request.ts'
import { type Http, showPage } from './http.ts'
import type { SpamSigns } from './spam-score.ts'

export type FormContext = SpamSigns & {
  sender: string
  page?: string | undefined
  parameters?: Readonly<Record<string, string>> | undefined
  referrer?: string | undefined
  language?: string | undefined
}

export type FormPost<F extends string> = {
  values: Values<F>
  fields: FormRequest['fields']
  requestId: string
  context: FormContext
}

type Stored = { reference: string; isUnsent?: boolean; more?: Readonly<Record<string, string>> }

export type FormOutcome =
  /** @property isUnsent kept for a visitor who has pressed no button */
  | ({ outcome: 'stored' } & Stored)
  | { outcome: 'conflict'; message: string; more: Readonly<Record<string, unknown>> }
  | { outcome: 'nothing' }
  | Limited

export type Form<F extends string> = {
  maxBytes: number
  problems: { tooLarge: string; tooMany: string; unavailable: string }
  check: (fields: FormRequest['fields']) => FormCheck<F>
  submit: (post: FormPost<F>) => Promise<FormOutcome>
}

/** What a form is shown again with. */
export type FormAnswer = {
  values?: Values
  errors: FormErrors
  /** What else there is to say, beside the message. */
  more?: Readonly<Record<string, unknown>>
}

type Refusal = FormAnswer & { status: 400 | 403 | 409 | 413 | 415 | 422 | 429 | 503; retryAfterSeconds?: number }

type Pages = {
  /** The page with the form. */
  form: string
  /** What else it shows. */
  dataOf?: (form: FormAnswer) => Promise<Partial<App.Locals>>
  /** Where a post without JavaScript leads. */
  saved: (stored: Stored) => string
  onSaved: (stored: Stored) => unknown
}

/** Answers a post: as JSON to a script; else by a redirect, so that a reload sends nothing again, or the form with what is wrong. */
export async function answerForm<F extends string>(c: Http, form: Form<F>, pages: Pages): Promise<Response> {
  try {
    const post = await readFormRequest(c, form.maxBytes)
    const result = await take(c, form, post)
    if (result === 'nothing') return c.body(null, 204)
    if ('errors' in result) return await refuse(c, post.answerAs, result, pages)
    pages.onSaved(result)
    if (post.answerAs === 'json') return c.json({ ok: true, reference: result.reference, ...result.more })
    return c.redirect(pages.saved(result), 303)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { status } = error
    const refusal = { status, ...saying(status === 413 ? form.problems.tooLarge : error.message) }
    return await refuse(c, answerFormat(c), refusal, pages)
  }
}

async function take<F extends string>(
  c: Http,
  { check, submit, problems }: Form<F>,
  post: FormRequest,
): Promise<Stored | Refusal | 'nothing'> {
  const { fields } = post
  const { values, errors } = check(fields)
  if (errors) return { status: 422, values, errors }
  try {
    const context = readContext(c, post)
    const result = await submit({ values, fields, requestId: textOf(fields['requestId']), context })
    if (result.outcome === 'stored') return result
    if (result.outcome === 'nothing') return 'nothing'
    if (result.outcome === 'conflict') return { status: 409, values, ...saying(result.message), more: result.more }
    const { retryAfterSeconds } = result
    return { status: 429, values, ...saying(problems.tooMany), retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    c.var.log.error({ requestId: c.var.requestId, err: error, path: c.req.path }, 'a form could not be stored')
    return { status: 503, values, ...saying(problems.unavailable) }
  }
}

function saying(message: string): Pick<FormAnswer, 'errors'> {
  return { errors: { message, fields: {} } }
}

async function refuse(c: Http, answerAs: FormRequest['answerAs'], refusal: Refusal, pages: Pages): Promise<Response> {
  const { status, retryAfterSeconds, ...form } = refusal
  const headers: Record<string, string> = retryAfterSeconds ? { 'Retry-After': `${retryAfterSeconds}` } : {}
  if (answerAs === 'json') return c.json({ ok: false, ...form.errors, ...form.more }, status, headers)
  return await showPage(c, pages.form, { form, ...(await pages.dataOf?.(form)) }, { status, headers })
}

const maxAddressCharacters = 4096

function readContext(c: Http, { answerAs, fields }: FormRequest): FormContext {
  const elapsedMs = fields['elapsedMs']
  const address = textOf(fields['page']) || (c.req.header('referer') ?? '')
  const page = URL.parse(address.slice(0, maxAddressCharacters), 'http://page.invalid')
  return {
    sender: c.var.sender,
    page: page?.pathname,
    parameters: Object.fromEntries(page?.searchParams ?? []),
    referrer: textOf(fields['referrer']),
    language: textOf(fields['language']) || c.req.header('accept-language')?.split(',')[0],
    honeypot: textOf(fields['website']) !== '',
    elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    isPlainForm: answerAs === 'page' && c.req.header('origin') !== undefined,
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
