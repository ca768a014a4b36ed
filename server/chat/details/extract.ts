import type { Expected } from '../../../platform/content/chat/questions.ts'
import { mapFields } from '../../../platform/fields.ts'
import { withoutQuotations } from '../../../platform/text/punctuation.ts'
import { type ConsultationInfo, consultationFields, nothingKnown } from '../../leads/fields.ts'
import { type Budget, budgetText, findBudget, type KnownBudget } from './budget.ts'
import { type Clause, hasPhrase, splitClauses } from './clauses.ts'
import { describesProject, droppedProduct, findUsers, isProductAnswer } from './project.ts'
import { findTimeline } from './timeline.ts'
import { findCompany } from './visitor-company.ts'
import { findEmail, joinSpelledAddresses } from './visitor-email.ts'
import { findName } from './visitor-name.ts'
import { instructions } from './words.ts'

/** A visitor's message, and the kind of answer the chat's previous reply asked for. */
export type Exchange = { visitor: string; asked?: Expected | undefined }
/** `lang` is the content's language (BCP 47). */
export type SiteInfo = { studioAddress?: string | undefined; lang?: string | undefined }
/** `newest`: details the last message adds or corrects. `users` (the product's users) is only for chat replies. */
export type Details = { all: ConsultationInfo; newest: ConsultationInfo; budget: Budget | null; users: string | null }

export const noDetails: Details = { all: nothingKnown, newest: nothingKnown, budget: null, users: null }

/** In other languages, only the email address and budget are read. The word lists could take a greeting for a name. */
const supportedLanguages = ['en', 'hi', 'es', 'fr', 'de', 'it']
/** Maximum length of a value. Anything longer is spam or pasted text. */
export const maxValueCharacters = 300
/** Maximum sentences in the requirements, and clauses read per message. Keeps the newest. */
const maxRequirements = 12

type Rules = { studioAddress: string | undefined; isSupported: boolean }
/** Details found in the messages so far. */
type State = {
  info: ConsultationInfo
  requirements: readonly string[]
  budget?: KnownBudget | undefined
  users: string | null
}

/** Finds the visitor's details in their messages. Values are verbatim, except budgets, spelled-out emails, and joined requirements. */
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
  return {
    all: info,
    newest: { ...newest, requirements: newest.requirements && joinRequirements(added) },
    budget,
    users,
  }
}

function readMessage(before: State, { visitor, asked }: Exchange, rules: Rules): State {
  const message = joinSpelledAddresses(visitor)
  const clauses = readableClauses(message)
  const unquoted = withoutQuotations(message)
  const ownClauses = unquoted === message ? clauses : readableClauses(unquoted)
  const state = { ...before, info: { ...before.info } }
  const { info } = state
  for (const clause of ownClauses) {
    info.email = findEmail(clause, asked, rules.studioAddress) ?? info.email
    state.budget = findBudget(clause, asked, state.budget) ?? state.budget
    if (rules.isSupported) readWords(state, clause, asked, before.info.name)
  }
  if (rules.isSupported) state.requirements = readRequirements(before.requirements, clauses, asked)
  info.requirements = joinRequirements(state.requirements)
  info.budget = state.budget === undefined ? null : budgetText(state.budget)
  return state
}

/** Reads the details whose word lists need a supported language. */
function readWords(state: State, clause: Clause, asked: Expected | undefined, nameBefore: string | null): void {
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

function joinRequirements(requirements: readonly string[]): string | null {
  return requirements.join('. ') || null
}

export function readableClauses(message: string): Clause[] {
  return splitClauses(message).filter((clause) => !isHostile(clause))
}

/** Whether a clause contains markup or instructions to the chat. */
function isHostile({ tokens, text }: Clause): boolean {
  return hasPhrase(instructions, tokens) || /[<{]\S{0,99}[>}"]/.test(text)
}
