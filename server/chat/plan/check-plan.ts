import type { Answer } from '../../../platform/content/chat/answers.ts'
import { type Answers, budgetsId, detailsId, type KnownFact } from '../answers.ts'
import type { ChatState } from '../state.ts'
import type { PlanLimits } from './plan-limits.ts'
import type { SlotKind } from './slots.ts'

/** A short, friendly sentence before the facts, and the slot it mentions. */
export type Opening = { move: string; slot?: SlotKind | undefined }

/** A reply as IDs, from a model or the built-in agent. `checkPlan` checks both. */
export type Plan = {
  opens: Opening[]
  facts: string[]
  asks: string
  /** IDs of the answers behind the buttons. */
  buttons: string[]
}

/** Limits that keep a reply short enough to read at a glance. */
const maxOpenings = 3
const maxAnswers = 3
const maxButtons = 3

/**
 * Drops everything the chat must not say: unknown IDs, facts that lean on a missing fact, facts about two different
 * offers, and openings whose slots this message didn't fill. The rest is true, no matter who planned it.
 */
export function checkPlan(plan: Plan, state: ChatState, answers: Answers, limits: PlanLimits): Plan {
  const facts = checkFacts(plan.facts, state, answers, limits)
  const said = facts.map((id) => answers.facts.get(id)).filter((fact) => fact !== undefined)
  const opens = plan.opens.filter((opening) => isAllowed(opening, said, answers, limits)).slice(0, maxOpenings)
  const possible = [...new Set(plan.buttons)].filter((id) => canBeButton(id, answers)).slice(0, maxButtons)
  const question = canBeAsked(plan.asks, answers, limits) ? answers.questions.get(plan.asks) : undefined
  // Only questions that list their buttons have buttons. Drop such a question if no buttons are left.
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
    // Don't mix facts about trouble with other facts.
    if (checked.some(({ answer }) => (answer.kind === 'trouble') !== isTrouble)) continue
    if (fact.comparesBudget && !limits.comparisons.has(id)) continue
    if (fitsBehind(fact, checked, state, answers)) checked.push(fact)
  }
  return checked.map(({ id }) => id)
}

/** Whether a fact can follow the facts before it. */
function fitsBehind(fact: KnownFact, earlier: readonly KnownFact[], state: ChatState, answers: Answers): boolean {
  const previous = earlier.at(-1)
  const hasSameAnswer = earlier.some(({ answer }) => answer.id === fact.answer.id)
  // Keep an answer's facts together and in order.
  if (hasSameAnswer && (previous?.answer.id !== fact.answer.id || previous.index >= fact.index)) return false
  if (fact.leans && !leansOn(fact, previous, state)) return false
  const others = new Set(earlier.map(({ answer }) => answer.id))
  others.delete(fact.answer.id)
  if (others.size >= maxAnswers) return false
  return earlier.every(({ answer }) => areCompatible(answer.id, fact.answer.id, answers))
}

/** A leaning fact must directly follow the fact it leans on, which can also be the last fact of the last reply. */
function leansOn({ answer, index }: KnownFact, previous: KnownFact | undefined, state: ChatState): boolean {
  const support = answer.facts[index - 1]?.id
  return previous === undefined ? state.lastFacts.at(-1) === support : previous.id === support
}

/** Whether answers fit together. Two different offers could read as a single false offer, but families are fine. */
function areCompatible(firstId: string, secondId: string, answers: Answers): boolean {
  const first = answers.offersOf(firstId)
  const second = answers.offersOf(secondId)
  if (first.length === 0 || second.length === 0) return true
  const areShared = first.some(({ id }) => second.some((each) => each.id === id))
  return areShared || [...first, ...second].some(({ members }) => members.length > 0)
}

const empathyMove = /^empathy\./

/** Whether an opening exists, has its slot, and fits the facts. */
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
  return !empathyMove.test(move) || said.every(({ answer }) => goesWithEmpathy(answer, answers))
}

/** Whether an answer can follow empathy. A price or a refusal can't. */
function goesWithEmpathy({ id, kind, opens }: Answer, answers: Answers): boolean {
  return empathyMove.test(opens ?? '') || (kind !== 'refusal' && answers.offersOf(id).length === 0)
}

/** Whether the chat can ask a question. “Are you safe right now?” is only for people in trouble. */
function canBeAsked(id: string, { all }: Answers, { known, allowsTrouble }: PlanLimits): boolean {
  const owner = all.get(id.replace(/\.next(?:-\d+)?$/, ''))
  return !known.has(id) && (allowsTrouble || owner?.kind !== 'trouble')
}

function canBeButton(id: string, { all }: Answers): boolean {
  const kind = all.get(id)?.kind
  return kind !== undefined && id !== budgetsId && kind !== 'unknown'
}
