import type { Newsletter } from '../../content/newsletter.ts'
import { StorageError } from '../../server/db/storage-error.ts'
import { readFormContext } from '../../server/http/form-context.ts'
import { answerFormat, type FormRequest, RequestError, readFormRequest } from '../../server/http/form-request.ts'
import { checkNewsletter, type NewsletterErrors } from './newsletter.schema.ts'
import { type NewsletterDeps, subscribe } from './newsletter.service.ts'

/** What came of a post, for whoever turns it into an answer. */
export type NewsletterAnswer = {
  status: 200 | 400 | 403 | 413 | 415 | 422 | 429 | 503
  answerAs: FormRequest['answerAs']
  /** What was typed, to be shown again. */
  email: string
  reference?: string
  errors?: NewsletterErrors
  retryAfterSeconds?: number
}

export type NewsletterRouteDeps = {
  newsletter: NewsletterDeps
  siteUrl: string
  /** Sentences that the form's own check does not know. */
  problems: Newsletter['problems']
  /** Told of a database that could not be written. */
  onStorageError: (error: StorageError) => void
}

type Outcome = Omit<NewsletterAnswer, 'answerAs'>

const maxBodyBytes = 8 * 1024

/**
 * POST /api/newsletter: reads, checks, stores, and tells what came of it (decisions.md, HTTP).
 * @param sender the address that the request counts for
 */
export async function postNewsletter(
  request: Request,
  sender: string,
  deps: NewsletterRouteDeps,
): Promise<NewsletterAnswer> {
  try {
    const form = await readFormRequest(request, deps.siteUrl, maxBodyBytes)
    return { answerAs: form.answerAs, ...(await store(form, request.headers, sender, deps)) }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { status } = error
    // The body was not read to its end, so this one answer cannot bring the text back.
    const message = status === 413 ? deps.problems.tooLarge : error.message
    return { answerAs: answerFormat(request), status, email: '', errors: { message, fields: {} } }
  }
}

async function store(
  form: FormRequest,
  headers: Headers,
  sender: string,
  { newsletter, problems, onStorageError }: NewsletterRouteDeps,
): Promise<Outcome> {
  const { email, ...checked } = checkNewsletter(form.fields)
  if (!checked.ok) return { status: 422, email, errors: checked.errors }
  const { page, requestId, ...signs } = readFormContext(form, headers)
  const context = { ...signs, sender, page: page?.pathname }
  try {
    const result = await subscribe(newsletter, { email, requestId }, context)
    if (result.outcome === 'taken') return { status: 200, email: '', reference: result.reference }
    const { retryAfterSeconds } = result
    return { status: 429, email, errors: { message: problems.tooMany, fields: {} }, retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    onStorageError(error)
    return { status: 503, email, errors: { message: problems.unavailable, fields: {} } }
  }
}
