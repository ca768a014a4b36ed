import { withoutQuotations } from '../../../platform/text/punctuation.ts'
import { type Model, predict, vectorize } from './model.ts'

/** The label of everything that isn't trouble. */
export const noTrouble = ''

/** `isSure`: tell the answer at once; otherwise only offer it as a button. */
export type Trouble = { id: string; isSure: boolean }

/** The chat tells what to do from the first probability on, and offers a button from the second. */
const [minSure, minPossible] = [0.7, 0.5]
const maxCharacters = 2_500

/**
 * Whether somebody is in trouble now. The whole message decides: “he swallowed bleach” can be a feature of an app for parents.
 * @param offered ids of the kinds that can be buttons. In danger, a button isn't enough, and it would frighten others.
 */
export function detectTrouble(message: string, model: Model, offered: readonly string[]): Trouble | undefined {
  const predictions = predict(vectorize(withoutQuotations(message.slice(0, maxCharacters)), model), model)
  const probability = 1 - (predictions.find(({ id }) => id === noTrouble)?.probability ?? 1)
  const id = predictions.find((prediction) => prediction.id !== noTrouble)?.id ?? noTrouble
  const isSure = probability >= minSure
  return isSure || (probability >= minPossible && offered.includes(id)) ? { id, isSure } : undefined
}
