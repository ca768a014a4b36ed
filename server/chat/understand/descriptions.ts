import type { Answers } from '../answers.ts'
import { describedId, type Want } from './find-answer.ts'
import { type Model, type Prediction, predict, vectorize } from './model.ts'

/** Minimum probability among the fitting answers. It's higher for answers that send the visitor away. */
const fitThreshold = 0.6
const refusalThreshold = 0.8
/** Minimum probability among all answers, including those that can't fit a description. */
const minFitAmongAll = 0.25

/**
 * Finds an answer that fits a description better than asking to hear more. It can be about an existing product, about a
 * kind of product the studio comments on, or about something that isn't a project at all.
 */
export function fittingAnswer(description: string, topics: Model, { all, talk }: Answers): Want | undefined {
  if (description === '') return undefined
  const isOutside = (id: string) => all.get(id)?.kind === 'notClient' || all.get(id)?.kind === 'refusal'
  const fitting = new Set([describedId, ...talk.situations.fitting])
  const vector = vectorize(description, topics)
  const onlyFitting = (label: string) => (fitting.has(label) || isOutside(label) ? 0 : Number.NEGATIVE_INFINITY)
  const [best] = predict(vector, topics, onlyFitting)
  if (best === undefined || best.id === describedId) return undefined
  const amongAll = predict(vector, topics).find(({ id }) => id === best.id)
  if ((amongAll?.probability ?? 0) < minFitAmongAll) return undefined
  const threshold = isOutside(best.id) ? refusalThreshold : fitThreshold
  return best.probability >= threshold ? { ...best, about: null, how: 'description' } : undefined
}

/** Minimum probability of a project. “We’d like to keep the wiki” is below it. */
const minProject = 0.01
/** Minimum probability of another answer. It's higher if the text names a product or a business. */
const minBesides = 0.15
const minBesidesProject = 0.3
const maxBesides = 2

/** Finds the likeliest answers to a description that isn't about a project. @returns undefined if it is */
export function besidesProject(
  description: string,
  { topics, namesProject }: { topics: Model; namesProject: (text: string) => boolean },
): Prediction[] | undefined {
  if (description === '') return undefined
  const predictions = predict(vectorize(description, topics), topics)
  const likely = predictions.filter(({ probability }) => probability >= minBesides).slice(0, maxBesides)
  const [best] = likely
  const threshold = namesProject(description) ? minBesidesProject : minBesides
  if (best !== undefined && best.id !== describedId && best.probability >= threshold) return likely
  const project = predictions.find(({ id }) => id === describedId)?.probability ?? 1
  return project < minProject ? [] : undefined
}
