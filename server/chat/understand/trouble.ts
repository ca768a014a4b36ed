import { withoutQuotations } from '../../../platform/text/plain-text.ts'
import { type Model, predict, vectorize } from './model.ts'

/** The label of everything that isn't trouble. */
export const noTrouble = ''

/** `isSure`: tell the answer at once; otherwise only offer it as a button. */
export type Trouble = { id: string; isSure: boolean }

/** How likely trouble must be to tell what to do: if somebody is in danger, one alarm too many is better than one too few. */
const [minDanger, minUrgent] = [0.65, 0.7]
/** Less likely trouble is a button, unless somebody is in danger: it would only frighten others. */
const minPossible = 0.5
const maxCharacters = 2_500

/**
 * Whether somebody writes that they're in trouble now. The whole message decides: “he swallowed bleach” may be a feature of an app
 * for parents.
 * @param urgent ids of the kinds of trouble without danger
 */
export function detectTrouble(message: string, model: Model, urgent: readonly string[]): Trouble | undefined {
  const predictions = predict(vectorize(withoutQuotations(message.slice(0, maxCharacters)), model), model)
  const probability = 1 - (predictions.find(({ id }) => id === noTrouble)?.probability ?? 1)
  const id = predictions.find((prediction) => prediction.id !== noTrouble)?.id ?? noTrouble
  const isUrgent = urgent.includes(id)
  const isSure = probability >= (isUrgent ? minUrgent : minDanger)
  return isSure || (isUrgent && probability >= minPossible) ? { id, isSure } : undefined
}
