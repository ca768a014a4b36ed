import type { Aspect } from '../../../platform/content/chat/talk.ts'
import type { Answers } from '../answers.ts'
import { type ChatState, isOfferReference, offerIn, referredOffer } from '../state.ts'
import { type Model, type Prediction, predict, tokenize, vectorize, withContext } from './model.ts'
import { asksForMore, looksLikeQuestion } from './read-message.ts'
import {
  ambiguousAspectWords,
  aspectWords,
  dependentOpeners,
  emptyWords,
  fillers,
  pronouns,
  statementStarts,
} from './words.ts'

/** An answer the message asks for. `how` it was found, for `studio chat --explain`. */
export type Want = {
  id: string
  about: string | null
  probability: number
  how: 'button' | 'yes' | 'offer' | 'more' | 'description' | 'classifier'
}

/** What a clause asks for, if that's clear, and the likeliest answers. */
export type Found = { clause: string; isQuestion: boolean; want: Want | undefined; predictions: Prediction[] }

/** What an answer is found with. */
export type SearchContext = { state: ChatState; topics: Model; answers: Answers }

/** The answer to descriptions of projects, which ask for nothing. */
export const describedId = 'my-project'

/** A less likely answer to a whole message is a button. */
export const sureThreshold = 0.75
/** An answer below it isn't likely. */
export const clauseThreshold = 0.6
export const maxPredictions = 12
/** Lower for an answer whose thing is named, like SOC 2. */
const namedThreshold = 0.5
/** “How much for a ride app?” asks for the price if the price is among the likeliest answers. */
const maxSideWords = 10
const maxSideRank = 3

/** @param before what was said before. A short clause can depend on it */
export function findAnswer(clause: string, before: string, context: SearchContext): Found {
  const { state, topics, answers } = context
  const isQuestion = looksLikeQuestion(clause)
  const predictions = predictTopics(clause, before, context).slice(0, maxPredictions)
  const nothing: Found = { clause, isQuestion, want: undefined, predictions }
  const found = (want: Omit<Want, 'about'>): Found => ({ ...nothing, want: { about: null, ...want } })
  if (asksForMore(clause) && state.topic !== undefined)
    return found({ id: state.topic.id, how: 'more', probability: 1 })
  const cell = cellOf(clause, state, answers)
  if (cell !== undefined) return found({ id: cell, how: 'offer', probability: 1 })
  const [best] = predictions
  if (best?.id === describedId)
    return { ...nothing, predictions: isQuestion ? predictions.filter(({ id }) => id !== describedId) : [] }
  const wordCount = clause.split(/\s+/).length
  const isNamed = best !== undefined && namedAnswers(plainWords(clause), answers).includes(best.id)
  const threshold = isNamed ? namedThreshold : sureFor(wordCount)
  if (best !== undefined && best.probability >= threshold && isStable(clause, best.id, topics))
    return { ...nothing, want: wantOf(best, 'classifier') }
  const side = isQuestion && wordCount <= maxSideWords ? sideOf(clause, state, answers) : undefined
  const isLikelySide = predictions.slice(0, maxSideRank).some(({ id }) => id === side)
  return side !== undefined && isLikelySide ? found({ id: side, how: 'offer', probability: 1 }) : nothing
}

/** @param prediction of an answer, or of a follow-up like `late-delivery/client late` */
export function wantOf({ id: label, probability }: Prediction, how: Want['how']): Want {
  const [id = '', about = null] = label.split('/')
  return { id, about, probability, how }
}

/**
 * How likely an answer to a question of so many words must be: 0.85 up to four words, 0.6 from nine. The more words agree on an
 * answer, the less each can mislead. Fitted to 386 labeled questions.
 */
function sureFor(words: number): number {
  const odds = Math.exp(5.1) * Math.max(1, words) ** -2.17
  return Math.min(0.85, Math.max(0.6, odds / (1 + odds)))
}

/** Shorter clauses depend on single words anyway, and longer clauses have other words. */
const minStableWords = 4
const maxStableWords = 25
const minContentWords = 2
const minWithoutWord = 0.005

/** Whether an answer stays possible without any single word: “today I found a bug” isn't about the date. */
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

/** Bonus for the score of an answer whose thing is named. */
const nameBonus = 3
/** A prediction this likely needs no context. */
const clearAlone = 0.45
/** Length of what is read again from the message before. */
const maxContextCharacters = 300

/** The likeliest answers to a clause: alone if that's clear, otherwise alone or after the previous message, whichever is more certain. */
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

/** Words between spaces. */
function plainWords(text: string): string {
  return ` ${tokenize(text).join(' ')} `
}

/** Answers whose thing the text names. @param words between spaces */
function namedAnswers(words: string, { talk }: Answers): string[] {
  const named = Object.entries(talk.names).filter(([, names]) => names.some((name) => words.includes(plainWords(name))))
  return named.map(([id]) => id)
}

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

const maxDependentWords = 9

/** Whether a clause needs the message before it: a short clause with a pronoun, an ellipsis, or no word of its own. */
function isDependent(clause: string): boolean {
  const words = tokenize(clause)
  if (words.length > maxDependentWords) return false
  const text = `${words.join(' ')} `
  return (
    words.some((word) => pronouns.has(word)) ||
    dependentOpeners.some((opener) => text.startsWith(`${opener} `)) ||
    words.every((word) => fillers.has(word) || isAspectWord(word))
  )
}

const maxSideCharacters = 300

/** The answer about an offer's side, named among a question's other words: “how long would a small website take”. */
function sideOf(clause: string, state: ChatState, answers: Answers): string | undefined {
  if (clause.length > maxSideCharacters) return undefined
  const aspect = aspectIn(tokenize(clause).filter((word) => !ambiguousAspectWords.has(word)))
  if (aspect === undefined) return undefined
  const offer = offerIn(clause, answers) ?? state.offer
  const answer = offer?.isAside ? undefined : offer?.answers[aspect]
  return answer ?? answers.talk.aspects[aspect]
}

/**
 * The answer to an ellipsis like “and how long?” or “how much for the MVP”: a cell of the grid of offers and their sides.
 * @returns undefined if the clause has other words, or names neither an offer nor a side
 */
function cellOf(clause: string, state: ChatState, answers: Answers): string | undefined {
  const words = tokenize(clause)
  const named = offerIn(clause, answers)
  const offerWords = new Set((named?.words ?? []).flatMap(tokenize))
  const isKnown = (word: string) =>
    fillers.has(word) || isAspectWord(word) || offerWords.has(word) || isOfferReference(word) || word === 'package'
  if (!words.every(isKnown)) return undefined
  if (named === undefined && statementStarts.has(words[0] ?? '')) return undefined
  const aspect = aspectIn(words)
  const offer = referredOffer(words, state, answers) ?? named
  if (offer !== undefined) {
    const side = aspect ?? (isDependent(clause) ? aspectOf(state, answers) : undefined)
    return offer.answers[side ?? 'price'] ?? offer.answers.contents
  }
  return aspect && (state.offer?.answers[aspect] ?? answers.talk.aspects[aspect])
}

function isAspectWord(word: string): boolean {
  return Object.values(aspectWords).some((words) => words.has(word))
}

/** “How much time …?” asks for no price. */
const asksForTime = /\b(?:much|kitna|kitne|kitni) (?:time|longer|days|weeks|din)\b/

function aspectIn(words: readonly string[]): Aspect | undefined {
  if (asksForTime.test(words.join(' '))) return 'time'
  const found = Object.entries(aspectWords).find(([, names]) => words.some((word) => names.has(word)))
  return found?.[0] as Aspect | undefined
}

/** The side of an offer the last answer was about. */
function aspectOf({ topic }: ChatState, { talk }: Answers): Aspect | undefined {
  const cells = [...talk.offers.map(({ answers }) => answers), talk.aspects].flatMap((all) => Object.entries(all))
  return cells.find(([, id]) => id === topic?.id)?.[0] as Aspect | undefined
}

const fitThreshold = 0.6
const refusalThreshold = 0.8
const minFitAmongAll = 0.25

/**
 * The answer that fits a description better than asking to hear more: about an existing product, a kind of product the studio says
 * something about, or something that isn't a project at all.
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

/** “We’d like to keep the wiki” is hardly a new project. */
const minProject = 0.01
/** How likely another answer must be if the text names no product or business, and if it names one. */
const minBesides = 0.15
const minBesidesProject = 0.3
const maxBesides = 2

/** The likeliest answers to a description, undefined if it's of a project. */
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

const minListed = 0.6
const maxListedWords = 6

/** “A site + logo + SEO?” asks for three answers. Two of them have only a name. */
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
