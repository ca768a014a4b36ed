import type { ConsultationInfo } from '../../leads/lead.fields.ts'
import { findBudget } from './budget.ts'
import { findCompany } from './company.ts'
import { findEmail } from './email.ts'
import { readMessage } from './message.ts'
import { findNames, settleName } from './name.ts'
import { findRequirements } from './requirements.ts'
import { findTimeline } from './timeline.ts'

/**
 * What a careful assistant would note from the visitor's own messages, oldest first. Every value is a verbatim piece of
 * them, but a budget and a spelled-out address. `studioAddress` is never taken for the visitor's.
 */
export function extractBooking(messages: readonly string[], studioAddress?: string): ConsultationInfo {
  const read = messages.map((message) => readMessage(message))
  const names = findNames(read)
  return {
    name: settleName(names) ?? null,
    email: findEmail(read, studioAddress),
    company: findCompany(read, names),
    budget: findBudget(read),
    timeline: findTimeline(read),
    requirements: findRequirements(read),
  }
}
