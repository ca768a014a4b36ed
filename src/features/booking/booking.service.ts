import type { BookingWords } from '../../content/agent/booking.ts'
import type { LeadContext } from '../../server/leads/lead-context.ts'
import { type LeadDeps, type LeadResult, takeLead } from '../../server/leads/take-lead.ts'
import type { KeptTurn } from '../../server/leads/transcript.ts'
import { meet } from './booking-merge.ts'

const tenMinutesMs = 10 * 60_000

export const bookingRate = { name: 'consultation', max: 20, windowMs: tenMinutesMs } as const
/** A page is left and come back to more often than a request is sent, and must not use up the requests. */
export const partialRate = { name: 'consultation-left', max: 60, windowMs: tenMinutesMs } as const

export type BookingDeps = LeadDeps & { words: BookingWords }

/** Values that `checkBooking` or `knownOf` passed; null for what the post did not name. */
export type BookingInput = {
  values: { name: string; email: string } & Record<'company' | 'budget' | 'timeline' | 'requirements', string | null>
  transcript: readonly KeptTurn[]
  /** The words that the visitor has agreed to. */
  consent: string | null
  /** Whether the visitor left without sending. */
  partial: boolean
  requestId?: string | undefined
}

/**
 * Takes a consultation (src/server/leads/take-lead.ts). What comes under one key is one lead, changed in place: by what
 * is known when the page is left, and by what the visitor sends.
 * @throws StorageError when the database cannot be written; nothing is stored then
 */
export async function submitBooking(deps: BookingDeps, input: BookingInput, context: LeadContext): Promise<LeadResult> {
  const { name, email, company, budget, timeline, requirements } = input.values
  const now = deps.now()
  const consultation = {
    company,
    budget,
    timeline,
    requirements,
    transcript: input.transcript.length === 0 ? null : JSON.stringify(input.transcript),
    partial: input.partial ? 1 : 0,
    consent_words: input.consent,
    consent_at: input.consent === null ? null : now,
    updated_at: now,
  }
  const words = { name, email, project: requirements || deps.words.noRequirements }
  return await takeLead(
    deps,
    { words, consultation, requestId: input.requestId, context },
    {
      kind: 'consultation',
      rate: input.partial ? partialRate : bookingRate,
      meet,
    },
  )
}
