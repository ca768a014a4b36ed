import type { Answers } from '../answers.ts'
import type { Details } from '../details/extract.ts'
import type { TalkState } from '../state.ts'
import { type Act, type ActPrediction, isCourtesy, looksLikeQuestion, namesNextStep, predictAct } from './acts.ts'
import { clauseThreshold, type Found } from './find-answer.ts'
import { asksForMore, referredOffer } from './follow-ups.ts'
import { type Model, tokenize } from './model.ts'
import { partsOf } from './parts.ts'

/** A part of a message, and what it does. */
export type Clause = { text: string; act: Act; probability: number; isQuestion: boolean }

/** What reading a message needs. `namesProject`: whether the words name a product or a business. */
export type Context = {
  state: TalkState
  newest: Details['newest']
  reply: 'yes' | 'no' | undefined
  minds: { acts: Model; topics: Model; namesProject: (text: string) => boolean }
  answers: Answers
}

const actThreshold = 0.6
/** A first message that is less like a question tells something. */
const vagueThreshold = 0.45
const maxReferenceWords = 8
const maxBareWords = 2
const maxBuyingWords = 15
const maxClauses = 6

/** The kind of each clause. Neighbors of a kind are joined, except questions. */
export function readClauses(message: string, context: Context): Clause[] {
  const texts = partsOf(message)
  const bounded = [
    ...texts.slice(0, maxClauses - 1),
    ...(texts.length < maxClauses ? [] : [texts.slice(maxClauses - 1).join(' ')]),
  ]
  const clauses: Clause[] = []
  for (const [i, text] of bounded.entries()) {
    const clause = readClause(text, i === 0, context)
    const last = clauses.at(-1)
    if (last === undefined || last.act !== clause.act || clause.act === 'ask') clauses.push(clause)
    else
      clauses.splice(-1, 1, { ...last, text: `${last.text} ${text}`, isQuestion: last.isQuestion || clause.isQuestion })
  }
  return clauses
}

/** What a clause does. `isFirst` of the message: an answer to our question comes first. */
function readClause(text: string, isFirst: boolean, context: Context): Clause {
  const isQuestion = looksLikeQuestion(text)
  return { text, isQuestion, ...actOf(text, isQuestion, isFirst, context) }
}

function actOf(
  text: string,
  isQuestion: boolean,
  isFirst: boolean,
  { state, newest, reply, minds, answers }: Context,
): ActPrediction {
  const { acts } = minds
  const { asked } = state
  const words = tokenize(text)
  if (isCourtesy(text) || asksForMore(text)) return { act: 'ask', probability: 1 }
  if (isFirst && reply !== undefined && words.length <= 4 && !isQuestion) return { act: 'respond', probability: 1 }
  if (asked !== undefined && words.length <= (isQuestion ? 4 : 12) && hasAnswer(text, asked.expects, newest))
    return { act: 'respond', probability: 1 }
  const { act, probability } = predictAct(text, isFirst ? asked?.expects : undefined, acts)
  const isReference = words.length <= maxReferenceWords && referredOffer(words, state, answers) !== undefined
  // A word or two after our question answer it.
  const isShort = !isQuestion && words.length <= maxBareWords
  if (asked === undefined && isShort && act === 'describe' && !minds.namesProject(text))
    return { act: 'ask', probability }
  const isBare = isFirst && asked !== undefined && isShort
  if (isBare && act === 'ask' && !isReference) return { act: 'respond', probability }
  if (isReference && act !== 'buy') return { act: 'ask', probability: 1 }
  const isImpossible =
    (act === 'respond' && (asked === undefined || isQuestion)) ||
    (act === 'buy' && (isQuestion || words.length > maxBuyingWords || !(namesNextStep(text) || isReference))) ||
    (act === 'detail' && Object.values(newest).every((value) => value === null))
  if (probability >= actThreshold && !isImpossible) return { act, probability }
  if (isQuestion) return { act: 'ask', probability }
  if (act === 'describe') return { act, probability }
  return { act: asked !== undefined && !state.isFirst && isFirst ? 'respond' : 'ask', probability }
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
export function isStatement(
  { act, text, isQuestion }: Clause,
  found: readonly Found[],
  isTelling: boolean,
  { state: { asked }, minds }: Context,
): boolean {
  if (act !== 'ask' || isQuestion || isCourtesy(text)) return false
  if (asked === undefined && tokenize(text).length <= maxBareWords && !minds.namesProject(text)) return false
  const isProject = minds.namesProject(text)
  return found.some(({ clause, want, predictions: [best] }) => {
    const probability = best?.probability ?? 0
    const isVague = probability < (asked === undefined ? vagueThreshold : clauseThreshold)
    return clause.includes(text) && want === undefined && (isTelling || isProject || isVague)
  })
}

/** Whether nothing is shaped like a question, and something describes. */
export function tellsOnly(clauses: readonly Clause[]): boolean {
  const isLong = clauses.flatMap(({ text }) => text.split(/\s+/)).length >= minTellingWords
  return isLong && clauses.some(({ act }) => act === 'describe') && !clauses.some(({ isQuestion }) => isQuestion)
}

const minTellingWords = 9
const yesWords = new Set(
  'yes yeah yep yup yea ya sure ok okay fine please haan ha ji theek absolutely definitely correct right exactly perfect great'.split(
    ' ',
  ),
)
const noWords = new Set('no nope nah nahi never not'.split(' '))

/** These nod, but don't choose a button. */
const nods = new Set('ok okay fine great sure please'.split(' '))

export function yesOrNo(message: string, { asked }: TalkState): 'yes' | 'no' | undefined {
  if (asked === undefined || !(asked.expects === 'yesNo' || asked.expects === 'choice' || asked.yes !== null))
    return undefined
  const [first = ''] = tokenize(message)
  if (yesWords.has(first)) return asked.expects === 'choice' && nods.has(first) ? undefined : 'yes'
  return noWords.has(first) ? 'no' : undefined
}
