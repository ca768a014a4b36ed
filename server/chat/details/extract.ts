import type { ConsultationField, ConsultationInfo } from '../../leads/fields.ts'
import { findBudget } from './budget.ts'
import { findCompany } from './company.ts'
import { findEmail } from './email.ts'
import { type ParsedMessage, parseMessage } from './message.ts'
import { findNames, resolveName } from './name.ts'
import { findRequirements } from './requirements.ts'
import { findTimeline } from './timeline.ts'

/** `lang` is the language of its texts (BCP 47). */
export type SiteInfo = { studioAddress?: string | undefined; lang?: string | undefined }

/** Of all messages, and of just the newest. */
export type Details = { all: ConsultationInfo; newest: Pick<ConsultationInfo, 'email' | 'budget' | 'requirements'> }

/** In other languages the rules would take a greeting for a name. */
const supportedLanguages = ['en', 'hi', 'es', 'fr', 'de', 'it']

/**
 * Every value is a verbatim piece of the visitor's messages, except a budget and a spelled-out address. On a site in a language
 * that the rules don't know, only address and budget are read.
 */
export function extractDetails(messages: readonly string[], { studioAddress, lang = 'en' }: SiteInfo = {}): Details {
  const parsed = messages.map((message) => parseMessage(message))
  const isSupported = supportedLanguages.includes(new Intl.Locale(lang).language)
  const detailsIn = (selected: readonly ParsedMessage[]) => ({
    email: findEmail(selected, studioAddress),
    budget: findBudget(selected),
    requirements: isSupported ? findRequirements(selected) : null,
  })
  const newest = detailsIn(parsed.slice(-1))
  const names = isSupported ? findNames(parsed) : []
  const all = {
    name: resolveName(names) ?? null,
    company: isSupported ? findCompany(parsed, names) : null,
    timeline: isSupported ? findTimeline(parsed) : null,
    ...(parsed.length === 1 ? newest : detailsIn(parsed)),
  }
  return { all, newest }
}

/** A part of the visitor's words that a model takes for a field. */
export type QuotedDetail = { field: ConsultationField; quote: string }

const maxQuotes = 12
const maxQuoteCharacters = 300

/** Adds details that a model quoted, if they are verbatim and the rules accept them in the plainest sentence for their field. */
export async function withQuotedDetails(
  known: ConsultationInfo,
  quotedDetails: readonly QuotedDetail[],
  messages: readonly string[],
  read: (messages: readonly string[]) => Promise<Details>,
): Promise<ConsultationInfo> {
  const info = { ...known }
  for (const { field, quote } of quotedDetails.slice(0, maxQuotes)) {
    const text = quote.trim()
    if (info[field] !== null || text === '' || text.length > maxQuoteCharacters) continue
    if (!messages.some((message) => message.includes(text))) continue
    const { all } = await read([plainSentences[field](text)])
    const value = all[field]
    if (field === 'budget' || value === text) info[field] = value
  }
  return info
}

const plainSentences: Record<ConsultationField, (quote: string) => string> = {
  name: (quote) => `My name is ${quote}.`,
  email: (quote) => `My e-mail address is ${quote}`,
  company: (quote) => `My company is ${quote}.`,
  budget: (quote) => `My budget is ${quote}.`,
  timeline: (quote) => `I need it ${quote}.`,
  requirements: (quote) => `I need ${quote}.`,
}
