import type { Question } from '../../../platform/content/chat/questions.ts'
import type { ConsultationField } from '../../leads/fields.ts'
import { type Answers, comparisonIds } from '../answers.ts'
import type { ChatState } from '../state.ts'
import type { Understood } from '../understand/understand.ts'
import type { PlanInput } from './plan-input.ts'
import type { Slots } from './slots.ts'

/** Restrictions on a plan for this message. */
export type PlanLimits = {
  slots: Slots
  /** IDs of the sentences about budgets that are true for the visitor's budget. */
  comparisons: ReadonlySet<string>
  /** Whether answers for people in trouble are allowed. */
  allowsTrouble: boolean
  /** Whether the chat knows any details. If not, it doesn't say that it noted them. */
  hasDetails: boolean
  /** IDs of questions the visitor has already answered. */
  known: ReadonlySet<string>
  maxFacts: number
}

/** Maximum number of facts if a message asks for one answer, and if it asks for more. */
export const maxFactsOfOne = 2
const maxFactsOfMany = 3

/** Determines the limits for the built-in agent's reply. */
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

/** Whether the visitor has described their project, in this message or, judging by the replies, an earlier message. */
export function hasDescribed(
  { clauses }: Pick<Understood, 'clauses'>,
  { moves, said }: ChatState,
  { talk, all }: Answers,
): boolean {
  const [first = ''] = talk.situations.described
  const hasReply = all.get(first)?.facts.some(({ id }) => said.has(id)) === true
  return hasReply || moves.has('ack.product') || clauses.some(({ act }) => act === 'describe')
}

/** Whether the visitor has already answered a question. */
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

/** A description of 25 words usually names the product's first job. */
const minDetailedWords = 25

/** Whether a description is long enough to name the product's first job. */
function isDetailed(message: string, { clauses }: Understood): boolean {
  return clauses.some(({ act }) => act === 'describe') && message.split(/\s+/).length >= minDetailedWords
}
