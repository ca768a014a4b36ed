import type { Expected } from '../../../platform/content/chat/questions.ts'
import type { Answers } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import { type ChatState, referredOffer } from '../state.ts'
import { countFeatures, type Model, predict, tokenize, vectorize } from './model.ts'
import {
  afterInnerQuestionWords,
  allChoices,
  anywhereQuestionWords,
  buyingWords,
  choiceDenials,
  clauseOpeners,
  courtesies,
  innerQuestionWords,
  joints,
  moreWords,
  nods,
  noWords,
  ordinals,
  questionPhrases,
  questionTags,
  questionWords,
  sureMoreWords,
  titleFillers,
  verbs,
  yesWords,
} from './words.ts'

/** What a clause does: it describes a project, asks, answers our question, gives details, or agrees to buy. */
export type Act = 'describe' | 'ask' | 'respond' | 'detail' | 'buy'

/** A part of a message, and what it does. */
export type Clause = { text: string; act: Act; probability: number; isQuestion: boolean }

/** What reading a message depends on. `namesProject`: whether the text names a product or a business. */
export type ReadingContext = {
  state: ChatState
  newest: Details['newest']
  reply: 'yes' | 'no' | undefined
  classifiers: { acts: Model; topics: Model; namesProject: (text: string) => boolean }
  answers: Answers
}

const maxClauses = 6

/** Reads what each clause does. Joins neighbors that do the same, except questions. */
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

const maxParts = 12
const minWordsBeforeJoint = 2

/** Splits a message at the ends of sentences, then at commas and conjunctions where both sides have a verb. Linear. */
function partsOf(message: string): string[] {
  const sentences = message.split(/(?<=[.!?…;])\s+|\n+/u).map((sentence) => sentence.trim())
  const parts = sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).flatMap(splitSentence)
  return joinRest(parts, maxParts)
}

function joinRest(parts: readonly string[], max: number): string[] {
  if (parts.length <= max) return [...parts]
  return [...parts.slice(0, max - 1), parts.slice(max - 1).join(' ')]
}

function splitSentence(sentence: string): string[] {
  const words = sentence.split(/\s+/).map((text) => ({ text, isVerb: isVerb(text) }))
  const parts: string[][] = [[]]
  let hasVerb = false
  let remainingVerbs = words.filter((word) => word.isVerb).length
  for (const [i, word] of words.entries()) {
    const isJoint = joints.has(word.text.toLowerCase())
    const isAfterComma = /[,:]$/.test(words[i - 1]?.text ?? '')
    const isLong = (parts.at(-1)?.length ?? 0) >= minWordsBeforeJoint
    if ((isJoint || isAfterComma) && isLong && hasVerb && remainingVerbs > 0) {
      parts.push([])
      hasVerb = false
    }
    parts.at(-1)?.push(word.text)
    if (!word.isVerb) continue
    hasVerb = true
    remainingVerbs -= 1
  }
  return parts.filter((part) => part.length > 0).map((part) => part.join(' '))
}

function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
}

const maxChoosingWords = 4
const maxEverythingWords = 3
/** Titles are shorter. */
const maxTitleCharacters = 60

/** Answers whose titles the visitor typed, or picked among the last buttons: “the first”, “both”, “support, yes”. */
export function chosenAnswers(message: string, { asked, buttons }: ChatState, { all, idsByTitle }: Answers): string[] {
  const offered = asked?.expects === 'choice' ? buttons : []
  return partsOf(message).flatMap((part, i) => {
    if (part.length > maxTitleCharacters) return []
    const words = tokenize(part)
    const titled = idsByTitle.get(words.join(' '))
    // A single word can be a title by chance, unless it was offered.
    if (titled !== undefined && (words.length > 1 || offered.includes(titled))) return [titled]
    if (i > 0 || words.length > maxChoosingWords || words.some((word) => choiceDenials.has(word))) return []
    if (words.length <= maxEverythingWords && words.some((word) => allChoices.has(word))) return offered
    const inOrder = offered.filter((_, n) => words.includes(ordinals[n] ?? ''))
    if (inOrder.length > 0) return inOrder
    const similar = offered.filter((id) => sharesWord(words, all.get(id)?.title ?? ''))
    return similar.length === 1 ? similar : []
  })
}

function sharesWord(words: readonly string[], title: string): boolean {
  return tokenize(title).some((word) => !titleFillers.has(word) && words.includes(word))
}

/** Whether a message says yes or no to our question, if that's what the question expects. */
export function yesOrNo(message: string, { asked }: ChatState): 'yes' | 'no' | undefined {
  const isYesNo = asked?.expects === 'yesNo' || asked?.expects === 'choice' || typeof asked?.yes === 'string'
  if (!isYesNo) return undefined
  const [first = ''] = tokenize(message)
  if (noWords.has(first)) return 'no'
  const isNod = asked.expects === 'choice' && nods.has(first)
  return yesWords.has(first) && !isNod ? 'yes' : undefined
}

/** The answer that “yes” asks for. */
export function yesAnswer({ asked, buttons }: ChatState, { all }: Answers): string | undefined {
  if (asked?.expects === 'choice') return buttons.length === 1 ? buttons[0] : undefined
  return asked?.yes && all.has(asked.yes) ? asked.yes : undefined
}

type ActPrediction = { act: Act; probability: number }

/** A less likely act isn't believed. */
const actThreshold = 0.6
const maxReplyWords = 4
const maxAnswerWords = { question: 4, statement: 12 }
const maxReferenceWords = 8
/** A word or two after our question answer it. */
export const maxBareWords = 2
const maxBuyingWords = 15

/** What a clause does. `isFirst` in the message, where an answer to our question stands. */
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

/** Whether a short reply has what we asked for. */
function hasAnswer(text: string, expects: string, newest: Details['newest']): boolean {
  const contains = (value: string | null) => value !== null && text.toLowerCase().includes(value.toLowerCase())
  if (expects === 'date') return contains(newest.timeline)
  if (expects === 'budget' || expects === 'currency') return newest.budget !== null
  if (expects === 'contact') return contains(newest.name) || newest.email !== null
  return false
}

function predictAct(text: string, asked: Expected | undefined, model: Model): ActPrediction {
  const [best] = predict(vectorize(text, model, countFeatures(text, actMarks(text, asked))), model)
  return { act: (best?.id ?? 'ask') as Act, probability: best?.probability ?? 0 }
}

/** Features of a clause in addition to its words. @param asked what our question expects, or its ID */
export function actMarks(text: string, asked: string | null | undefined): string[] {
  const words = tokenize(text)
  const length = lengthOf(words)
  const expects = expectedOf(asked)
  const marks = [`asked:${expects}`, `asked:${expects}:${length}`, length]
  if (text.includes('?')) marks.push('question', `question:${expects}`)
  if (questionWords.has(words[0] ?? '')) marks.push('starts as a question')
  if (words.some((word) => /^(?:you|your|u|ur)$/.test(word))) marks.push('you')
  return marks
}

function lengthOf(words: readonly string[]): 'short' | 'medium' | 'long' {
  if (words.length <= 3) return 'short'
  return words.length <= 8 ? 'medium' : 'long'
}

/** What the shared questions expect. Examples name them by their IDs. */
const expectedByQuestion: Readonly<Record<string, Expected>> = {
  'q.product': 'product',
  'q.first-job': 'product',
  'q.users': 'users',
  'q.payer': 'users',
  'q.date': 'date',
  'q.budget': 'budget',
  'q.currency': 'currency',
  'q.contact': 'contact',
  'q.call': 'yesNo',
}

function expectedOf(asked: string | null | undefined): string {
  if (asked === null || asked === undefined) return 'nothing'
  return asked.startsWith('q.') ? (expectedByQuestion[asked] ?? 'open') : asked
}

const minTaggedWords = 5

/** Whether a clause is shaped like a question. */
export function looksLikeQuestion(text: string): boolean {
  const words = tokenize(text)
  const plain = ` ${words.join(' ')} `
  const first = words.find((word) => !clauseOpeners.has(word)) ?? ''
  if (text.includes('?') || questionWords.has(first)) return true
  if (questionPhrases.some((phrase) => plain.includes(` ${phrase} `))) return true
  if (words.length >= minTaggedWords && questionTags.has(words.at(-1) ?? '')) return true
  return words.some((word, i) => {
    const isInner = innerQuestionWords.has(word) && afterInnerQuestionWords.has(words[i + 1] ?? '')
    return isInner || anywhereQuestionWords.has(word)
  })
}

const maxCourtesyWords = 6

/** Whether a clause only thanks or says goodbye. */
export function isCourtesy(text: string): boolean {
  const words = tokenize(text)
  return words.length <= maxCourtesyWords && words.some((word) => courtesies.has(word)) && !looksLikeQuestion(text)
}

const maxMoreWords = 4

/** Whether a clause only asks to hear more. */
export function asksForMore(clause: string): boolean {
  const words = tokenize(clause)
  const isShort = words.length > 0 && words.length <= maxMoreWords
  return isShort && words.every((word) => moreWords.has(word)) && words.some((word) => sureMoreWords.has(word))
}

/** Whether a clause names a next step. Agreeing to buy needs one. */
function namesNextStep(text: string): boolean {
  return tokenize(text).some((word) => buyingWords.has(word))
}

const minDescribingWords = 9

/** Whether a longer message describes something, and nothing in it is shaped like a question. */
export function onlyDescribes(clauses: readonly Clause[]): boolean {
  const words = clauses.flatMap(({ text }) => text.split(/\s+/))
  if (words.length < minDescribingWords || clauses.some(({ isQuestion }) => isQuestion)) return false
  return clauses.some(({ act }) => act === 'describe')
}
