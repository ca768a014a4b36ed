import type { Entry } from '../../../platform/content/chat/answers.ts'
import type { Answers } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import type { TalkState } from '../state.ts'
import { type Act, isCourtesy, looksLikeQuestion, namesNextStep, predictAct } from './acts.ts'
import {
  clauseThreshold,
  combined,
  describedId,
  type Found,
  findAnswer,
  type Hearing,
  maxPredictions,
  sureThreshold,
  type Want,
} from './find-answer.ts'
import { asksForMore, referredOffer } from './follow-ups.ts'
import { type Model, type Prediction, predict, tokenize, vectorize } from './model.ts'
import { partsOf } from './parts.ts'
import { detectTrouble, type Signs, type Trouble } from './trouble.ts'

/** The models share their features. `contentHash` changes with the answers and their examples. */
export type TrainedAnswers = {
  entries: readonly Entry[]
  topics: Model
  trouble: Model
  acts: Model
  contentHash: string
}

type Clause = { text: string; act: Act; probability: number }

export type Understood = {
  clauses: Clause[]
  wants: Want[]
  /** For each clause that isn't clear, the likeliest answers. */
  doubts: { clause: string; predictions: Prediction[] }[]
  trouble: Trouble | undefined
  reply: 'yes' | 'no' | undefined
  /** Of all clauses that ask and of the whole message, the likeliest first; for a model. */
  predictions: Prediction[]
}

/** `namesProject`: whether a text names a product or a business. */
export type Minds = Pick<TrainedAnswers, 'topics' | 'trouble' | 'acts'> & {
  signs: Signs
  namesProject: (text: string) => boolean
}

/** A sentence beside a question must be surer to be answered, too. */
const besideThreshold = 0.9
const actThreshold = 0.6
/** A first message that is less like a question tells something. */
const vagueThreshold = 0.45
const maxReferenceWords = 8
const maxBareWords = 2
const maxClauses = 6
/** A limit after NFKC, which can turn a character into eighteen. */
const maxCharacters = 2_500

export function understand(
  written: string,
  picked: string | undefined,
  state: TalkState,
  details: Pick<Details, 'newest'>,
  minds: Minds,
  answers: Answers,
): Understood {
  const message = written.normalize('NFKC').slice(0, maxCharacters)
  const hearing = { state, topics: minds.topics, answers }
  const pickedId = picked ?? titled(message, state, answers)
  if (pickedId !== undefined && answers.all.has(pickedId))
    return onlyWant({ id: pickedId, about: null, probability: 1, how: 'button' })
  const trouble = detectTrouble(message, minds.trouble, minds.signs)
  const reply = yesOrNo(message, state)
  const read = actsOf(message, state, details, reply, minds, answers)
  const found = withWholeMessage(joinAsking(read, hearing), message, hearing)
  const said: Act = state.asked === undefined ? 'describe' : 'respond'
  const clauses = read.map((clause) => (isStatement(clause, found, state, minds) ? { ...clause, act: said } : clause))
  const agreed = reply === 'yes' ? agreedAnswer(state, answers) : undefined
  const wants: Want[] = agreed === undefined ? [] : [{ id: agreed, about: null, probability: 1, how: 'yes' }]
  const doubts: Understood['doubts'] = []
  const isAsked = found.some(({ clause }) => looksLikeQuestion(clause))
  const hasOther = clauses.some(({ act }) => act !== 'ask') || found.length > 1
  // “Thanks, you’re kinder than I thought” asks nothing.
  const isThanking = !isAsked && read.some(({ text }) => isCourtesy(text))
  for (const { clause, want, predictions } of found) {
    if (isThanking && want === undefined) continue
    if (clauses.filter(({ text }) => clause.includes(text)).every(({ act }) => act !== 'ask')) continue
    // Beside a question, other sentences only explain it.
    if (isAsked && !looksLikeQuestion(clause) && (want?.probability ?? 0) < besideThreshold) continue
    const kind = answers.all.get(want?.id ?? '')?.kind
    if (want === undefined) doubts.push({ clause, predictions })
    else if (kind === 'unknown' && hasOther) continue
    else if (!wants.some(({ id, about }) => id === want.id && about === want.about)) wants.push(want)
  }
  const described = clauses.flatMap(({ act, text }) => (act === 'describe' ? text : []))
  const fitting = wants.length === 0 ? fittingAnswer(described.join(' '), minds.topics, answers) : undefined
  if (fitting !== undefined) wants.push(fitting)
  const whole = predict(vectorize(message, minds.topics), minds.topics)
  const predictions = [...found.flatMap(({ predictions }) => predictions), ...whole]
  return { clauses, wants, doubts, trouble, reply, predictions: likeliest(predictions) }
}

const fitThreshold = 0.6
const refusalThreshold = 0.8
const minFitAmongAll = 0.25

/**
 * The answer that fits a description better than “tell me more”: an existing product, a kind of product that the studio says
 * something about, or something that isn't a project at all.
 */
function fittingAnswer(description: string, topics: Model, { all, talk }: Answers): Want | undefined {
  if (description === '') return undefined
  const isOutside = (id: string) => all.get(id)?.kind === 'notClient' || all.get(id)?.kind === 'refusal'
  const fits = new Set([describedId, ...talk.situations.fitting])
  const adjust = (label: string) => (fits.has(label) || isOutside(label) ? 0 : Number.NEGATIVE_INFINITY)
  const vector = vectorize(description, topics)
  const [best] = predict(vector, topics, adjust)
  if (best === undefined || best.id === describedId) return undefined
  const among = predict(vector, topics).find(({ id }) => id === best.id)
  if (among === undefined || among.probability < minFitAmongAll) return undefined
  const isSure = best.probability >= (isOutside(best.id) ? refusalThreshold : fitThreshold)
  return isSure ? { id: best.id, about: null, probability: best.probability, how: 'description' } : undefined
}

function onlyWant(want: Want): Understood {
  return { clauses: [], wants: [want], doubts: [], trouble: undefined, reply: undefined, predictions: [] }
}

/** The answer whose title the visitor typed, if it was among the last buttons. */
function titled(message: string, { buttons }: TalkState, { all }: Answers): string | undefined {
  const words = tokenize(message).join(' ')
  return buttons.find((id) => tokenize(all.get(id)?.title ?? '').join(' ') === words)
}

const yesWords = new Set(
  'yes yeah yep yup yea ya sure ok okay fine please haan ha ji theek absolutely definitely correct right exactly perfect great'.split(
    ' ',
  ),
)
const noWords = new Set('no nope nah nahi never not'.split(' '))

/** These nod, but don't choose a button. */
const nods = new Set('ok okay fine great sure please'.split(' '))

function yesOrNo(message: string, { asked }: TalkState): 'yes' | 'no' | undefined {
  if (asked === undefined || !(asked.expects === 'yesNo' || asked.expects === 'choice' || asked.yes !== null))
    return undefined
  const [first = ''] = tokenize(message)
  if (yesWords.has(first)) return asked.expects === 'choice' && nods.has(first) ? undefined : 'yes'
  return noWords.has(first) ? 'no' : undefined
}

function agreedAnswer({ asked, buttons }: TalkState, { all }: Answers): string | undefined {
  if (asked?.expects === 'choice') return buttons.length === 1 ? buttons[0] : undefined
  return asked?.yes && all.has(asked.yes) ? asked.yes : undefined
}

/** The kind of each clause. Neighbors of a kind are joined, except questions. */
function actsOf(
  message: string,
  state: TalkState,
  { newest }: Pick<Details, 'newest'>,
  reply: Understood['reply'],
  { acts }: Minds,
  answers: Answers,
): Clause[] {
  const texts = partsOf(message)
  const bounded = [
    ...texts.slice(0, maxClauses - 1),
    ...(texts.length < maxClauses ? [] : [texts.slice(maxClauses - 1).join(' ')]),
  ]
  const clauses: Clause[] = []
  for (const [i, text] of bounded.entries()) {
    const clause = actOf(text, i, state, newest, reply, acts, answers)
    const last = clauses.at(-1)
    if (last !== undefined && last.act === clause.act && clause.act !== 'ask') last.text += ` ${text}`
    else clauses.push(clause)
  }
  return clauses
}

function actOf(
  text: string,
  index: number,
  state: TalkState,
  newest: Details['newest'],
  reply: Understood['reply'],
  acts: Model,
  answers: Answers,
): Clause {
  const { asked, isFirst } = state
  const words = tokenize(text)
  const isQuestion = looksLikeQuestion(text)
  if (isCourtesy(text) || asksForMore(text)) return { text, act: 'ask', probability: 1 }
  if (index === 0 && reply !== undefined && words.length <= 4 && !isQuestion)
    return { text, act: 'respond', probability: 1 }
  if (asked !== undefined && words.length <= (isQuestion ? 4 : 12) && hasAnswer(text, asked.expects, newest))
    return { text, act: 'respond', probability: 1 }
  if (!isQuestion && newest.email !== null && words.length <= 12 && text.includes('@'))
    return { text, act: 'detail', probability: 1 }
  const { act, probability } = predictAct(text, index === 0 ? asked?.expects : undefined, acts)
  const isReference = words.length <= maxReferenceWords && referredOffer(words, state, answers) !== undefined
  // A word or two after our question answer it.
  const isBare = index === 0 && asked !== undefined && !isQuestion && words.length <= maxBareWords
  if (isBare && act === 'ask' && !isReference) return { text, act: 'respond', probability }
  if (isReference && act !== 'buy') return { text, act: 'ask', probability: 1 }
  const isImpossible =
    (act === 'respond' && (asked === undefined || isQuestion)) ||
    (act === 'buy' && (isQuestion || !(namesNextStep(text) || isReference))) ||
    (act === 'detail' && Object.values(newest).every((value) => value === null))
  if (probability >= actThreshold && !isImpossible) return { text, act, probability }
  if (isQuestion) return { text, act: 'ask', probability }
  if (act === 'describe') return { text, act, probability }
  return { text, act: asked !== undefined && !isFirst && index === 0 ? 'respond' : 'ask', probability }
}

/** Whether a short reply holds what we asked for. */
function hasAnswer(text: string, expects: string, newest: Details['newest']): boolean {
  const holds = (value: string | null) => value !== null && text.toLowerCase().includes(value.toLowerCase())
  if (expects === 'date') return holds(newest.timeline)
  if (expects === 'budget' || expects === 'currency') return newest.budget !== null
  if (expects === 'contact') return holds(newest.name) || newest.email !== null
  return false
}

/** Whether a clause that isn't shaped like a question, and asks for nothing in particular, tells something after all. */
function isStatement({ act, text }: Clause, found: readonly Found[], { asked }: TalkState, minds: Minds): boolean {
  if (act !== 'ask' || looksLikeQuestion(text)) return false
  const isProject = minds.namesProject(text)
  return found.some(({ clause, want, predictions: [best] }) => {
    const probability = best?.probability ?? 0
    const isVague = probability < (asked === undefined ? vagueThreshold : clauseThreshold)
    return clause.includes(text) && want === undefined && (isProject || isVague)
  })
}

/** Complete questions stay apart. Parts of a sentence do if both are likely and differ; otherwise they are one question. */
function joinAsking(clauses: readonly Clause[], hearing: Hearing): Found[] {
  const found: Found[] = []
  const isSeveral = clauses.filter(({ act, text }) => act === 'ask' && looksLikeQuestion(text)).length > 1
  for (const [i, { act, text: clause }] of clauses.entries()) {
    if (act !== 'ask') continue
    const before = clauses[i - 1]?.text ?? hearing.state.previous
    const next = findAnswer(clause, before, hearing, isSeveral)
    const last = found.at(-1)
    const isComplete = last !== undefined && looksLikeQuestion(last.clause) && looksLikeQuestion(clause)
    const isOther = last !== undefined && isLikely(last) && isLikely(next) && labelOf(last) !== labelOf(next)
    if (last === undefined || clauses[i - 1]?.act !== 'ask' || isComplete || isOther) {
      found.push(next)
      continue
    }
    const joined = findAnswer(`${last.clause} ${clause}`, hearing.state.previous, hearing)
    const best = [last, next, joined].reduce((one, other) => (confidenceOf(other) > confidenceOf(one) ? other : one))
    found.splice(-1, 1, { ...best, clause: `${last.clause} ${clause}` })
  }
  return found
}

const maxWholeWords = 60

/** A single question may be clearer with the sentences around it: what both think likely counts. */
function withWholeMessage(found: Found[], message: string, hearing: Hearing): Found[] {
  const asked = found.filter(({ clause }) => looksLikeQuestion(clause))
  const [only] = asked
  if (only === undefined || asked.length > 1 || (only.want !== undefined && only.want.how !== 'classifier'))
    return found
  if (message === only.clause || message.split(/\s+/).length > maxWholeWords) return found
  const whole = findAnswer(message, hearing.state.previous, hearing)
  if (only.want !== undefined && (whole.want === undefined || whole.want.id === only.want.id)) return found
  const predictions = combined(only.predictions, whole.predictions)
  const [best] = predictions
  const isSure = best !== undefined && best.probability >= sureThreshold && best.id !== describedId
  const [id = '', about = null] = best?.id.split('/') ?? []
  const want: Want | undefined = isSure ? { id, about, probability: best.probability, how: 'classifier' } : undefined
  return found.map((each) => (each === only ? { clause: only.clause, want, predictions } : each))
}

const confidenceOf = ({ want, predictions: [best] }: Found) => want?.probability ?? best?.probability ?? 0
const isLikely = (found: Found) => confidenceOf(found) >= clauseThreshold
const labelOf = ({ want, predictions: [best] }: Found) => want?.id ?? best?.id

function likeliest(predictions: readonly Prediction[]): Prediction[] {
  const byId = new Map<string, Prediction>()
  for (const { id: label, probability } of predictions) {
    const [id = ''] = label.split('/')
    if (probability > (byId.get(id)?.probability ?? 0)) byId.set(id, { id, probability })
  }
  return [...byId.values()].sort((one, other) => other.probability - one.probability).slice(0, 2 * maxPredictions)
}
