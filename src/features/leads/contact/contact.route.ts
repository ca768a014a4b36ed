import { StorageError } from '../../../server/db/storage-error.ts'
import { textOf } from '../../../server/http/form-context.ts'
import { answerFormat, type FormRequest, RequestError, readFormRequest } from '../../../server/http/form-request.ts'
import { type LeadContext, readLeadContext } from '../lead-context.ts'
import type { LeadDeps } from '../take-lead.ts'
import type { ContactErrors, ContactValues } from './ContactFormView.tsx'
import { checkContact } from './contact.schema.ts'
import { submitContact } from './contact.service.ts'

/** What came of a post, for whoever turns it into an answer. */
export type ContactAnswer = {
  status: 200 | 400 | 403 | 413 | 415 | 422 | 429 | 503
  answerAs: FormRequest['answerAs']
  /** What was typed, to be shown again. */
  values: ContactValues
  reference?: string
  errors?: ContactErrors
  retryAfterSeconds?: number
}

export type ContactRouteDeps = {
  contact: LeadDeps
  siteUrl: string
  /** Sentences that the form's own check does not know. */
  problems: { tooLarge: string; tooMany: string; unavailable: string }
  /** Told of a database that could not be written. */
  onStorageError: (error: StorageError) => void
}

type Outcome = Omit<ContactAnswer, 'answerAs'>

const maxBodyBytes = 64 * 1024
const emptyValues: ContactValues = { name: '', email: '', project: '' }

/**
 * POST /api/contact: reads, checks, stores, and tells what came of it (decisions.md, HTTP).
 * @param sender the address that the request counts for
 */
export async function postContact(request: Request, sender: string, deps: ContactRouteDeps): Promise<ContactAnswer> {
  try {
    const form = await readFormRequest(request, deps.siteUrl, maxBodyBytes)
    const context = readLeadContext(form, request.headers, sender)
    return { answerAs: form.answerAs, ...(await store(form.fields, context, deps)) }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { status } = error
    // The body was not read to its end, so this one answer cannot bring the text back.
    const message = status === 413 ? deps.problems.tooLarge : error.message
    return { answerAs: answerFormat(request), status, values: emptyValues, errors: { message, fields: {} } }
  }
}

async function store(fields: FormRequest['fields'], context: LeadContext, deps: ContactRouteDeps): Promise<Outcome> {
  const { values, ...checked } = checkContact(fields)
  if (!checked.ok) return { status: 422, values, errors: checked.errors }
  try {
    const result = await submitContact(deps.contact, { ...values, requestId: textOf(fields['requestId']) }, context)
    if (result.outcome === 'stored') return { status: 200, values: emptyValues, reference: result.reference }
    const { retryAfterSeconds } = result
    return { status: 429, values, errors: { message: deps.problems.tooMany, fields: {} }, retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    deps.onStorageError(error)
    return { status: 503, values, errors: { message: deps.problems.unavailable, fields: {} } }
  }
}
