import { type ConsultationInfo, nothingKnown } from '../../leads/fields.ts'
import { findBudget } from './budget.ts'
import { findCompany } from './company.ts'
import { findEmail } from './email.ts'
import { readMessage } from './message.ts'
import { findNames, settleName } from './name.ts'
import { findRequirements } from './requirements.ts'
import { findTimeline } from './timeline.ts'

/** Those whose phrases the rules know. Of another one they would note a greeting as a name. */
const knownLanguages = ['en', 'hi', 'es', 'fr', 'de', 'it']

/**
 * Every value is a verbatim piece of the visitor's messages, but a budget and a spelled-out address. @param lang of the site: in
 * one that the rules don't know, only address and budget are noted
 */
export function extractDetails(messages: readonly string[], studioAddress?: string, lang = 'en'): ConsultationInfo {
  const read = messages.map((message) => readMessage(message))
  if (!knownLanguages.includes(new Intl.Locale(lang).language))
    return { ...nothingKnown, email: findEmail(read, studioAddress), budget: findBudget(read) }
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
