import { mapFields } from '../../../platform/fields.ts'
import { withoutQuotations } from '../../../platform/text/punctuation.ts'
import { type ConsultationInfo, consultationFields, nothingKnown } from '../../leads/fields.ts'
import { type Budget, budgetText, findBudget, type KnownBudget } from './budget.ts'
import { type Clause, splitClauses } from './clauses.ts'
import { findCompany } from './company.ts'
import { findEmail, joinSpelledAddresses } from './email.ts'
import { findName } from './name.ts'
import { describesProject, droppedProduct, findUsers, isProductAnswer } from './requirements.ts'
import { findTimeline } from './timeline.ts'
import { has, wordList } from './tokens.ts'

export type Expected = 'product' | 'users' | 'date' | 'budget' | 'currency' | 'contact' | 'yesNo' | 'choice' | 'open'
/** The visitor's message, and what our reply before it asked for. */
export type Exchange = { visitor: string; asked?: Expected | undefined }
/** `lang` is the language of its texts (BCP 47). */
export type SiteInfo = { studioAddress?: string | undefined; lang?: string | undefined }
/** `newest` is what the last message adds or corrects. Only the chat uses `users`. */
export type Details = { all: ConsultationInfo; newest: ConsultationInfo; budget: Budget | null; users: string | null }
export type { Budget }

/** In other languages, a greeting could be taken for a name, so only email and budget are read. */
const supportedLanguages = ['en', 'hi', 'es', 'fr', 'de', 'it']
export const maxValueCharacters = 300
const maxRequirements = 12

type Describes = (clause: string) => boolean
type Rules = { studioAddress: string | undefined; describes: Describes; isSupported: boolean }
type Known = Pick<Details, 'users'> & { requirements: readonly string[]; budget?: KnownBudget | undefined }
type State = Known & { info: ConsultationInfo }

/** Every value is a verbatim piece of the visitor's messages, except a budget, a spelled-out email, and joined requirements. */
export function extractDetails(
  messages: readonly Exchange[],
  { studioAddress, lang = 'en' }: SiteInfo = {},
  describes: Describes = describesProject,
): Details {
  const rules = { studioAddress, describes, isSupported: supportedLanguages.includes(new Intl.Locale(lang).language) }
  let before: State = { info: nothingKnown, requirements: [], users: null }
  let state = before
  for (const exchange of messages) [before, state] = [state, readMessage(state, exchange, rules)]
  const { info, budget = null, users } = state
  const newest = mapFields(consultationFields, (field) => (info[field] === before.info[field] ? null : info[field]))
  const added = state.requirements.filter((text) => !before.requirements.includes(text))
  return { all: info, newest: { ...newest, requirements: newest.requirements && joined(added) }, budget, users }
}

function readMessage(before: State, { visitor, asked }: Exchange, rules: Rules): State {
  const message = joinSpelledAddresses(visitor)
  const clauses = splitClauses(message).filter((clause) => !isHostile(clause))
  const own = withoutQuotations(message)
  const spoken = own === message ? clauses : splitClauses(own).filter((clause) => !isHostile(clause))
  const state = { ...before, info: { ...before.info } }
  const { info } = state
  for (const clause of spoken) {
    info.email = findEmail(clause, asked, rules.studioAddress) ?? info.email
    state.budget = findBudget(clause, asked, state.budget) ?? state.budget
    if (rules.isSupported) readText(state, clause, asked, before.info.name)
  }
  if (rules.isSupported) state.requirements = readRequirements(before.requirements, clauses, asked, rules.describes)
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
  asked?: Expected,
  describes?: Describes,
) {
  return clauses.slice(0, maxRequirements).reduce((requirements, clause) => {
    const text = clause.text.replace(/\?$/, '')
    const dropped = droppedProduct(clause)
    const kept = requirements.filter((each) => dropped === undefined || !each.toLowerCase().includes(dropped))
    const isReplacement = requirements.length < known.length && clause.isCorrection && dropped === undefined
    const isNew = text.length <= maxValueCharacters && !kept.includes(text)
    const isDescription = isReplacement || describes?.(clause.text) || isProductAnswer(clause, asked)
    return isNew && isDescription ? [...kept, text].slice(-maxRequirements) : kept
  }, known)
}

function joined(requirements: readonly string[]): string | null {
  return requirements.join('. ') || null
}

const orders = wordList(
  'ignore_all ignore_previous ignore_your previous_instructions system_prompt developer_mode set_my set_email set_budget you_must',
)

/** Instructions to us, and markup. */
export function isHostile({ tokens, text }: Clause): boolean {
  return has(orders, tokens) || /[<{]\S{0,99}[>}"]/.test(text)
}
