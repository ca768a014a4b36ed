import type { Answers } from '../answers.ts'
import type { TalkState } from '../state.ts'
import { looksLikeQuestion } from './acts.ts'
import { asksForMore, cellOf, contentWords, isDependent, sideOf } from './follow-ups.ts'
import { type Model, type Prediction, predict, tokenize, vectorize, withContext } from './model.ts'

/** An answer that a message asks for. `how` it was found, for `studio chat --explain`. */
export type Want = {
  id: string
  about: string | null
  probability: number
  how: 'button' | 'yes' | 'offer' | 'more' | 'description' | 'classifier'
}

/** What a clause asks for, if that's clear, and the likeliest answers. */
export type Found = { clause: string; isQuestion: boolean; want: Want | undefined; predictions: Prediction[] }

/** What a clause is heard with. */
export type Hearing = { state: TalkState; topics: Model; answers: Answers }

/** The answer to descriptions of projects, which ask for nothing. */
export const describedId = 'my-project'

/** A less likely answer to a whole message is a button. */
export const sureThreshold = 0.75
/** An answer below it isn't likely. */
export const clauseThreshold = 0.6
export const maxPredictions = 12
/** Lower for an answer whose thing is named, like SOC 2. */
const namedThreshold = 0.5
/** @param before what was said before, which a short clause may depend on */
export function findAnswer(clause: string, before: string, hearing: Hearing): Found {
  const { state, topics, answers } = hearing
  const isQuestion = looksLikeQuestion(clause)
  const predictions = predictTopics(clause, before, hearing).slice(0, maxPredictions)
  const found = (id: string, how: Want['how'], about: string | null = null, probability = 1): Found => ({
    clause,
    isQuestion,
    want: { id, about, probability, how },
    predictions,
  })
  const side = isQuestion ? sideOf(clause, state, answers) : undefined
  const nothing = { clause, isQuestion, want: undefined, predictions }
  if (asksForMore(clause) && state.topic !== undefined) return found(state.topic.id, 'more')
  const cell = cellOf(clause, state, answers)
  if (cell !== undefined) return found(cell, 'offer')
  const [best] = predictions
  if (best?.id === describedId)
    return { ...nothing, predictions: isQuestion ? predictions.filter(({ id }) => id !== describedId) : [] }
  const count = clause.split(/\s+/).length
  const isNamed = best !== undefined && namedAnswers(` ${tokenize(clause).join(' ')} `, answers).includes(best.id)
  const threshold = isNamed ? namedThreshold : sureFor(count)
  if (best === undefined || best.probability < threshold || !isStable(clause, best.id, topics)) {
    const isSide = side !== undefined && predictions.slice(0, maxNear).some(({ id }) => id === side)
    return isSide && count <= maxSideWords ? found(side, 'offer') : nothing
  }
  const [id = '', about = null] = best.id.split('/')
  return found(id, 'classifier', about, best.probability)
}

/** “How much for a ride app?” gets the price, if that's among the likeliest answers. */
const [maxSideWords, maxNear] = [10, 3]

/**
 * How likely an answer to a question of so many words must be: 0.85 up to four words, 0.6 from nine. The more words agree on an
 * answer, the less each can mislead. Fitted to 386 labeled questions.
 */
function sureFor(words: number): number {
  const odds = Math.exp(5.1) * Math.max(1, words) ** -2.17
  return Math.min(0.85, Math.max(0.6, odds / (1 + odds)))
}

/** Shorter clauses hang on single words anyway, and longer ones have others. */
const [minStableWords, maxStableWords] = [4, 25]
const minWithoutWord = 0.005

/** Whether an answer stays possible without any single word: “today I found a bug” isn't about the date. */
function isStable(clause: string, label: string, topics: Model): boolean {
  const words = clause.split(/\s+/)
  if (words.length < minStableWords || words.length > maxStableWords || contentWords(clause) < 2) return true
  return words.every((_, i) => {
    const predictions = predict(vectorize(words.toSpliced(i, 1).join(' '), topics), topics)
    return (predictions.find(({ id }) => id === label)?.probability ?? 0) >= minWithoutWord
  })
}

const nameBonus = 3

/** The likeliest answers to a clause: alone if that's clear, otherwise alone or after the previous message, whichever is more certain. */
function predictTopics(clause: string, before: string, { state, topics, answers }: Hearing): Prediction[] {
  const dependent = isDependent(clause)
  const words = ` ${tokenize(clause).join(' ')} `
  const named = namedAnswers(words, answers)
  const adjust = (label: string) => {
    const [id = '', about] = label.split('/')
    if (about !== undefined && id !== state.topic?.id) return Number.NEGATIVE_INFINITY
    return named.includes(id) && about === undefined ? nameBonus : 0
  }
  const vector = vectorize(clause, topics)
  const alone = predict(vector, topics, adjust)
  if (!dependent || before === '' || (alone[0]?.probability ?? 0) >= clearAlone) return alone
  const context = vectorize(before.slice(-maxContextCharacters), topics)
  const inContext = predict(withContext(vector, context), topics, adjust)
  return (inContext[0]?.probability ?? 0) > (alone[0]?.probability ?? 0) ? inContext : alone
}

/** @param words between spaces */
function namedAnswers(words: string, { talk }: Answers): string[] {
  return Object.entries(talk.names).flatMap(([id, names]) =>
    names.some((name) => words.includes(` ${tokenize(name).join(' ')} `)) ? id : [],
  )
}

/** The end of what was said before, which is read again with each clause. */
const maxContextCharacters = 300

const clearAlone = 0.45

const minShare = 0.003

/** The geometric mean of two distributions, of which only the likeliest labels are known. */
export function combined(one: readonly Prediction[], other: readonly Prediction[]): Prediction[] {
  const probabilityIn = (list: readonly Prediction[], label: string) =>
    list.find(({ id }) => id === label)?.probability ?? minShare
  const ids = [...new Set([...one, ...other].map(({ id }) => id))]
  const means = ids.map((id) => ({ id, probability: Math.sqrt(probabilityIn(one, id) * probabilityIn(other, id)) }))
  const sum = means.reduce((total, { probability }) => total + probability, 0)
  return means
    .map(({ id, probability }) => ({ id, probability: probability / sum }))
    .sort((a, b) => b.probability - a.probability)
}
