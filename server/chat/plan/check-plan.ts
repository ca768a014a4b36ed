import type { Answer } from '../../../platform/content/chat/answers.ts'
import { type Answers, detailsId, type KnownFact } from '../answers.ts'
import type { TalkState } from '../state.ts'
import type { SlotKind, Slots } from './slots.ts'

/** A short human sentence before the facts, with what it may name. */
export type Opening = { move: string; slot?: SlotKind | undefined }

/** A reply in ids. A model and the built-in agent return the same, and `checkPlan` guards both. */
export type Plan = {
  opens: Opening[]
  facts: string[]
  asks: string
  /** Ids of answers, for buttons. */
  buttons: string[]
}

/** What a plan for this message may use. */
export type PlanLimits = {
  slots: Slots
  /** Ids of sentences about budgets that code has chosen by comparing the sums. */
  comparisons: ReadonlySet<string>
  /** Whether answers for people in trouble may be told. */
  allowsTrouble: boolean
  /** Whether the form holds something. Otherwise the chat doesn't say that it noted details. */
  hasDetails: boolean
  /** Ids of questions whose answers are known. */
  known: ReadonlySet<string>
  /** How many facts: three only for two questions or more. */
  maxFacts: number
}

const maxOpenings = 3
const maxAnswers = 3
const maxButtons = 3

/**
 * Drops what may not be said: ids that don't exist, facts that lean on one that isn't there, facts of two different offers, and
 * slots that this message didn't fill. What is left is true, whoever chose it.
 */
export function checkPlan(plan: Plan, state: TalkState, answers: Answers, limits: PlanLimits): Plan {
  const facts = checkFacts(plan.facts, state, answers, limits)
  const said = facts.map((id) => answers.facts.get(id))
  const opens = plan.opens
    .filter(({ move, slot }) => isAllowed(move, slot, said, answers, limits))
    .slice(0, maxOpenings)
  const possible = [...new Set(plan.buttons)].filter((id) => canBeButton(id, answers)).slice(0, maxButtons)
  const question = mayBeAsked(plan.asks, answers, limits) ? answers.questions.get(plan.asks) : undefined
  // Only a question that names the buttons has some, and it needs them.
  const isChoice = question?.text.includes('{value}') === true
  const isAsked = question !== undefined && (!isChoice || possible.length > 0)
  return { opens, facts, asks: isAsked ? question.id : '', buttons: isAsked && isChoice ? possible : [] }
}

function checkFacts(ids: readonly string[], state: TalkState, answers: Answers, limits: PlanLimits): string[] {
  const checked: KnownFact[] = []
  for (const id of new Set(ids)) {
    const fact = answers.facts.get(id)
    if (fact === undefined || checked.length === limits.maxFacts) continue
    if (fact.answer.kind === 'trouble' && !limits.allowsTrouble) continue
    if (fact.answer.id === detailsId && !limits.hasDetails) continue
    // People in trouble hear only about that.
    if (checked.some(({ answer }) => (answer.kind === 'trouble') !== (fact.answer.kind === 'trouble'))) continue
    if (fact.sums && !limits.comparisons.has(id)) continue
    if (fitsBehind(fact, checked, state, answers)) checked.push(fact)
  }
  return checked.map(({ id }) => id)
}

function fitsBehind(fact: KnownFact, earlier: readonly KnownFact[], state: TalkState, answers: Answers): boolean {
  const previous = earlier.at(-1)
  const own = earlier.filter(({ answer }) => answer.id === fact.answer.id)
  // The facts of an answer stand together, in its order.
  if (own.length > 0 && (previous?.answer.id !== fact.answer.id || previous.index >= fact.index)) return false
  if (fact.leans && !leansOn(fact, previous, state)) return false
  const others = new Set(earlier.map(({ answer }) => answer.id))
  others.delete(fact.answer.id)
  if (others.size >= maxAnswers) return false
  return earlier.every(({ answer }) => areCompatible(answer.id, fact.answer.id, answers))
}

/** A leaning fact stands right behind the one before it, or first if that one ended the last reply's facts. */
function leansOn({ answer, index }: KnownFact, previous: KnownFact | undefined, state: TalkState): boolean {
  const support = answer.facts[index - 1]?.id
  return previous === undefined ? state.lastFacts.at(-1) === support : previous.id === support
}

/** Answers about two different offers could read as one false offer, unless one of them is about the whole family. */
function areCompatible(one: string, other: string, answers: Answers): boolean {
  const [first, second] = [answers.offersOf(one), answers.offersOf(other)]
  if (first.length === 0 || second.length === 0) return true
  const isWhole = (offer: { members: string[] }) => offer.members.length > 0
  return first.some(({ id }) => second.some((each) => each.id === id)) || first.some(isWhole) || second.some(isWhole)
}

const empathy = /^empathy\./

function isAllowed(
  move: string,
  slot: SlotKind | undefined,
  said: readonly (KnownFact | undefined)[],
  answers: Answers,
  { slots }: PlanLimits,
): boolean {
  const text = Object.hasOwn(answers.moves, move) ? answers.moves[move] : undefined
  if (text === undefined) return false
  if (text.includes('{value}') && (slot === undefined || !Object.hasOwn(slots, slot))) return false
  if (slot === 'budget' && said.some((fact) => fact?.sums)) return false
  return !empathy.test(move) || said.every((fact) => fact !== undefined && bearsEmpathy(fact.answer, answers))
}

/** Empathy doesn't go with a price or a refusal. */
function bearsEmpathy({ id, kind, opens }: Answer, answers: Answers): boolean {
  return empathy.test(opens ?? '') || (kind !== 'refusal' && answers.offersOf(id).length === 0)
}

/** “Are you safe right now?” is a question only for people in trouble. */
function mayBeAsked(id: string, { all }: Answers, { known, allowsTrouble }: PlanLimits): boolean {
  const owner = all.get(id.replace(/\.next(?:-\d+)?$/, ''))
  return !known.has(id) && (allowsTrouble || owner?.kind !== 'trouble')
}

function canBeButton(id: string, { all }: Answers): boolean {
  const kind = all.get(id)?.kind
  return kind !== undefined && id !== 'budgets' && kind !== 'unknown'
}
