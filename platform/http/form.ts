import { StorageError } from '../db/database.ts'
import { checkForm, type Fields, type FormErrors, type FormTexts, type Values } from '../fields.ts'
import { isRequestId } from '../ids.ts'
import { countRequest, LimitReached } from '../limits/count-use.ts'
import type { VisitorLimit } from '../limits/limits.ts'
import { requireOwnOrigin } from './own-origin.ts'
import { formTypes, RequestError, readFields } from './request-body.ts'
import { type Http, showPage } from './request-context.ts'
import type { SpamSigns } from './spam-score.ts'

/** A submission's origin and spam signals. */
export type FormContext = SpamSigns & {
  sender: string
  page?: string | undefined
  parameters?: Readonly<Record<string, string>> | undefined
  referrer?: string | undefined
  language?: string | undefined
}

/** A route's settings for its form. */
type FormPage<Name extends string> = {
  /** Use a function if the fields depend on the submission. */
  fields: Fields<Name> | ((posted: Readonly<Record<string, unknown>>) => Fields<Name>)
  /** Messages for invalid fields. */
  messages: FormTexts
  limit: VisitorLimit
  maxBytes: number
  problems: { tooLarge: string; tooMany: string; unavailable: string }
  /** Path of the page that shows the form again, with `data`. */
  page: string
  data?: (shown: FormAnswer) => Promise<Partial<App.Locals>>
}

/** A refused submission, for the page that shows it again with the errors. */
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
  /** All submitted fields, unchecked. */
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

/** Reads and counts a submission, then checks its fields. @throws RequestError, LimitReached for `formFailure` */
export async function readForm<Name extends string>(c: Http, form: FormPage<Name>): Promise<PostedForm<Name>> {
  const { fields, messages, limit, maxBytes } = form
  const answerAs = answerFormat(c)
  // Set this before reading: `formFailure` needs it if the body is refused.
  c.set('form', { ...form, answerAs })
  const posted = await readPost(c, maxBytes)
  const formFields = typeof fields === 'function' ? fields(posted) : fields
  const { values, errors } = checkForm(formFields, posted, messages)
  c.set('form', { ...form, answerAs, values })
  const requestId = textOf(posted['requestId'])
  const repeatKey = isRequestId(requestId) ? JSON.stringify([requestId, values]) : undefined
  await countRequest(c.var.counting, { limit, sender: c.var.sender, repeatKey })
  const context = readContext(c, answerAs, posted)
  return { ...form, answerAs, values, errors, posted, requestId, context }
}

/** Responds to scripts in JSON. Redirects browsers to `page`, so a reload doesn't submit the form again. */
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

/** Responds to scripts in JSON. Otherwise shows the form again, with its values and the errors or the `refusal`. */
export async function formErrors(
  c: Http,
  form: NonNullable<Http['var']['form']> & { errors?: FormErrors | undefined },
  refusal?: Refusal,
): Promise<Response> {
  const { status = 422, message = '', more, headers = {} } = refusal ?? {}
  const errors = refusal === undefined && form.errors ? form.errors : { message, fields: {} }
  if (form.answerAs === 'json') return c.json({ ok: false, ...errors, ...more }, status, headers)
  const shown: FormAnswer = { errors }
  if (form.values) shown.values = form.values
  if (more) shown.more = more
  const data = await form.data?.(shown)
  return await showPage(c, form.page, { form: shown, ...data }, { status, headers })
}

/** Responds to an error thrown by a form's handler. @returns undefined for other routes and unknown errors */
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
  c.var.log.error({ requestId: c.var.requestId, err: error, path: c.req.path }, 'couldn’t store a form')
  return await formErrors(c, form, { status: 503, message: form.problems.unavailable })
}

/** @throws RequestError 403 for a foreign Origin, 413 over the limit, 415 for another type, 400 for a malformed body */
export async function readPost(c: Http, maxBytes: number): Promise<Record<string, unknown>> {
  requireOwnOrigin(c)
  return await readFields(c, maxBytes)
}

function answerFormat(c: Http): AnswerAs {
  const type = c.req.header('content-type')?.toLowerCase() ?? ''
  return formTypes.some((each) => type.startsWith(each)) ? 'page' : 'json'
}

/** Maximum length of a page's URL. URLs with campaign parameters fit. */
const maxUrlCharacters = 4096

function readContext(c: Http, answerAs: AnswerAs, posted: Readonly<Record<string, unknown>>): FormContext {
  const elapsedMs = posted['elapsedMs']
  const pageUrl = textOf(posted['page']) || (c.req.header('referer') ?? '')
  const page = URL.parse(pageUrl.slice(0, maxUrlCharacters), 'http://page.invalid')
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
