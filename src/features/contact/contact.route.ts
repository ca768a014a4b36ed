import { answerFormat, readFormRequest, RequestError } from '../../server/form-request.ts'
import { validateContact } from './contact.schema.ts'
import { type ContactContext, type ContactDeps, StorageError, submitContact } from './contact.service.ts'
import type { ContactErrors, ContactValues } from './ContactFormView.tsx'

/** What came of a post, for whoever turns it into an answer. */
export type ContactAnswer = {
  status: 200 | 400 | 403 | 413 | 415 | 422 | 429 | 503
  answerAs: 'json' | 'page'
  values: ContactValues
  reference?: string
  errors?: ContactErrors
  retryAfterSeconds?: number
}

/** Sentences for what the form's own schema does not tell; content/home/contact.yaml holds them. */
export type ContactRouteTexts = { tooMany: string; unavailable: string }

const maxBodyBytes = 64 * 1024
const emptyValues: ContactValues = { name: '', email: '', project: '' }

/**
 * POST /api/contact: reads, checks, stores, and tells what came of it (decisions.md, HTTP).
 * @param sender the address that the request counts for
 */
export async function postContact(
  request: Request,
  deps: ContactDeps & { siteUrl: string },
  sender: string,
  texts: ContactRouteTexts,
): Promise<ContactAnswer> {
  const base = { answerAs: answerFormat(request), values: emptyValues }
  try {
    const { answerAs, fields } = await readFormRequest(request, deps.siteUrl, maxBodyBytes)
    return { answerAs, ...(await store(fields, request, deps, sender, texts)) }
  } catch (error) {
    if (error instanceof RequestError) return { ...base, status: error.status, errors: told(error.message) }
    throw error
  }
}

async function store(
  fields: Record<string, unknown>,
  request: Request,
  deps: ContactDeps,
  sender: string,
  texts: ContactRouteTexts,
): Promise<Omit<ContactAnswer, 'answerAs'>> {
  const typed = { name: textOf(fields['name']), email: textOf(fields['email']), project: textOf(fields['project']) }
  const checked = validateContact(fields)
  if (!checked.ok) return { status: 422, values: typed, errors: checked.errors }
  try {
    const result = await submitContact(deps, { ...checked.values, requestId: fields['requestId'] }, contextOf(fields, request, sender))
    if (result.outcome === 'stored') return { status: 200, values: emptyValues, reference: result.reference }
    const { retryAfterSeconds } = result
    return { status: 429, values: typed, errors: told(texts.tooMany), retryAfterSeconds }
  } catch (error) {
    if (error instanceof StorageError) return { status: 503, values: typed, errors: told(texts.unavailable) }
    throw error
  }
}

/** Where the request came from, as far as the page's script or the browser's headers tell. */
function contextOf(fields: Record<string, unknown>, request: Request, sender: string): ContactContext {
  const page = textOf(fields['page']) || (request.headers.get('referer') ?? '')
  const elapsedMs = Number(fields['elapsedMs'])
  return {
    sender,
    page,
    referrer: textOf(fields['referrer']),
    language: textOf(fields['language']) || (request.headers.get('accept-language')?.split(',')[0] ?? ''),
    honeypot: textOf(fields['website']) !== '',
    ...(fields['elapsedMs'] !== undefined && Number.isFinite(elapsedMs) && { elapsedMs }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function told(message: string): ContactErrors {
  return { message, fields: {} }
}
