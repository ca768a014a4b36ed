import type { Kysely } from 'kysely'
import type { BookingWords } from '../../content/agent/booking.ts'
import type { LeadContext } from '../../server/leads/lead-context.ts'
import type { PutLead } from '../../server/leads/put-lead.ts'
import { type LeadDeps, type LeadResult, takeLead } from '../../server/leads/take-lead.ts'
import type { KeptTurn } from '../../server/leads/transcript.ts'
import { enqueue, rewriteWaiting } from '../../server/mail/outbox.repository.ts'
import type { Tables } from '../../server/tables.ts'
import { ownerMail } from './booking.email.ts'
import { meet } from './booking-merge.ts'

const tenMinutesMs = 10 * 60_000

export const bookingRate = { name: 'consultation', max: 20, windowMs: tenMinutesMs } as const
/** A page is left and come back to more often than a request is sent, and must not use up the requests. */
export const partialRate = { name: 'consultation-left', max: 60, windowMs: tenMinutesMs } as const
/** How long the owner's mail about a visitor who left waits for him to come back, and for the rest of what he says. */
export const partialPatienceMs = tenMinutesMs

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
      tellOwner: (tx, put, at) => tellOwner(tx, put, deps, at),
    },
  )
}

/** Changes what the owner has not got yet; else tells it in a mail of its own. */
async function tellOwner(tx: Kysely<Tables>, { lead, before }: PutLead, deps: BookingDeps, now: number): Promise<void> {
  const dueAt = lead.partial === 1 ? now + partialPatienceMs : now
  const mail = ownerMail(lead, deps, { isUpdate: false })
  if (before === undefined) return enqueue(tx, mail, now, dueAt)
  const update = ownerMail(lead, deps, { isUpdate: true })
  const rewriteUntil = lead.partial === 1 ? undefined : now
  // What was sent whole is never rewritten: the owner is to see both versions.
  const isRewritten =
    before.partial === 1 &&
    ((await rewriteWaiting(tx, mail, rewriteUntil)) || (await rewriteWaiting(tx, update, rewriteUntil)))
  if (!isRewritten) await enqueue(tx, update, now, dueAt)
}
