import type { BookingWords } from '../../../content/agent/booking.ts'
import { StorageError } from '../../../server/db/storage-error.ts'
import { textOf } from '../../../server/http/form-context.ts'
import { answerFormat, type FormRequest, RequestError, readFormRequest } from '../../../server/http/form-request.ts'
import { type LeadContext, readLeadContext } from '../lead-context.ts'
import type { LeadResult } from '../take-lead.ts'
import { visitorMessages } from '../transcript/turn.ts'
import { type BookingErrors, type BookingValues, checkBooking } from './booking.schema.ts'
import { type BookingDeps, type BookingInput, countBooking, submitBooking } from './booking.service.ts'
import { type BookingField, type BookingInfo, bookingOf } from './booking-info.ts'
import { knownOf } from './booking-partial.ts'
import { takeTranscript } from './booking-transcript.ts'
import { withdrawBooking } from './withdraw-booking.ts'

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
  /** Reads what a visitor tells of himself in his messages; never throws. */
  extract: (messages: readonly string[]) => BookingInfo
  /** By which the agent's own replies are known. */
  talkKey: string
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
const emptyValues = bookingOf(() => '')

/**
 * POST /api/booking: reads, checks, stores, and tells what came of it (decisions.md, HTTP). With `partial: true` it takes
 * what is known of a visitor who left, if he has agreed to that.
 * @param sender the address that the request counts for
 */
export async function postBooking(request: Request, sender: string, deps: BookingRouteDeps): Promise<BookingAnswer> {
  try {
    const form = await readFormRequest(request, deps.siteUrl, maxBodyBytes)
    const { answerAs, fields } = form
    const context = readLeadContext(form, request.headers, sender)
    const isLeft = answerAs === 'json' && fields['partial'] === true
    return { answerAs, ...(isLeft ? await takeLeft(fields, context, deps) : await takeSent(fields, context, deps)) }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const { status } = error
    // The body was not read to its end, so this one answer cannot bring the text back.
    const message = status === 413 ? deps.problems.tooLarge : error.message
    return { answerAs: answerFormat(request), status, values: emptyValues, errors: { message, fields: {} } }
  }
}

async function takeSent(fields: Fields, context: LeadContext, deps: BookingRouteDeps): Promise<Outcome> {
  const { values, ...checked } = checkBooking(fields)
  if (!checked.ok) return { status: 422, values, errors: checked.errors }
  // Left out is not told; empty is told to be nothing.
  const told = (field: BookingField) => (fields[field] === undefined ? null : values[field])
  return await store(values, deps, async () => {
    const limited = await countBooking(deps.booking, false, context.sender)
    if (limited !== undefined) return limited
    const input = { ...whatCameAlong(fields, deps), partial: false, values: inputValues(values, told) }
    return await submitBooking(deps.booking, input, context)
  })
}

async function takeLeft(fields: Fields, context: LeadContext, deps: BookingRouteDeps): Promise<Outcome> {
  const nothing = { status: 204, values: emptyValues } as const
  return await store(emptyValues, deps, async () => {
    const limited = await countBooking(deps.booking, true, context.sender)
    if (limited !== undefined) return limited
    if (!isAgreed(fields)) {
      await withdrawBooking(deps.booking, textOf(fields['requestId']))
      return nothing
    }
    const came = whatCameAlong(fields, deps)
    const values = knownOf(fields, deps.extract(visitorMessages(came.transcript)))
    if (values === undefined) return nothing
    const told = (field: BookingField) => values[field] || null
    const input = { ...came, partial: true, values: inputValues(values, told) }
    return await submitBooking(deps.booking, input, context)
  })
}

/** Any words in `consent` are a yes; which words were agreed to, the content says. */
function isAgreed(fields: Fields): boolean {
  return textOf(fields['consent']).trim() !== ''
}

function whatCameAlong(
  fields: Fields,
  { booking, talkKey }: BookingRouteDeps,
): Pick<BookingInput, 'transcript' | 'isAgreed' | 'requestId'> {
  return {
    transcript: takeTranscript(fields['transcript'], fields['draft'], { key: talkKey, now: booking.now() }),
    isAgreed: isAgreed(fields),
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
  values: BookingValues,
  { problems, onStorageError }: BookingRouteDeps,
  work: () => Promise<LeadResult | Outcome>,
): Promise<Outcome> {
  try {
    const result = await work()
    if (!('outcome' in result)) return result
    if (result.outcome === 'stored') return { status: 200, values: emptyValues, reference: result.reference }
    const { retryAfterSeconds } = result
    return { status: 429, values, errors: { message: problems.tooMany, fields: {} }, retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    onStorageError(error)
    return { status: 503, values, errors: { message: problems.unavailable, fields: {} } }
  }
}
