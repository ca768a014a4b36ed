import type { Question } from '../../../platform/content/chat/questions.ts'
import type { ConsultationField } from '../../leads/fields.ts'
import type { Answers } from '../answers.ts'
import { offerIn, type TalkState } from '../state.ts'
import type { Understood } from '../understand/understand.ts'
import { compareBudget } from './budgets.ts'
import type { PlanLimits } from './check-plan.ts'
import type { PlanInput } from './plan.ts'

/** A single answer tells so many sentences. */
export const maxFactsOfOne = 2

/** Limits of the reply to this message. */
export function limitsOf(input: PlanInput): PlanLimits {
  const { understood, details, state, slots, answers, message } = input
  const mentioned = offerIn(message, answers) ?? state.offer
  const comparisons = details.newest.budget === null ? [] : compareBudget(details.budget, mentioned, answers)
  const isDescribed = hasDescribed(understood, state, answers)
  const known = [...answers.questions.values()].filter(
    (question) => (isDescribed && question.id === 'q.product') || isKnown(question, input),
  )
  return {
    slots,
    comparisons: new Set([...comparisons, 'budgets.says', 'budgets.other-currency']),
    allowsTrouble: understood.wants.some(({ how, id }) => how === 'button' && answers.all.get(id)?.kind === 'trouble'),
    hasDetails: hasDetails(input),
    known: new Set(known.map(({ id }) => id)),
    maxFacts: Math.max(maxFactsOfOne, Math.min(understood.wants.length, 3)),
  }
}

export function hasDetails({ details, filled }: PlanInput): boolean {
  return filled.length > 0 || Object.values(details.all).some((value) => value !== null)
}

/** Whether a description came now or, by what was said to it, before. */
export function hasDescribed(
  { clauses }: Pick<Understood, 'clauses'>,
  { moves, said }: TalkState,
  { talk, all }: Answers,
): boolean {
  const [first] = talk.situations.described
  const isKnown = (all.get(first ?? '')?.facts ?? []).some(({ id }) => said.has(id))
  return isKnown || moves.has('ack.product') || clauses.some(({ act }) => act === 'describe')
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
