import type { ConsultationInfo } from '../../leads/lead.fields.ts'
import { findBudget } from './budget.ts'
import { findCompany } from './company.ts'
import { findEmail } from './email.ts'
import { readMessage } from './message.ts'
import { findNames, settleName } from './name.ts'
import { findRequirements } from './requirements.ts'
import { findTimeline } from './timeline.ts'

/** Every value is a verbatim piece of the visitor's messages, but a budget and a spelled-out address. */
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
