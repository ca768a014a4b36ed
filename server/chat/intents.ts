import { splitSentences } from './messages.ts'
import { type Model, type Prediction, predict, type SparseVector, vectorize, withContext } from './model.ts'

/** `ids` are those of the answers a message asks for: none if it's unclear, and the likeliest two if `isUnsure`. */
export type DetectedIntents = {
  ids: string[]
  isUnsure: boolean
  clausePredictions: Prediction[]
  messagePredictions: Prediction[]
}

/** The visitor's previous message, and the ids of the answers that the reply to it gave. */
export type PreviousExchange = { message: string; answerIds: readonly string[] }

export const sureThreshold = 0.9
const clauseThreshold = 0.6
const severalClausesThreshold = 0.8
/** If the probabilities of the two likeliest answers add up to less, the agent is unsure. */
const unsureThreshold = 0.4
const maxIntents = 3
const maxPredictions = 12

export function detectIntents(message: string, previous: PreviousExchange | undefined, model: Model): DetectedIntents {
  const context = previous && { ...previous, vector: vectorize(previous.message.slice(-maxContextCharacters), model) }
  const messagePredictions = predictInContext(message, context, model).slice(0, maxPredictions)
  const clausePredictions = predictClauses(message, context, model)
  const detected = (ids: string[], isUnsure = false) => ({ ids, isUnsure, clausePredictions, messagePredictions })
  const [best, second] = messagePredictions
  if (best === undefined || second === undefined) return detected([])
  const clauseIds = [...new Set(clausePredictions.map(({ id }) => id))].slice(0, maxIntents)
  const hasSeveral =
    clauseIds.includes(best.id) ||
    (best.probability < sureThreshold &&
      clausePredictions.every(({ probability }) => probability >= severalClausesThreshold))
  if (clauseIds.length > 1 && hasSeveral) return detected(clauseIds)
  if (best.probability >= sureThreshold) return detected([best.id])
  if (clauseIds.length === 1) return detected(clauseIds)
  return best.probability + second.probability >= unsureThreshold ? detected([best.id, second.id], true) : detected([])
}

type Context = { vector: SparseVector; answerIds: readonly string[] }

/** The previous message's end, which is read again with each clause. */
const maxContextCharacters = 300
/** Longer messages make sense without the previous one. */
const maxFollowUpWords = 9
/** A follow-up to an answer rarely asks for the same one. */
const repeatFactor = 0.3

/** Classifies a text alone and with the previous message. @returns the more confident predictions */
function predictInContext(text: string, context: Context | undefined, model: Model): Prediction[] {
  const vector = vectorize(text, model)
  const alone = predict(vector, model)
  if (context === undefined || text.split(/\s+/).length > maxFollowUpWords) return alone
  const weighted = predict(withContext(vector, context.vector), model)
    .map(({ id, probability }) => ({
      id,
      probability: probability * (context.answerIds.includes(id) ? repeatFactor : 1),
    }))
    .sort((one, other) => other.probability - one.probability)
  const sum = weighted.reduce((total, { probability }) => total + probability, 0)
  const inContext = weighted.map(({ id, probability }) => ({ id, probability: probability / sum }))
  return (inContext[0]?.probability ?? 0) > (alone[0]?.probability ?? 0) ? inContext : alone
}

/** One prediction for each sentence, or two if it asks for two things. */
function predictClauses(message: string, context: Context | undefined, model: Model): Prediction[] {
  let splits = 0
  const predictions = splitSentences(message).flatMap((sentence) => {
    const [whole] = predictInContext(sentence, context, model)
    for (const [firstClause, secondClause] of splitsOf(sentence)) {
      if (++splits > maxSplits) break
      const [first] = predictInContext(firstClause, context, model)
      const firstContext = { vector: vectorize(firstClause, model), answerIds: first ? [first.id] : [] }
      const [second] = predictInContext(secondClause, firstContext, model)
      if (first === undefined || second === undefined || first.id === second.id) continue
      const canBeTwo =
        whole === undefined || whole.probability < sureThreshold || whole.id === first.id || whole.id === second.id
      if (canBeTwo && Math.min(first.probability, second.probability) >= clauseThreshold) return [first, second]
    }
    return whole ?? []
  })
  return predictions.length > 1 ? predictions.filter(({ probability }) => probability >= clauseThreshold) : []
}

const conjunctions = new Set(['and', 'but', 'also', 'plus', 'aur', 'or'])
const minClauseWords = 2
/** The limit for a whole message. */
const maxSplits = 8
/** Longer sentences rarely ask for two things. */
const maxSplitCharacters = 400

/** Splits a sentence in two at each comma and conjunction. */
function splitsOf(sentence: string): [string, string][] {
  const words = sentence.length > maxSplitCharacters ? [] : sentence.split(/\s+/)
  return words.flatMap((word, i): [string, string][] => {
    const isConjunction = conjunctions.has(word.toLowerCase())
    if (!isConjunction && !word.endsWith(',')) return []
    const first = words.slice(0, isConjunction ? i : i + 1)
    const second = words.slice(i + 1)
    return first.length < minClauseWords || second.length < minClauseWords ? [] : [[first.join(' '), second.join(' ')]]
  })
}
