import { StorageError } from '../db/database.ts'
import type { FormCheck, FormErrors, Values } from '../fields.ts'
import type { Limited } from '../limits/count-use.ts'
import { answerFormat, type FormRequest, RequestError, readFormRequest } from './form-request.ts'
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

export type FormOutcome =
  /** @property isUnsent kept for a visitor who has pressed no button */
  | { outcome: 'stored'; reference: string; isUnsent?: boolean; more?: Readonly<Record<string, string>> }
  | { outcome: 'conflict'; message: string; more: Readonly<Record<string, unknown>> }
  | { outcome: 'nothing' }
  | Limited

export type Form<F extends string> = {
  maxBytes: number
  problems: { tooLarge: string; tooMany: string; unavailable: string }
  check: (fields: FormRequest['fields']) => FormCheck<F>
  submit: (post: FormPost<F>) => Promise<FormOutcome>
}

export type FormAnswer = {
  status: 200 | 204 | 400 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  answerAs: FormRequest['answerAs']
  values?: Values
  reference?: string
  isUnsent?: boolean
  errors?: FormErrors
  /** What else the answer says, beside `reference` or the message. */
  more?: Readonly<Record<string, unknown>>
  retryAfterSeconds?: number
}

export type FormRoute = (
  request: Request,
  sender: string,
  onStorageError: (error: StorageError) => void,
) => Promise<FormAnswer>

export function formRoute<F extends string>(form: Form<F>, siteUrl: string): FormRoute {
  return async (request, sender, onStorageError) => {
    try {
      const post = await readFormRequest(request, siteUrl, form.maxBytes)
      const context = readContext(post, request.headers, sender)
      return { answerAs: post.answerAs, ...(await take(form, post.fields, context, onStorageError)) }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { status } = error
      const message = status === 413 ? form.problems.tooLarge : error.message
      return { answerAs: answerFormat(request), status, errors: { message, fields: {} } }
    }
  }
}

/** Of a site that does not have the form. */
export const noForm: FormRoute = async () => ({ status: 404, answerAs: 'page' })

async function take<F extends string>(
  { check, submit, problems }: Form<F>,
  fields: FormRequest['fields'],
  context: FormContext,
  onStorageError: (error: StorageError) => void,
): Promise<Omit<FormAnswer, 'answerAs'>> {
  const { values, errors } = check(fields)
  if (errors) return { status: 422, values, errors }
  try {
    const result = await submit({ values, fields, requestId: textOf(fields['requestId']), context })
    if (result.outcome === 'stored') {
      const { reference, isUnsent = false, more } = result
      return { status: 200, reference, isUnsent, ...(more && { more }) }
    }
    if (result.outcome === 'conflict') {
      const { message, more } = result
      return { status: 409, values, errors: { message, fields: {} }, more }
    }
    if (result.outcome === 'nothing') return { status: 204 }
    const { retryAfterSeconds } = result
    return { status: 429, values, errors: { message: problems.tooMany, fields: {} }, retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    onStorageError(error)
    return { status: 503, values, errors: { message: problems.unavailable, fields: {} } }
  }
}

const longestAddress = 4096

function readContext({ answerAs, fields }: FormRequest, headers: Headers, sender: string): FormContext {
  const elapsedMs = fields['elapsedMs']
  const address = textOf(fields['page']) || (headers.get('referer') ?? '')
  const page = URL.parse(address.slice(0, longestAddress), 'http://page.invalid')
  return {
    sender,
    page: page?.pathname,
    parameters: Object.fromEntries(page?.searchParams ?? []),
    referrer: textOf(fields['referrer']),
    language: textOf(fields['language']) || headers.get('accept-language')?.split(',')[0],
    honeypot: textOf(fields['website']) !== '',
    elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    isPlainForm: answerAs === 'page' && headers.has('origin'),
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
