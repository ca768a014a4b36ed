import type { Entry } from '../../../platform/content/chat/answers.ts'
import { withoutQuotations } from '../../../platform/text/punctuation.ts'
import type { Answers } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import type { ChatState } from '../state.ts'
import { isCourtesy } from './clause-shapes.ts'
import { besidesProject, fittingAnswer } from './descriptions.ts'
import {
  clauseThreshold,
  combined,
  describedId,
  type Found,
  findAnswer,
  listedQuestions,
  maxPredictions,
  type SearchContext,
  sureThreshold,
  type Want,
  wantOf,
} from './find-answer.ts'
import { type Model, type Prediction, predict, tokenize, vectorize } from './model.ts'
import { offerIn } from './offers.ts'
import type { Act } from './predict-act.ts'
import { type Clause, maxBareWords, onlyDescribes, type ReadingContext, readClauses } from './read-message.ts'
import { chosenAnswers, yesAnswer, yesOrNo } from './replies.ts'

/** `topics` and `acts` share their features. `contentHash` changes with the answers and their examples. */
export type TrainedAnswers = {
  entries: readonly Entry[]
  topics: Model
  trouble: Model
  acts: Model
  contentHash: string
}

/** `namesProject`: whether the text names a product or a business. */
export type Classifiers = Pick<TrainedAnswers, 'topics' | 'trouble' | 'acts'> & {
  namesProject: (text: string) => boolean
}

/** An unclear clause, with its likeliest answers. */
type Doubt = { clause: string; isQuestion: boolean; predictions: Prediction[] }

export type Understood = {
  clauses: Clause[]
  wants: Want[]
  doubts: Doubt[]
  /** The likeliest answers to a description that isn't about a project. Undefined if it's about a project. */
  besides: Prediction[] | undefined
  trouble: Trouble | undefined
  reply: 'yes' | 'no' | undefined
  /** The likeliest answers to the whole message and to every clause that asks, for a model. */
  predictions: Prediction[]
}

/** `isSure`: answer immediately. Otherwise, only offer a button. */
export type Trouble = { id: string; isSure: boolean }

/** A visitor's message. `picked`: ID of the answer whose button they tapped. */
export type MessageToRead = { content: string; picked?: string | undefined; newest: Details['newest'] }

/** Maximum length after NFKC normalization, which can turn a character into eighteen. */
const maxCharacters = 2_500

export function understand(
  { content, picked, newest }: MessageToRead,
  state: ChatState,
  classifiers: Classifiers,
  answers: Answers,
): Understood {
  if (picked !== undefined && answers.all.has(picked)) return onlyWant(picked)
  const message = content.normalize('NFKC').slice(0, maxCharacters)
  const { topics } = classifiers
  const titled = chosenAnswers(message, state, answers)
  const trouble =
    titled.length > 0 ? undefined : detectTrouble(message, classifiers.trouble, answers.talk.situations.urgent)
  const reply = yesOrNo(message, state)
  const context: ReadingContext = { state, newest, reply, classifiers, answers }
  const read = readClauses(message, context)
  const isOnlyDescribing = onlyDescribes(read)

  const named = offerIn(message, answers)
  const offer = named === undefined || named.isAside ? state.offer : named
  const search = { state: { ...state, offer }, topics, answers }
  const found = withWholeMessage(findAnswers(read, search), message, search)
  const statementAct: Act = state.asked === undefined ? 'describe' : 'respond'
  const clauses = read.map((clause) =>
    isStatement(clause, found, isOnlyDescribing, context) ? { ...clause, act: statementAct } : clause,
  )

  const { asked, doubts } = sortFound(found, clauses, isOnlyDescribing, answers)
  const agreed = reply === 'yes' ? yesAnswer(state, answers) : undefined
  const wants = distinct([...chosenWants(agreed, titled), ...asked])
  const description = clauses
    .filter(({ act }) => act === 'describe')
    .map(({ text }) => text)
    .join(' ')
  const fitting = wants.length === 0 ? fittingAnswer(description, topics, answers) : undefined
  if (fitting !== undefined) wants.push(fitting)
  const canDescribe = wants.length === 0 && state.asked?.expects !== 'product'
  const besides = canDescribe ? besidesProject(description, classifiers) : undefined
  for (const { clause, isQuestion } of found) {
    if (isQuestion && wants.length === 1) doubts.push(...listedQuestions(clause, wants, topics))
  }
  const whole = predict(vectorize(message, topics), topics)
  const predictions = likeliest([...found.flatMap(({ predictions }) => predictions), ...whole])
  return { clauses, wants, doubts, besides, trouble, reply, predictions }
}

function onlyWant(id: string): Understood {
  return {
    clauses: [],
    wants: [{ id, about: null, probability: 1, how: 'button' }],
    doubts: [],
    besides: undefined,
    trouble: undefined,
    reply: undefined,
    predictions: [],
  }
}

/** Label for everything that isn't trouble. */
export const noTrouble = ''

/** Minimum probability for immediately saying what to do. */
const minSureTrouble = 0.7
/** Minimum probability for offering a button. */
const minPossibleTrouble = 0.5

/**
 * Detects whether the visitor is in trouble now. Reads the whole message, because “he swallowed bleach” could describe a
 * feature of an app for parents.
 * @param offered IDs of the kinds that can be buttons. For danger, a button isn't enough, and would frighten everyone else.
 */
export function detectTrouble(message: string, model: Model, offered: readonly string[]): Trouble | undefined {
  const text = withoutQuotations(message.slice(0, maxCharacters))
  const predictions = predict(vectorize(text, model), model)
  const probability = 1 - (predictions.find(({ id }) => id === noTrouble)?.probability ?? 1)
  const id = predictions.find((prediction) => prediction.id !== noTrouble)?.id ?? noTrouble
  const isSure = probability >= minSureTrouble
  const canBeButton = probability >= minPossibleTrouble && offered.includes(id)
  return isSure || canBeButton ? { id, isSure } : undefined
}

/**
 * Finds answers to the clauses that ask. Complete questions stay separate. Parts of a sentence only stay separate if both
 * have a likely answer and the answers differ.
 */
function findAnswers(clauses: readonly Clause[], context: SearchContext): Found[] {
  const found: Found[] = []
  for (const [i, { act, text: clause }] of clauses.entries()) {
    if (act !== 'ask') continue
    const previous = clauses[i - 1]
    const next = findAnswer(clause, previous?.text ?? context.state.previous, context)
    const last = found.at(-1)
    if (last === undefined || previous?.act !== 'ask' || areApart(last, next, context.answers)) found.push(next)
    else found.splice(-1, 1, joinFound(last, next, context))
  }
  return found
}

function areApart(last: Found, next: Found, answers: Answers): boolean {
  const areComplete = last.isQuestion && next.isQuestion
  const differ = isLikely(last) && isLikely(next) && labelOf(last) !== labelOf(next)
  const isSmallTalk = answers.all.get(last.want?.id ?? '')?.kind === 'talk'
  return areComplete || differ || isSmallTalk
}

/** Finds the answer to one part of a question, or to both parts together. */
function joinFound(last: Found, next: Found, context: SearchContext): Found {
  const clause = `${last.clause} ${next.clause}`
  const joined = findAnswer(clause, context.state.previous, context)
  let best = last
  for (const each of [next, joined]) if (confidenceOf(each) > confidenceOf(best)) best = each
  return { ...best, clause, isQuestion: last.isQuestion || next.isQuestion }
}

const confidenceOf = ({ want, predictions: [best] }: Found) => want?.probability ?? best?.probability ?? 0
const isLikely = (found: Found) => confidenceOf(found) >= clauseThreshold
const labelOf = ({ want, predictions: [best] }: Found) => want?.id ?? best?.id

/** In longer messages, the sentences around a question are about other subjects. */
const maxWholeWords = 60

/** Also reads a message's only question with the sentences around it. The answer must be likely both ways. */
function withWholeMessage(found: Found[], message: string, context: SearchContext): Found[] {
  const [question, ...others] = found.filter(({ isQuestion }) => isQuestion)
  if (question === undefined || others.length > 0) return found
  const { want, clause } = question
  if (want !== undefined && want.how !== 'classifier') return found
  if (message === clause || message.split(/\s+/).length > maxWholeWords) return found
  const whole = findAnswer(message, context.state.previous, context)
  if (want !== undefined && (whole.want === undefined || whole.want.id === want.id)) return found
  const predictions = combined(question.predictions, whole.predictions)
  const [best] = predictions
  const isSure = best !== undefined && best.probability >= sureThreshold && best.id !== describedId
  const sharper = { ...question, want: isSure ? wantOf(best, 'classifier') : undefined, predictions }
  return found.map((each) => (each === question ? sharper : each))
}

/** In a first message, a clause whose best answer is below this probability is a statement. */
const vagueThreshold = 0.45

/** Whether a clause classified as `ask` is a statement: it isn't shaped like a question, and no answer is clear. */
function isStatement(
  { act, text, isQuestion }: Clause,
  found: readonly Found[],
  isOnlyDescribing: boolean,
  { state: { asked }, classifiers }: ReadingContext,
): boolean {
  if (act !== 'ask' || isQuestion || isCourtesy(text)) return false
  const namesProject = classifiers.namesProject(text)
  if (asked === undefined && tokenize(text).length <= maxBareWords && !namesProject) return false
  const threshold = asked === undefined ? vagueThreshold : clauseThreshold
  return found.some(({ clause, want, predictions: [best] }) => {
    const isVague = (best?.probability ?? 0) < threshold
    return clause.includes(text) && want === undefined && (isOnlyDescribing || namesProject || isVague)
  })
}

/** Minimum probability for also answering a statement next to a question. */
const besideThreshold = 0.9

function sortFound(
  found: readonly Found[],
  clauses: readonly Clause[],
  isOnlyDescribing: boolean,
  answers: Answers,
): { asked: Want[]; doubts: Doubt[] } {
  const asked: Want[] = []
  const doubts: Doubt[] = []
  const hasQuestion = found.some(({ isQuestion }) => isQuestion)
  const hasOther = clauses.some(({ act }) => act !== 'ask') || found.length > 1
  for (const { clause, isQuestion, want, predictions } of found) {
    if (clauses.filter(({ text }) => clause.includes(text)).every(({ act }) => act !== 'ask')) continue
    // Next to a question or a description, other sentences only explain it.
    const onlyExplains = (hasQuestion || isOnlyDescribing) && !isQuestion
    if (onlyExplains && (want?.probability ?? 0) < besideThreshold) continue
    if (want === undefined) doubts.push({ clause, isQuestion, predictions })
    else if (answers.all.get(want.id)?.kind !== 'unknown' || !hasOther) asked.push(want)
  }
  return { asked, doubts }
}

function chosenWants(agreed: string | undefined, titled: readonly string[]): Want[] {
  const ids = new Set(agreed === undefined ? titled : [agreed, ...titled])
  return [...ids].map((id) => ({ id, about: null, probability: 1, how: id === agreed ? 'yes' : 'button' }))
}

function distinct(wants: readonly Want[]): Want[] {
  return wants.filter(({ id, about }, i) => wants.findIndex((each) => each.id === id && each.about === about) === i)
}

/** The likeliest answers, each with the probability of its likeliest label. */
function likeliest(predictions: readonly Prediction[]): Prediction[] {
  const byId = new Map<string, Prediction>()
  for (const { id: label, probability } of predictions) {
    const [id = ''] = label.split('/')
    if (probability > (byId.get(id)?.probability ?? 0)) byId.set(id, { id, probability })
  }
  return [...byId.values()].sort((a, b) => b.probability - a.probability).slice(0, 2 * maxPredictions)
}
