import { cleanAddress, isEmailAddress } from '../../../platform/email/email-address.ts'
import type { ConsultationField, ConsultationInfo } from '../../leads/fields.ts'
import { findBudget } from './budget.ts'
import { findCompany } from './company.ts'
import { type Message, readMessage, type Span } from './message.ts'
import { findNames, settleName } from './name.ts'
import { findRequirements } from './requirements.ts'
import { findTimeline } from './timeline.ts'
import { functionWords, words } from './words.ts'

/** `lang` is the language of its texts (BCP 47). */
export type Site = { studioAddress?: string | undefined; lang?: string | undefined }

/** Of all messages, and of just the newest. */
export type Details = { all: ConsultationInfo; newest: Pick<ConsultationInfo, 'email' | 'budget' | 'requirements'> }

/** In other languages the rules would take a greeting for a name. */
const knownLanguages = ['en', 'hi', 'es', 'fr', 'de', 'it']

/**
 * Every value is a verbatim piece of the visitor's messages, except a budget and a spelled-out address. On a site in a language
 * that the rules don't know, only address and budget are read.
 */
export function extractDetails(messages: readonly string[], { studioAddress, lang = 'en' }: Site = {}): Details {
  const read = messages.map((message) => readMessage(message))
  const isKnown = knownLanguages.includes(new Intl.Locale(lang).language)
  const detailsIn = (selected: readonly Message[]) => ({
    email: findEmail(selected, studioAddress),
    budget: findBudget(selected),
    requirements: isKnown ? findRequirements(selected) : null,
  })
  const newest = detailsIn(read.slice(-1))
  const names = isKnown ? findNames(read) : []
  const all = {
    name: settleName(names) ?? null,
    company: isKnown ? findCompany(read, names) : null,
    timeline: isKnown ? findTimeline(read) : null,
    ...(read.length === 1 ? newest : detailsIn(read)),
  }
  return { all, newest }
}

/** A part of the visitor's words that a model takes for a field. */
export type QuotedDetail = { field: ConsultationField; quote: string }

const maxQuoteCharacters = 300

/** Adds details that a model quoted, if they are verbatim and the rules accept them in the plainest sentence for their field. */
export function withQuotedDetails(
  known: ConsultationInfo,
  quotedDetails: readonly QuotedDetail[],
  messages: readonly string[],
  site: Site,
): ConsultationInfo {
  const info = { ...known }
  for (const { field, quote } of quotedDetails) {
    const text = quote.trim()
    if (info[field] !== null || text === '' || text.length > maxQuoteCharacters) continue
    if (!messages.some((message) => message.includes(text))) continue
    const value = extractDetails([plainSentences[field](text)], site).all[field]
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

type Found = Span & { address: string }

/** The visitor's own address: a preferred one, else the last. Spelled-out addresses are assembled. */
export function findEmail(messages: readonly Message[], studioAddress?: string): string | null {
  const hits: Array<{ address: string; isChosen: boolean }> = []
  for (const { open: text } of messages) {
    const found = [...addressesIn(text), ...spelledIn(text)].sort((one, next) => one.start - next.start)
    for (const [index, { address, start }] of found.entries()) {
      const before = text.slice(Math.max(found[index - 1]?.end ?? 0, start - 90), start)
      const low = address.toLowerCase()
      if (low === studioAddress?.toLowerCase() || isRefused(before, low)) continue
      hits.push({ address, isChosen: chosenBefore.test(before) })
    }
  }
  return (hits.findLast(({ isChosen }) => isChosen) ?? hits.at(-1))?.address ?? null
}

function addressesIn(text: string): Found[] {
  return [...text.matchAll(/[^\s<>"(),;:[\]{}|\\`*]{3,400}/g)].flatMap(({ index, 0: token }) => {
    if (!token.includes('@')) return []
    const lead = Math.max(0, token.search(/[\p{L}\p{N}_]/u))
    const whole = cleanAddress(token.slice(lead).split(/[?!]/)[0] ?? '')
    const address = cleanAddress(whole.replace(/'s$|[^\p{L}\p{N}]$/u, ''))
    const start = index + lead
    return isPlausible(address) ? [{ address, start, end: start + address.length }] : []
  })
}

function isPlausible(address: string): boolean {
  return isEmailAddress(address) && !/^\.|\.\.|\.@|[=&]/.test(address) && /\.\p{L}[\p{L}\p{N}-]{1,60}$/u.test(address)
}

const part = '[a-z0-9]{1,40}'
const dot = String.raw`(?: ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| (?:dot|period|point) )`
const sign = String.raw`( ?[([{<] ?(?:at|@) ?[)\]}>] ?| at(?:[ -]the[ -]rate(?: of)?)? | @ ?|@ )`
const joint = `(?:${dot}| (?:underscore|dash|hyphen|minus|plus) |[._+-])`
const spelled = new RegExp(
  String.raw`(?<![\w@])(${part}(?:${joint}${part}){0,5})${sign}(${part}(?:(?:${dot}|[.-]| (?:dash|hyphen) )${part}){1,4})(?![\w@])`,
  'gi',
)
/** "work at acme dot com" is where someone works. */
const verbs = words('work works working worked look looking find reach site website live based mail email id contact')

function spelledIn(text: string): Found[] {
  return [...text.matchAll(spelled)].flatMap(({ index, 0: whole, 1: local = '', 2: at = '', 3: domain = '' }) => {
    const address = `${assemble(local)}@${assemble(domain)}`
    const low = local.toLowerCase()
    const isMeant = /[([{<@]|rate/.test(at) || /dot|period|point|[([{]/i.test(domain)
    const isName = !functionWords.has(low) && !verbs.has(low)
    return isMeant && isName && isPlausible(address) ? [{ address, start: index, end: index + whole.length }] : []
  })
}

function assemble(spoken: string): string {
  const dotted = spoken.replace(/ ?[([{<] ?(?:dot|\.) ?[)\]}>] ?| (?:dot|period|point) /gi, '.')
  return dotted.replace(/ underscore /gi, '_').replace(/ (?:dash|hyphen|minus) /gi, '-')
}

const others = `(?:partner|co-?founder|colleague|boss|manager|ceo|cto|coo|cfo|designer|developer|accountant|assistant|wife|husband|brother|sister|friend|client|team|lawyer|investor|director|agency)`
const othersBefore = new RegExp(
  String.raw`\b(?:cc|copy(?:ing)?|loop(?:ing)? in|forward)\b[^.!?\n]{0,50}$|\b(?:my|our|his|her|their|the)\s(?:[\p{L}-]{1,20}\s)?${others}(?:'s)?\b[^.!?\n]{0,40}$`,
  'iu',
)
const bookedFor = /\b(?:book(?:ing|ed)?|consultation|appointment|on behalf|assistant (?:to|of)|pa (?:to|of))\b/i
const studioBefore =
  /\b(?:your|ur)\s(?:e-?mail|mail|address|inbox|id)\b[^.!?\n]{0,20}$|\b(?:wrote|written|mailed|emailed|sent|tried|found|saw|should i (?:mail|email|write|contact))\s(?:\p{L}{1,20}\s){0,3}(?:to|at|on)\s$/iu
const exampleAddress = /^(?:you|your|your\.?name|name|user|someone|test|example|me)@(?:example|domain|company|email)\b/
const rejectedBefore =
  /\b(?:not|no longer|instead of|rather than|don't use|ignore|forget|old|was|previous(?:ly)?|used to be)(?: (?:my|the|old|one|email|mail|address|on|at|to|is|was)){0,4}[:,]? $/i
const chosenBefore =
  /\b(?:use|prefer(?:red|ably)?|best|better|actually|correct(?:ion)?|should be|i meant?|instead|sorry|oops|updated|new (?:one|email|address)|reach me|write to me)\b[^.!?\n]{0,30}$/i

function isRefused(before: string, address: string): boolean {
  if (exampleAddress.test(address) || rejectedBefore.test(before)) return true
  if (othersBefore.test(before)) return !bookedFor.test(before)
  return studioBefore.test(before)
}
