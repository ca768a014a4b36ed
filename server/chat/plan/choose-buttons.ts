import type { Answer } from '../../../platform/content/chat/answers.ts'
import { budgetsId } from '../answers.ts'
import type { Prediction } from '../understand/model.ts'

import type { PlanInput } from './plan-input.ts'

/** The facts of a reply, and why the chat says them. */
export type Choice = {
  reason: 'contact' | 'budget' | 'asked' | 'noCurrency' | 'buying' | 'maybe' | 'unsure' | 'unknown' | 'nothing asked'
  facts: string[]
}

/** Minimum probability for a button, by type of reply. An absurd title next to “I don’t know” would look broken. */
const minButtonProbability = { maybe: 0.1, unsure: 0.06, unknown: 0.1 }
/** Minimum probability for a single button. */
const minOnlyProbability = 0.25
/** Minimum probability for a button that accompanies an answer to another question. */
const minAlsoProbability = 0.2
export const maxButtons = 3

/**
 * Chooses buttons for everything a reply leaves open. If the reply has facts, these are the answers that couldn't be
 * combined with them, and the likeliest answer to each doubtful question. Otherwise, they're the likeliest three.
 * @param facts the chosen facts that passed the check
 */
export function buttonsFor(input: PlanInput, { reason, facts: chosen }: Choice, facts: readonly string[]): string[] {
  const { understood, answers } = input
  if (reason === 'nothing asked')
    return (understood.besides ?? []).map(({ id }) => id).filter((id) => canBeOffered(answers.all.get(id)))
  const said = new Set(facts.map((id) => answers.facts.get(id)?.answer.id ?? ''))
  if (reason === 'maybe' || reason === 'unsure' || reason === 'unknown') {
    const { doubts, trouble } = understood
    const perDoubt = Math.ceil(maxButtons / doubts.length)
    const min = minButtonProbability[reason]
    const likely = doubts.flatMap(({ predictions }) => offeredAnswers(input, predictions, said, min).slice(0, perDoubt))
    return trouble === undefined ? likelyIds(likely) : [trouble.id, ...likely.map(({ id }) => id)]
  }
  if (reason !== 'asked' && reason !== 'contact') return []
  const dropped = chosen.filter((id) => !facts.includes(id)).map((id) => answers.facts.get(id)?.answer)
  const droppedIds = dropped.filter(canBeOffered).map((answer) => answer?.id ?? '')
  const questions = understood.doubts.filter(({ isQuestion }) => isQuestion)
  const likely = questions.flatMap(({ predictions }) =>
    offeredAnswers(input, predictions, said, minAlsoProbability).slice(0, 1),
  )
  return [...droppedIds.filter((id) => !said.has(id)), ...likelyIds(likely)]
}

/** The likely answers, except those in the reply and those the visitor has refused. */
function offeredAnswers(
  { answers, state }: PlanInput,
  predictions: readonly Prediction[],
  said: ReadonlySet<string>,
  minProbability: number,
): Prediction[] {
  const likely = predictions.filter(({ probability }) => probability >= minProbability)
  return likely
    .map(({ id, probability }) => ({ id: id.split('/')[0] ?? id, probability }))
    .filter(({ id }) => !said.has(id) && !state.refused.has(id) && canBeOffered(answers.all.get(id)))
}

function likelyIds(likely: readonly Prediction[]): string[] {
  const [first] = likely
  const isWeak = likely.length === 1 && first !== undefined && first.probability < minOnlyProbability
  return isWeak ? [] : likely.map(({ id }) => id)
}

function canBeOffered(answer: Answer | undefined): boolean {
  return (answer?.kind === 'topic' && answer.id !== budgetsId) || answer?.kind === 'notClient'
}
