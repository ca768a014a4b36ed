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

export type Expected = string
export type Exchange = { visitor: string; asked?: Expected | undefined }
export type Budget = { from: number; to: number; currency: string | undefined; text: string }
export type Details = { all: ConsultationInfo; newest: ConsultationInfo; budget: Budget | null; users: string | null }

/** In other languages the rules would take a greeting for a name. */
const supportedLanguages = ['en', 'hi', 'es', 'fr', 'de', 'it']

/**
 * Every value is a verbatim piece of the visitor's messages, except a budget and a spelled-out address. On a site in a language
 * that the rules don't know, only address and budget are read.
 */
export function extractDetails(exchanges: readonly Exchange[], { studioAddress, lang = 'en' }: SiteInfo = {}): Details {
  const messages = exchanges.map(({ visitor }) => visitor)
  const parsed = messages.map((message) => parseMessage(message))
  const isSupported = supportedLanguages.includes(new Intl.Locale(lang).language)
  const detailsIn = (selected: readonly ParsedMessage[]) => ({
    email: findEmail(selected, studioAddress),
    budget: findBudget(selected),
    requirements: isSupported ? findRequirements(selected) : null,
  })
  const read = (parsed: readonly ParsedMessage[]) => {
    const names = isSupported ? findNames(parsed) : []
    return {
      name: resolveName(names) ?? null,
      company: isSupported ? findCompany(parsed, names) : null,
      timeline: isSupported ? findTimeline(parsed) : null,
      ...detailsIn(parsed),
    }
  }
  const all = read(parsed)
  const [range = '', currency] = (all.budget ?? '').split(' ')
  const sums = range.split('-').map(Number)
  const budget = all.budget === null ? null : { from: sums[0] ?? 0, to: sums.at(-1) ?? 0, currency, text: all.budget }
  return { all, newest: read(parsed.slice(-1)), budget, users: null }
}

/** A part of the visitor's words that a model takes for a field. */
export type QuotedDetail = { field: ConsultationField; quote: string }

const maxQuotes = 12
const maxQuoteCharacters = 300

/** Adds details that a model quoted, if they are verbatim and the rules accept them in the plainest sentence for their field. */
export async function withQuotedDetails(
  known: ConsultationInfo,
  quotedDetails: readonly QuotedDetail[],
  messages: readonly Exchange[],
  read: (messages: readonly Exchange[]) => Promise<Details>,
): Promise<ConsultationInfo> {
  const info = { ...known }
  for (const { field, quote } of quotedDetails.slice(0, maxQuotes)) {
    const text = quote.trim()
    if (info[field] !== null || text === '' || text.length > maxQuoteCharacters) continue
    if (!messages.some(({ visitor }) => visitor.includes(text))) continue
    const { all } = await read([{ visitor: plainSentences[field](text) }])
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
