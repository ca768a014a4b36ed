import type { Answers } from '../answers.ts'
import type { ChatState } from '../state.ts'
import { asksForMore, looksLikeQuestion } from './clause-shapes.ts'
import { type Model, type Prediction, predict, tokenize, vectorize, withContext } from './model.ts'
import { answerToEllipsis, aspectAnswerIn, isDependent } from './offer-aspects.ts'
import { emptyWords, fillers } from './words.ts'

/** An answer the message asks for. `how`: the method that found it, for `studio chat --explain`. */
export type Want = {
  id: string
  about: string | null
  probability: number
  how: 'button' | 'yes' | 'offer' | 'more' | 'description' | 'classifier'
}

/** A clause with its likeliest answers. `want`: the answer it asks for, if that's clear. */
export type Found = { clause: string; isQuestion: boolean; want: Want | undefined; predictions: Prediction[] }

/** The data for finding answers. `topics`: the model that classifies text by answer. */
export type SearchContext = { state: ChatState; topics: Model; answers: Answers }

/** ID of the answer to descriptions of projects that don't ask anything. */
export const describedId = 'my-project'

/** Minimum probability for giving an answer to a whole message. Less likely answers become buttons. */
export const sureThreshold = 0.75
/** Minimum probability of a likely answer to a clause. */
export const clauseThreshold = 0.6
/** Maximum number of likely answers to keep for buttons and models. */
export const maxPredictions = 12
/** Minimum probability if the clause mentions the answer's subject by name, like SOC 2. */
const namedThreshold = 0.5
/** A short question like “How much for a ride app?” asks for the price if the price is among the likeliest answers. */
const maxAspectWords = 10
const maxAspectRank = 3

/** Finds the answer to a clause. @param before the previous message, which a short clause can depend on */
export function findAnswer(clause: string, before: string, context: SearchContext): Found {
  const { state, topics, answers } = context
  const isQuestion = looksLikeQuestion(clause)
  const predictions = predictTopics(clause, before, context).slice(0, maxPredictions)
  const notFound: Found = { clause, isQuestion, want: undefined, predictions }
  const found = (want: Omit<Want, 'about'>): Found => ({ ...notFound, want: { about: null, ...want } })
  if (asksForMore(clause) && state.topic !== undefined)
    return found({ id: state.topic.id, how: 'more', probability: 1 })
  const offerAnswer = answerToEllipsis(clause, state, answers)
  if (offerAnswer !== undefined) return found({ id: offerAnswer, how: 'offer', probability: 1 })
  const [best] = predictions
  if (best?.id === describedId)
    return { ...notFound, predictions: isQuestion ? predictions.filter(({ id }) => id !== describedId) : [] }
  const wordCount = clause.split(/\s+/).length
  const isNamed = best !== undefined && namedAnswers(plainWords(clause), answers).includes(best.id)
  const threshold = isNamed ? namedThreshold : sureFor(wordCount)
  if (best !== undefined && best.probability >= threshold && isStable(clause, best.id, topics))
    return { ...notFound, want: wantOf(best, 'classifier') }
  const canNameAspect = isQuestion && wordCount <= maxAspectWords
  const aspectAnswer = canNameAspect ? aspectAnswerIn(clause, state, answers) : undefined
  const isLikely = predictions.slice(0, maxAspectRank).some(({ id }) => id === aspectAnswer)
  return aspectAnswer !== undefined && isLikely ? found({ id: aspectAnswer, how: 'offer', probability: 1 }) : notFound
}

/** @param prediction of an answer, or of a follow-up like `late-delivery/client late` */
export function wantOf({ id: label, probability }: Prediction, how: Want['how']): Want {
  const [id = '', about = null] = label.split('/')
  return { id, about, probability, how }
}

/**
 * Minimum probability for an answer, by number of words in the question: 0.85 up to four words, falling to 0.6 at nine.
 * The more words agree on an answer, the less a single word can mislead. Fitted to 386 labeled questions.
 */
function sureFor(words: number): number {
  const odds = Math.exp(5.1) * Math.max(1, words) ** -2.17
  return Math.min(0.85, Math.max(0.6, odds / (1 + odds)))
}

/** Clause lengths to check. Shorter clauses always hinge on a word, and longer clauses have enough other words. */
const minStableWords = 4
const maxStableWords = 25
const minContentWords = 2
/** Minimum probability of an answer after removing any one word. */
const minWithoutWord = 0.005

/** Whether an answer doesn't hinge on a single word: “today I found a bug” isn't about the date. */
function isStable(clause: string, label: string, topics: Model): boolean {
  const words = clause.split(/\s+/)
  if (words.length < minStableWords || words.length > maxStableWords) return true
  const content = tokenize(clause).filter((word) => !fillers.has(word) && !emptyWords.has(word))
  if (content.length < minContentWords) return true
  return words.every((_, i) => {
    const predictions = predict(vectorize(words.toSpliced(i, 1).join(' '), topics), topics)
    return (predictions.find(({ id }) => id === label)?.probability ?? 0) >= minWithoutWord
  })
}

/** Score bonus for an answer whose subject the clause mentions by name. */
const nameBonus = 3
/** A clause with an answer this likely doesn't need the previous message. */
const clearAlone = 0.45
/** Maximum number of characters to read from the end of the previous message. */
const maxContextCharacters = 300

/** Predicts answers from a clause alone if it's clear, otherwise with the previous message if that's clearer. */
function predictTopics(clause: string, before: string, { state, topics, answers }: SearchContext): Prediction[] {
  const named = namedAnswers(plainWords(clause), answers)
  const adjust = (label: string) => {
    const [id = '', about] = label.split('/')
    if (about !== undefined) return id === state.topic?.id ? 0 : Number.NEGATIVE_INFINITY
    return named.includes(id) ? nameBonus : 0
  }
  const vector = vectorize(clause, topics)
  const alone = predict(vector, topics, adjust)
  const aloneProbability = alone[0]?.probability ?? 0
  if (!isDependent(clause) || before === '' || aloneProbability >= clearAlone) return alone
  const context = vectorize(before.slice(-maxContextCharacters), topics)
  const inContext = predict(withContext(vector, context), topics, adjust)
  return (inContext[0]?.probability ?? 0) > aloneProbability ? inContext : alone
}

/** A text's words, with a space before and after each. */
function plainWords(text: string): string {
  return ` ${tokenize(text).join(' ')} `
}

/** IDs of answers whose subject the text mentions by name. @param words from `plainWords` */
function namedAnswers(words: string, { talk }: Answers): string[] {
  const named = Object.entries(talk.names).filter(([, names]) => names.some((name) => words.includes(plainWords(name))))
  return named.map(([id]) => id)
}

/** Assumed probability of a label that's missing from one of the lists. */
const minPrediction = 0.003

/** The geometric mean of two distributions that contain only the likeliest labels. */
export function combined(a: readonly Prediction[], b: readonly Prediction[]): Prediction[] {
  const probabilityIn = (list: readonly Prediction[], label: string) =>
    list.find(({ id }) => id === label)?.probability ?? minPrediction
  const ids = [...new Set([...a, ...b].map(({ id }) => id))]
  const means = ids.map((id) => ({ id, probability: Math.sqrt(probabilityIn(a, id) * probabilityIn(b, id)) }))
  const sum = means.reduce((total, { probability }) => total + probability, 0)
  const normalized = means.map(({ id, probability }) => ({ id, probability: probability / sum }))
  return normalized.sort((a, b) => b.probability - a.probability)
}

/** Minimum probability of the answer to a list item. Items with more words are sentences. */
const minListed = 0.6
const maxListedWords = 6

/** Finds the remaining answers a list asks for: “A site + logo + SEO?” asks for three. */
export function listedQuestions(clause: string, wants: readonly Want[], topics: Model): Omit<Found, 'want'>[] {
  const [question = ''] = clause.split(/(?<=[.!?])\s+/).slice(-1)
  const items = question.split(/[,;+/&]|\band\b|\bor\b/u).map((item) => item.trim())
  if (items.length < 2) return []
  const listed: Omit<Found, 'want'>[] = []
  for (const item of items) {
    if (item === '' || item.split(/\s+/).length > maxListedWords) continue
    const [best] = predict(vectorize(item, topics), topics)
    if (best === undefined || best.probability < minListed) continue
    if (wants.every(({ id }) => best.id.split('/')[0] !== id))
      listed.push({ clause: item, isQuestion: true, predictions: [best] })
  }
  return listed
}
