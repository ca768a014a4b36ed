import type { Expected } from '../../../platform/content/chat/questions.ts'
import { mapFields } from '../../../platform/fields.ts'
import { withoutQuotations } from '../../../platform/text/punctuation.ts'
import { type ConsultationField, type ConsultationInfo, consultationFields, nothingKnown } from '../../leads/fields.ts'
import { type Budget, budgetText, findBudget, type KnownBudget } from './budget.ts'
import { type Clause, hasPhrase, splitClauses } from './clauses.ts'
import { findCompany, findEmail, findName, joinSpelledAddresses } from './contact.ts'
import { describesProject, droppedProduct, findTimeline, findUsers, isProductAnswer } from './project.ts'
import { instructions, vetoes } from './words.ts'

/** The visitor's message, and what our reply before it asked for. */
export type Exchange = { visitor: string; asked?: Expected | undefined }
/** `lang` is the content's language (BCP 47). */
export type SiteInfo = { studioAddress?: string | undefined; lang?: string | undefined }
/** `newest` is what the last message adds or corrects. Only the chat uses `users`. */
export type Details = { all: ConsultationInfo; newest: ConsultationInfo; budget: Budget | null; users: string | null }
/** Part of the visitor's words, quoted by a model for a field. */
export type QuotedDetail = { field: ConsultationField; quote: string }
export type { Budget }

export const noDetails: Details = { all: nothingKnown, newest: nothingKnown, budget: null, users: null }

/** In other languages, the rules could mistake a greeting for a name, so they read only email and budget. */
const supportedLanguages = ['en', 'hi', 'es', 'fr', 'de', 'it']
const maxValueCharacters = 300
const maxRequirements = 12

type Rules = { studioAddress: string | undefined; isSupported: boolean }
type State = {
  info: ConsultationInfo
  requirements: readonly string[]
  budget?: KnownBudget | undefined
  users: string | null
}

/** Every value is a verbatim piece of the visitor's messages, except a budget, a spelled-out email, and joined requirements. */
export function extractDetails(messages: readonly Exchange[], { studioAddress, lang = 'en' }: SiteInfo = {}): Details {
  const rules = { studioAddress, isSupported: supportedLanguages.includes(new Intl.Locale(lang).language) }
  let before: State = { info: nothingKnown, requirements: [], users: null }
  let state = before
  for (const exchange of messages) {
    before = state
    state = readMessage(before, exchange, rules)
  }
  const { info, budget = null, users } = state
  const newest = mapFields(consultationFields, (field) => (info[field] === before.info[field] ? null : info[field]))
  const added = state.requirements.filter((text) => !before.requirements.includes(text))
  return { all: info, newest: { ...newest, requirements: newest.requirements && joined(added) }, budget, users }
}

function readMessage(before: State, { visitor, asked }: Exchange, rules: Rules): State {
  const message = joinSpelledAddresses(visitor)
  const clauses = readableClauses(message)
  const own = withoutQuotations(message)
  const ownClauses = own === message ? clauses : readableClauses(own)
  const state = { ...before, info: { ...before.info } }
  const { info } = state
  for (const clause of ownClauses) {
    info.email = findEmail(clause, asked, rules.studioAddress) ?? info.email
    state.budget = findBudget(clause, asked, state.budget) ?? state.budget
    if (rules.isSupported) readText(state, clause, asked, before.info.name)
  }
  if (rules.isSupported) state.requirements = readRequirements(before.requirements, clauses, asked)
  info.requirements = joined(state.requirements)
  info.budget = state.budget === undefined ? null : budgetText(state.budget)
  return state
}

function readText(state: State, clause: Clause, asked: Expected | undefined, nameBefore: string | null): void {
  const { info } = state
  const name = findName(clause, asked, info.name)
  // “I'm Elena and this is Marco”, or “Anna” after “Anna Bell”, isn't a correction.
  const isNew = info.name === nameBefore || clause.isCorrection
  if (name !== undefined && isNew && !info.name?.startsWith(`${name} `)) info.name = name
  info.company = findCompany(clause, asked, name) ?? info.company
  info.timeline = findTimeline(clause, asked, info.timeline) ?? info.timeline
  state.users = findUsers(clause, asked) ?? state.users
}

function readRequirements(
  known: readonly string[],
  clauses: readonly Clause[],
  asked: Expected | undefined,
): readonly string[] {
  let requirements = known
  for (const clause of clauses.slice(0, maxRequirements)) {
    const text = clause.text.replace(/\?$/, '')
    const dropped = droppedProduct(clause)
    const hasDropped = requirements.length < known.length
    if (dropped !== undefined) requirements = requirements.filter((each) => !each.toLowerCase().includes(dropped))
    if (text.length > maxValueCharacters || requirements.includes(text)) continue
    const isReplacement = hasDropped && clause.isCorrection && dropped === undefined
    if (isReplacement || describesProject(clause.text) || isProductAnswer(clause, asked))
      requirements = [...requirements, text].slice(-maxRequirements)
  }
  return requirements
}

function joined(requirements: readonly string[]): string | null {
  return requirements.join('. ') || null
}

function readableClauses(message: string): Clause[] {
  return splitClauses(message).filter((clause) => !isHostile(clause))
}

/** Whether a clause has instructions to us or markup. */
function isHostile({ tokens, text }: Clause): boolean {
  return hasPhrase(instructions, tokens) || /[<{]\S{0,99}[>}"]/.test(text)
}

const maxQuotes = 12
const plainSentences: Readonly<Record<ConsultationField, string>> = {
  name: 'My name is',
  email: 'My email is',
  company: 'My company is called',
  budget: 'My budget is',
  timeline: 'I need it',
  requirements: 'I need',
}

/** Adds or replaces quoted details if they are verbatim and `read` also finds them in a plain sentence. */
export async function withQuotedDetails(
  known: ConsultationInfo,
  quoted: readonly QuotedDetail[],
  messages: readonly Exchange[],
  read: (messages: readonly Exchange[]) => Promise<Details>,
): Promise<ConsultationInfo> {
  const info = { ...known }
  for (const { field, quote } of quoted.slice(0, maxQuotes)) {
    const text = quote.trim()
    if (text === '' || text.length > maxValueCharacters || !isQuotable(field, text, messages)) continue
    const { all } = await read([{ visitor: `${plainSentences[field]} ${text}` }])
    const value = field === 'requirements' ? text : all[field]
    if (value !== null && (field === 'budget' || value === text)) info[field] = value
  }
  return info
}

/** Whether the visitor wrote this in a clause that isn't hostile and has no veto. */
function isQuotable(field: ConsultationField, text: string, messages: readonly Exchange[]): boolean {
  const { visitor = '' } = messages.findLast((message) => message.visitor.includes(text)) ?? {}
  const clauses = readableClauses(visitor).filter((clause) => clause.text.includes(text))
  return clauses.some(({ tokens }) => !hasPhrase(vetoes[field === 'name' ? 'email' : field], tokens))
}
