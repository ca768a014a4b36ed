import type { BookingWords } from '../../../content/agent/booking.ts'
import type { Limited } from '../../../server/limits/limits.ts'
import type { LeadContext } from '../lead-context.ts'
import { countPost, type LeadDeps, type LeadResult, takeLead } from '../take-lead.ts'
import type { KeptTurn } from '../transcript.ts'
import { meet } from './booking-merge.ts'

const tenMinutesMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

export const bookingRate = { name: 'consultation', max: 20, windowMs: tenMinutesMs } as const
/** A page is left and come back to more often than a request is sent, and must not use up the requests. */
export const partialRate = { name: 'consultation-left', max: 60, windowMs: tenMinutesMs } as const

export type BookingDeps = LeadDeps & { words: BookingWords }

/**
 * New ones that were not sent: nobody pressed a button for them. What one sender, and all together, may leave in a day; they
 * go after `promises.keepUnsentDays`, so that there are never more than so many days' worth.
 */
export const unsentRoom = {
  sender: { name: 'unsent', max: 20, windowMs: dayMs },
  all: { name: 'unsent', max: 200, windowMs: dayMs },
} as const

/** Values that `checkBooking` or `knownOf` passed; null for what the post did not name. */
export type BookingInput = {
  values: { name: string; email: string } & Record<'company' | 'budget' | 'timeline' | 'requirements', string | null>
  transcript: readonly KeptTurn[]
  /** Whether the visitor has agreed to the content's own words. */
  isAgreed: boolean
  /** Whether the visitor left without sending. */
  partial: boolean
  requestId?: string | undefined
}

/**
 * Counts a post of a consultation, before anything is read out of its talk.
 * @returns when to come back, where it is one too many
 */
export async function countBooking(deps: BookingDeps, partial: boolean, sender: string): Promise<Limited | undefined> {
  return await countPost(deps, partial ? partialRate : bookingRate, sender)
}

/**
 * Takes a consultation that was counted (src/features/leads/take-lead.ts). What comes under one key is one lead, changed in place: by what
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
    consent_words: input.isAgreed ? deps.words.consent : null,
    consent_at: input.isAgreed ? now : null,
    updated_at: now,
  }
  const words = { name, email, project: requirements || deps.words.noRequirements }
  return await takeLead(
    deps,
    { words, consultation, requestId: input.requestId, context },
    {
      kind: 'consultation',
      room: input.partial ? unsentRoom : undefined,
      meet,
    },
  )
}
