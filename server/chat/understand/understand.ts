import type { Entry } from '../../../platform/content/chat/answers.ts'
import type { Answers } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import { offerIn, type TalkState } from '../state.ts'
import type { Act } from './acts.ts'
import { chosenAnswers } from './choices.ts'
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
import { type Model, type Prediction, predict, vectorize } from './model.ts'
import { type Clause, isStatement, readClauses, tellsOnly, yesOrNo } from './read-clauses.ts'
import { detectTrouble, type Trouble } from './trouble.ts'

/** `topics` and `acts` share their features. `contentHash` changes with the answers and their examples. */
export type TrainedAnswers = {
  entries: readonly Entry[]
  topics: Model
  trouble: Model
  acts: Model
  contentHash: string
}

export type Understood = {
  clauses: Clause[]
  wants: Want[]
  /** For each clause that isn't clear, the likeliest answers. */
  doubts: { clause: string; isQuestion: boolean; predictions: Prediction[] }[]
  /** The likeliest answers to a description, undefined if it's of a project. */
  besides: Prediction[] | undefined
  trouble: Trouble | undefined
  reply: 'yes' | 'no' | undefined
  /** The likeliest answers to all clauses that ask and to the whole message, for a model. */
  predictions: Prediction[]
}

/** `namesProject`: whether the words name a product or a business. */
export type Minds = Pick<TrainedAnswers, 'topics' | 'trouble' | 'acts'> & {
  namesProject: (text: string) => boolean
}

/** A sentence beside a question must be surer to be answered, too. */
const besideThreshold = 0.9
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
  const named = offerIn(message, answers)
  const offer = named === undefined || named.isAside ? state.offer : named
  const hearing = { state: { ...state, offer }, topics: minds.topics, answers }
  if (picked !== undefined && answers.all.has(picked))
    return onlyWant({ id: picked, about: null, probability: 1, how: 'button' })
  const titled = chosenAnswers(message, state, answers)
  const trouble = titled.length > 0 ? undefined : detectTrouble(message, minds.trouble, answers.talk.situations.urgent)
  const reply = yesOrNo(message, state)
  const context = { state, newest: details.newest, reply, minds, answers }
  const read = readClauses(message, context)
  const found = withWholeMessage(joinAsking(read, hearing), message, hearing)
  const said: Act = state.asked === undefined ? 'describe' : 'respond'
  const isTelling = tellsOnly(read)
  const clauses = read.map((clause) =>
    isStatement(clause, found, isTelling, context) ? { ...clause, act: said } : clause,
  )
  const agreed = reply === 'yes' ? agreedAnswer(state, answers) : undefined
  const chosen = new Set([...(agreed === undefined ? [] : [agreed]), ...titled])
  const wants = [...chosen].map(
    (id): Want => ({ id, about: null, probability: 1, how: agreed === id ? 'yes' : 'button' }),
  )
  const doubts: Understood['doubts'] = []
  const isAsked = found.some(({ isQuestion }) => isQuestion)
  const hasOther = clauses.some(({ act }) => act !== 'ask') || found.length > 1
  for (const { clause, isQuestion, want, predictions } of found) {
    if (clauses.filter(({ text }) => clause.includes(text)).every(({ act }) => act !== 'ask')) continue
    // Beside a question or a description, other sentences only explain it.
    if ((isAsked || isTelling) && !isQuestion && (want?.probability ?? 0) < besideThreshold) continue
    const kind = answers.all.get(want?.id ?? '')?.kind
    if (want === undefined) doubts.push({ clause, isQuestion, predictions })
    else if (kind === 'unknown' && hasOther) continue
    else if (!wants.some(({ id, about }) => id === want.id && about === want.about)) wants.push(want)
  }
  const described = clauses.flatMap(({ act, text }) => (act === 'describe' ? text : [])).join(' ')
  const fitting = wants.length === 0 ? fittingAnswer(described, minds.topics, answers) : undefined
  if (fitting !== undefined) wants.push(fitting)
  const besides =
    wants.length === 0 && state.asked?.expects !== 'product' ? besidesProject(described, minds) : undefined
  for (const { clause, isQuestion } of found) {
    if (isQuestion && wants.length === 1) doubts.push(...listedQuestions(clause, wants, minds.topics))
  }
  const whole = predict(vectorize(message, minds.topics), minds.topics)
  const predictions = [...found.flatMap(({ predictions }) => predictions), ...whole]
  return { clauses, wants, doubts, besides, trouble, reply, predictions: likeliest(predictions) }
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

const minListed = 0.6
const maxListedWords = 6

/** “A site + logo + SEO?” asks for three answers, and has only a name for two of them. */
function listedQuestions(clause: string, wants: readonly Want[], topics: Model): Understood['doubts'] {
  const [question = ''] = clause.split(/(?<=[.!?])\s+/).slice(-1)
  const items = question.split(/[,;+/&]|\band\b|\bor\b/u).map((item) => item.trim())
  if (items.length < 2) return []
  return items.flatMap((item) => {
    const words = item.split(/\s+/).length
    const [best] = predict(vectorize(item, topics), topics)
    const isOther =
      best !== undefined && best.probability >= minListed && wants.every(({ id }) => best.id.split('/')[0] !== id)
    return item !== '' && words <= maxListedWords && isOther
      ? [{ clause: item, isQuestion: true, predictions: [best] }]
      : []
  })
}

/** “We’d like to keep the wiki” is hardly a new project, and another answer this likely is worth a button. */
const minProject = 0.01
/** How likely another answer must be if the text names no product or business, and if it names one. */
const [minBesides, minBesidesProject] = [0.15, 0.3]
const maxBesides = 2

/** The likeliest answers to a description, undefined if it's of a project. */
function besidesProject(description: string, { topics, namesProject }: Minds): Prediction[] | undefined {
  if (description === '') return undefined
  const predictions = predict(vectorize(description, topics), topics)
  const project = predictions.find(({ id }) => id === describedId)?.probability ?? 1
  const min = namesProject(description) ? minBesidesProject : minBesides
  const likely = predictions.filter(({ probability }) => probability >= minBesides).slice(0, maxBesides)
  const [best] = likely
  const isOther = best !== undefined && best.id !== describedId && best.probability >= min
  return isOther ? likely : project < minProject ? [] : undefined
}

function onlyWant(want: Want): Understood {
  return {
    clauses: [],
    wants: [want],
    doubts: [],
    besides: undefined,
    trouble: undefined,
    reply: undefined,
    predictions: [],
  }
}

function agreedAnswer({ asked, buttons }: TalkState, { all }: Answers): string | undefined {
  if (asked?.expects === 'choice') return buttons.length === 1 ? buttons[0] : undefined
  return asked?.yes && all.has(asked.yes) ? asked.yes : undefined
}

/** Complete questions stay apart. Parts of a sentence do if both are likely and differ; otherwise they are one question. */
function joinAsking(clauses: readonly Clause[], hearing: Hearing): Found[] {
  const found: Found[] = []
  for (const [i, { act, text: clause }] of clauses.entries()) {
    if (act !== 'ask') continue
    const before = clauses[i - 1]?.text ?? hearing.state.previous
    const next = findAnswer(clause, before, hearing)
    const last = found.at(-1)
    const isComplete = last?.isQuestion === true && next.isQuestion
    const isOther = last !== undefined && isLikely(last) && isLikely(next) && labelOf(last) !== labelOf(next)
    const isTalk = hearing.answers.all.get(last?.want?.id ?? '')?.kind === 'talk'
    if (last === undefined || clauses[i - 1]?.act !== 'ask' || isComplete || isOther || isTalk) {
      found.push(next)
      continue
    }
    const joined = findAnswer(`${last.clause} ${clause}`, hearing.state.previous, hearing)
    const best = [last, next, joined].reduce((one, other) => (confidenceOf(other) > confidenceOf(one) ? other : one))
    found.splice(-1, 1, { ...best, clause: `${last.clause} ${clause}`, isQuestion: last.isQuestion || next.isQuestion })
  }
  return found
}

const maxWholeWords = 60

/** A single question can be clearer with the sentences around it. What is likely with and without them counts. */
function withWholeMessage(found: Found[], message: string, hearing: Hearing): Found[] {
  const asked = found.filter(({ isQuestion }) => isQuestion)
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
  return found.map((each) => (each === only ? { ...only, want, predictions } : each))
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
