import type { BookingWords } from '../../content/agent/booking.ts'
import type { BookingInfo } from '../../lib/booking-info.ts'
import { shortText } from '../../lib/short-text.ts'
import { textOf } from '../../server/form-context.ts'
import { answerFormat, type FormRequest, RequestError, readFormRequest } from '../../server/form-request.ts'
import { readLeadContext } from '../../server/leads/lead-context.ts'
import { StorageError } from '../../server/storage-error.ts'
import { type BookingErrors, type BookingField, type BookingValues, checkBooking, valuesOf } from './booking.schema.ts'
import { type BookingDeps, type BookingInput, submitBooking } from './booking.service.ts'
import { knownOf } from './booking-partial.ts'
import { takeTranscript } from './booking-transcript.ts'

/** What came of a post, for whoever turns it into an answer. 204: of a visitor who left, nothing may be kept. */
export type BookingAnswer = {
  status: 200 | 204 | 400 | 403 | 413 | 415 | 422 | 429 | 503
  answerAs: FormRequest['answerAs']
  /** What was typed, to be shown again. */
  values: BookingValues
  reference?: string
  errors?: BookingErrors
  retryAfterSeconds?: number
}

export type BookingRouteDeps = {
  booking: BookingDeps
  /** Reads what a visitor tells of himself in his messages. */
  extract: (messages: readonly string[]) => BookingInfo
  siteUrl: string
  /** Sentences that the form's own check does not know. */
  problems: BookingWords['problems']
  /** Told of a database that could not be written. */
  onStorageError: (error: StorageError) => void
}

type Outcome = Omit<BookingAnswer, 'answerAs'>
type Fields = FormRequest['fields']

/** Room for the longest transcript in any script. */
const maxBodyBytes = 256 * 1024
const emptyValues = valuesOf(() => '')

/**
 * POST /api/booking: reads, checks, stores, and tells what came of it (decisions.md, HTTP). With `partial: true` it takes
 * what is known of a visitor who left, if he has agreed to that.
 * @param sender the address that the request counts for
 */
export async function postBooking(request: Request, sender: string, deps: BookingRouteDeps): Promise<BookingAnswer> {
  try {
    const { answerAs, fields } = await readFormRequest(request, deps.siteUrl, maxBodyBytes)
    const read = answerAs === 'json' && fields['partial'] === true ? readLeft(fields, deps) : readSent(fields)
    if (!('input' in read)) return { answerAs, ...read }
    return { answerAs, ...(await store(read, readLeadContext(fields, request.headers, sender), deps)) }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { status } = error
    // The body was not read to its end, so this one answer cannot bring the text back.
    const message = status === 413 ? deps.problems.tooLarge : error.message
    return { answerAs: answerFormat(request), status, values: emptyValues, errors: { message, fields: {} } }
  }
}

type Read = { values: BookingValues; input: BookingInput } | Outcome

function readSent(fields: Fields): Read {
  const { values, ...checked } = checkBooking(fields)
  if (!checked.ok) return { status: 422, values, errors: checked.errors }
  // Left out is not told; empty is told to be nothing.
  const told = (field: BookingField) => (fields[field] === undefined ? null : values[field])
  return { values, input: { ...whatCameAlong(fields), partial: false, values: inputValues(values, told) } }
}

function readLeft(fields: Fields, { extract }: BookingRouteDeps): Read {
  const { transcript, consent, requestId } = whatCameAlong(fields)
  const values = knownOf(fields, transcript, extract)
  if (consent === null || values === undefined) return { status: 204, values: emptyValues }
  const told = (field: BookingField) => values[field] || null
  return { values, input: { transcript, consent, requestId, partial: true, values: inputValues(values, told) } }
}

function whatCameAlong(fields: Fields): Pick<BookingInput, 'transcript' | 'consent' | 'requestId'> {
  return {
    transcript: takeTranscript(fields['transcript'], fields['draft']),
    consent: shortText(textOf(fields['consent'])),
    requestId: textOf(fields['requestId']),
  }
}

function inputValues(
  { name, email }: BookingValues,
  told: (field: BookingField) => string | null,
): BookingInput['values'] {
  return {
    name,
    email,
    company: told('company'),
    budget: told('budget'),
    timeline: told('timeline'),
    requirements: told('requirements'),
  }
}

async function store(
  { values, input }: { values: BookingValues; input: BookingInput },
  context: Parameters<typeof submitBooking>[2],
  { booking, problems, onStorageError }: BookingRouteDeps,
): Promise<Outcome> {
  try {
    const result = await submitBooking(booking, input, context)
    if (result.outcome === 'stored') return { status: 200, values: emptyValues, reference: result.reference }
    const { retryAfterSeconds } = result
    return { status: 429, values, errors: { message: problems.tooMany, fields: {} }, retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    onStorageError(error)
    return { status: 503, values, errors: { message: problems.unavailable, fields: {} } }
  }
}
