import type { Answer } from '../../../platform/content/chat/answers.ts'
import type { Question } from '../../../platform/content/chat/questions.ts'
import type { ConsultationField } from '../../leads/fields.ts'
import { type Answers, budgetsId, comparisonIds, detailsId, type KnownFact } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import type { Turn } from '../messages.ts'
import type { ChatState } from '../state.ts'
import type { Understood } from '../understand/understand.ts'
import type { SlotKind, Slots } from './slots.ts'

/** What a reply is planned from. */
export type PlanInput = {
  message: string
  understood: Understood
  state: ChatState
  details: Details
  /** Fields of the form that aren't empty. */
  filled: readonly ConsultationField[]
  slots: Slots
  /** IDs of the sentences that compare a new budget with prices. */
  comparisons: readonly string[]
  /** Whether the visitor has named people, such as customers or drivers. */
  namesUsers: boolean
  answers: Answers
}

/** A short human sentence before the facts, with what it can name. */
export type Opening = { move: string; slot?: SlotKind | undefined }

/** A reply in IDs. A model and the built-in agent return the same, and `checkPlan` guards both. */
export type Plan = {
  opens: Opening[]
  facts: string[]
  asks: string
  /** IDs of answers, for buttons. */
  buttons: string[]
}

/** What a plan for this message can use. */
export type PlanLimits = {
  slots: Slots
  /** IDs of sentences about budgets that are true of the visitor's sum. */
  comparisons: ReadonlySet<string>
  /** Whether answers for people in trouble are allowed. */
  allowsTrouble: boolean
  /** Whether the form has any value. Otherwise the chat doesn't say it noted details. */
  hasDetails: boolean
  /** IDs of questions whose answers are known. */
  known: ReadonlySet<string>
  maxFacts: number
}

/** Maximum facts if a message asks for a single answer, and for more. */
export const maxFactsOfOne = 2
const maxFactsOfMany = 3

/** Limits of the reply to this message. */
export function limitsOf(input: PlanInput): PlanLimits {
  const { understood, comparisons, state, slots, answers } = input
  const isDescribed = hasDescribed(understood, state, answers)
  const known = [...answers.questions.values()].filter(
    (question) => (isDescribed && question.id === 'q.product') || isKnown(question, input),
  )
  return {
    slots,
    comparisons: new Set([...comparisons, comparisonIds.says, comparisonIds.otherCurrency]),
    allowsTrouble: understood.wants.some(({ how, id }) => how === 'button' && answers.all.get(id)?.kind === 'trouble'),
    hasDetails: hasDetails(input),
    known: new Set(known.map(({ id }) => id)),
    maxFacts: Math.max(maxFactsOfOne, Math.min(understood.wants.length, maxFactsOfMany)),
  }
}

export function hasDetails({ details, filled }: PlanInput): boolean {
  return filled.length > 0 || Object.values(details.all).some((value) => value !== null)
}

/** Whether the visitor has described a project, in this message or, judging by our replies, earlier. */
export function hasDescribed(
  { clauses }: Pick<Understood, 'clauses'>,
  { moves, said }: ChatState,
  { talk, all }: Answers,
): boolean {
  const [first = ''] = talk.situations.described
  const hasReply = all.get(first)?.facts.some(({ id }) => said.has(id)) === true
  return hasReply || moves.has('ack.product') || clauses.some(({ act }) => act === 'describe')
}

/** Whether the visitor has already said what a question asks for. */
function isKnown({ id, expects }: Question, { details, filled, namesUsers, message, understood }: PlanInput): boolean {
  const { all, budget, users } = details
  const has = (field: ConsultationField) => all[field] !== null || filled.includes(field)
  if (id === 'q.product') return has('requirements')
  if (id === 'q.first-job') return isDetailed(message, understood)
  if (id === 'q.users') return users !== null || namesUsers
  if (expects === 'date') return has('timeline')
  if (expects === 'budget') return has('budget')
  if (expects === 'currency') return budget === null || budget.currency !== undefined
  return expects === 'contact' && has('email')
}

const minDetailedWords = 25

/** Whether a description is long enough to say what the product has to do. */
function isDetailed(message: string, { clauses }: Understood): boolean {
  return clauses.some(({ act }) => act === 'describe') && message.split(/\s+/).length >= minDetailedWords
}

const maxOpenings = 3
const maxAnswers = 3
const maxButtons = 3

/**
 * Drops what the chat must not say: unknown IDs, facts without the fact they lean on, facts of two different offers, and
 * slots this message didn't fill. The rest is true, whoever chose it.
 */
export function checkPlan(plan: Plan, state: ChatState, answers: Answers, limits: PlanLimits): Plan {
  const facts = checkFacts(plan.facts, state, answers, limits)
  const said = facts.map((id) => answers.facts.get(id)).filter((fact) => fact !== undefined)
  const opens = plan.opens.filter((opening) => isAllowed(opening, said, answers, limits)).slice(0, maxOpenings)
  const possible = [...new Set(plan.buttons)].filter((id) => canBeButton(id, answers)).slice(0, maxButtons)
  const question = canBeAsked(plan.asks, answers, limits) ? answers.questions.get(plan.asks) : undefined
  // A question has buttons only if it names them, and then it needs them.
  const isChoice = question?.text.includes('{value}') === true
  if (question === undefined || (isChoice && possible.length === 0)) return { opens, facts, asks: '', buttons: [] }
  return { opens, facts, asks: question.id, buttons: isChoice ? possible : [] }
}

function checkFacts(ids: readonly string[], state: ChatState, answers: Answers, limits: PlanLimits): string[] {
  const checked: KnownFact[] = []
  for (const id of new Set(ids)) {
    const fact = answers.facts.get(id)
    if (fact === undefined || checked.length === limits.maxFacts) continue
    const isTrouble = fact.answer.kind === 'trouble'
    if (isTrouble && !limits.allowsTrouble) continue
    if (fact.answer.id === detailsId && !limits.hasDetails) continue
    // People in trouble read only about that.
    if (checked.some(({ answer }) => (answer.kind === 'trouble') !== isTrouble)) continue
    if (fact.comparesBudget && !limits.comparisons.has(id)) continue
    if (fitsBehind(fact, checked, state, answers)) checked.push(fact)
  }
  return checked.map(({ id }) => id)
}

function fitsBehind(fact: KnownFact, earlier: readonly KnownFact[], state: ChatState, answers: Answers): boolean {
  const previous = earlier.at(-1)
  const hasOwn = earlier.some(({ answer }) => answer.id === fact.answer.id)
  // The facts of an answer stand together, in its order.
  if (hasOwn && (previous?.answer.id !== fact.answer.id || previous.index >= fact.index)) return false
  if (fact.leans && !leansOn(fact, previous, state)) return false
  const others = new Set(earlier.map(({ answer }) => answer.id))
  others.delete(fact.answer.id)
  if (others.size >= maxAnswers) return false
  return earlier.every(({ answer }) => areCompatible(answer.id, fact.answer.id, answers))
}

/** A leaning fact stands right behind the fact it leans on, or first if that fact was the last reply's last. */
function leansOn({ answer, index }: KnownFact, previous: KnownFact | undefined, state: ChatState): boolean {
  const support = answer.facts[index - 1]?.id
  return previous === undefined ? state.lastFacts.at(-1) === support : previous.id === support
}

/** Answers about two different offers could read as one false offer, unless one of the offers is the whole family. */
function areCompatible(firstId: string, secondId: string, answers: Answers): boolean {
  const first = answers.offersOf(firstId)
  const second = answers.offersOf(secondId)
  if (first.length === 0 || second.length === 0) return true
  const areShared = first.some(({ id }) => second.some((each) => each.id === id))
  return areShared || [...first, ...second].some(({ members }) => members.length > 0)
}

const empathy = /^empathy\./

function isAllowed(
  { move, slot }: Opening,
  said: readonly KnownFact[],
  answers: Answers,
  { slots }: PlanLimits,
): boolean {
  const text = Object.hasOwn(answers.moves, move) ? answers.moves[move] : undefined
  if (text === undefined) return false
  if (text.includes('{value}') && (slot === undefined || !Object.hasOwn(slots, slot))) return false
  if (slot === 'budget' && said.some(({ comparesBudget }) => comparesBudget)) return false
  return !empathy.test(move) || said.every(({ answer }) => goesWithEmpathy(answer, answers))
}

/** Empathy doesn't go with a price or a refusal. */
function goesWithEmpathy({ id, kind, opens }: Answer, answers: Answers): boolean {
  return empathy.test(opens ?? '') || (kind !== 'refusal' && answers.offersOf(id).length === 0)
}

/** “Are you safe right now?” is a question only for people in trouble. */
function canBeAsked(id: string, { all }: Answers, { known, allowsTrouble }: PlanLimits): boolean {
  const owner = all.get(id.replace(/\.next(?:-\d+)?$/, ''))
  return !known.has(id) && (allowsTrouble || owner?.kind !== 'trouble')
}

function canBeButton(id: string, { all }: Answers): boolean {
  const kind = all.get(id)?.kind
  return kind !== undefined && id !== budgetsId && kind !== 'unknown'
}

/** The only code that turns a checked plan into text. @returns its sentences, the question last */
export function renderPlan({ opens, facts, asks, buttons }: Plan, answers: Answers, slots: Slots): string[] {
  const openings = opens.map(({ move, slot }) => fill(answers.moves[move] ?? '', slot && slots[slot]))
  const statements = facts.map((id) =>
    (answers.facts.get(id)?.text ?? '').replaceAll('{sum}', () => slots.budget ?? ''),
  )
  const question = fill(answers.questions.get(asks)?.text ?? '', titlesOf(buttons, answers))
  return [...openings, ...statements, question].filter((sentence) => sentence !== '')
}

/** “Support after launch” or “Running costs”. */
export function titlesOf(ids: readonly string[], { all }: Answers): string {
  const answers = ids.map((id) => all.get(id)).filter((answer) => answer !== undefined)
  const titles = answers.map(({ title }) => `“${title}”`)
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(titles)
}

function fill(text: string, value: string | undefined): string {
  return text.replaceAll('{value}', () => value ?? '')
}

export function turnOfPlan({ opens, facts, asks, buttons }: Plan): Turn {
  return { facts, moves: opens.map(({ move }) => move), asked: asks, buttons }
}
