import type { Answers } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import type { ChatState } from '../state.ts'
import { asksForMore, isCourtesy, looksLikeQuestion, namesNextStep } from './clause-shapes.ts'
import { type Model, tokenize } from './model.ts'
import { referredOffer } from './offers.ts'
import { joinRest, partsOf } from './parts.ts'
import { type Act, type ActPrediction, predictAct } from './predict-act.ts'

/** A part of a message, with its act. */
export type Clause = { text: string; act: Act; probability: number; isQuestion: boolean }

/** The data for reading a message. `namesProject`: whether text names a product or a business. */
export type ReadingContext = {
  state: ChatState
  newest: Details['newest']
  reply: 'yes' | 'no' | undefined
  classifiers: { acts: Model; topics: Model; namesProject: (text: string) => boolean }
  answers: Answers
}

/** Bounds the work. Most messages have fewer clauses. */
const maxClauses = 6

/** Splits a message into clauses and finds each clause's act. Joins neighbors with the same act, except questions. */
export function readClauses(message: string, context: ReadingContext): Clause[] {
  const clauses: Clause[] = []
  for (const [i, text] of joinRest(partsOf(message), maxClauses).entries()) {
    const isQuestion = looksLikeQuestion(text)
    const clause = { text, isQuestion, ...actOf(text, isQuestion, i === 0, context) }
    const last = clauses.at(-1)
    if (last === undefined || last.act !== clause.act || clause.act === 'ask') clauses.push(clause)
    else {
      last.text = `${last.text} ${text}`
      last.isQuestion ||= isQuestion
    }
  }
  return clauses
}

/** Minimum probability of an act. Less likely acts are ignored. */
const actThreshold = 0.6
const maxReplyWords = 4
const maxAnswerWords = { question: 4, statement: 12 }
const maxReferenceWords = 8
/** After the chat's question, a clause this short is an answer. */
export const maxBareWords = 2
const maxBuyingWords = 15

/** Finds a clause's act. `isFirst`: it starts the message, where an answer to the chat's question would be. */
function actOf(
  text: string,
  isQuestion: boolean,
  isFirst: boolean,
  { state, newest, reply, classifiers, answers }: ReadingContext,
): ActPrediction {
  const { asked } = state
  const words = tokenize(text)
  if (isCourtesy(text) || asksForMore(text)) return { act: 'ask', probability: 1 }
  if (isFirst && reply !== undefined && words.length <= maxReplyWords && !isQuestion)
    return { act: 'respond', probability: 1 }
  const maxWords = maxAnswerWords[isQuestion ? 'question' : 'statement']
  if (asked !== undefined && words.length <= maxWords && hasAnswer(text, asked.expects, newest))
    return { act: 'respond', probability: 1 }
  const { act, probability } = predictAct(text, isFirst ? asked?.expects : undefined, classifiers.acts)
  const isReference = words.length <= maxReferenceWords && referredOffer(words, state, answers) !== undefined
  const isBare = !isQuestion && words.length <= maxBareWords
  if (asked === undefined && isBare && act === 'describe' && !classifiers.namesProject(text))
    return { act: 'ask', probability }
  if (asked !== undefined && isBare && isFirst && act === 'ask' && !isReference) return { act: 'respond', probability }
  if (isReference && act !== 'buy') return { act: 'ask', probability: 1 }
  const canBuy = !isQuestion && words.length <= maxBuyingWords && (namesNextStep(text) || isReference)
  const isImpossible =
    (act === 'respond' && (asked === undefined || isQuestion)) ||
    (act === 'buy' && !canBuy) ||
    (act === 'detail' && Object.values(newest).every((value) => value === null))
  if (probability >= actThreshold && !isImpossible) return { act, probability }
  if (isQuestion) return { act: 'ask', probability }
  if (act === 'describe') return { act, probability }
  return { act: asked !== undefined && !state.isFirst && isFirst ? 'respond' : 'ask', probability }
}

/** Whether a short reply contains the kind of answer the chat asked for. */
function hasAnswer(text: string, expects: string, newest: Details['newest']): boolean {
  const contains = (value: string | null) => value !== null && text.toLowerCase().includes(value.toLowerCase())
  if (expects === 'date') return contains(newest.timeline)
  if (expects === 'budget' || expects === 'currency') return newest.budget !== null
  if (expects === 'contact') return contains(newest.name) || newest.email !== null
  return false
}

const minDescribingWords = 9

/** Whether a longer message describes something without any clause shaped like a question. */
export function onlyDescribes(clauses: readonly Clause[]): boolean {
  const words = clauses.flatMap(({ text }) => text.split(/\s+/))
  if (words.length < minDescribingWords || clauses.some(({ isQuestion }) => isQuestion)) return false
  return clauses.some(({ act }) => act === 'describe')
}
