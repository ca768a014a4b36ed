import type { Answer } from '../../platform/content/chat/answers.ts'
import type { Expected, Question } from '../../platform/content/chat/questions.ts'
import type { Offer } from '../../platform/content/chat/talk.ts'
import { type Answers, budgetsId } from './answers.ts'
import type { Exchange } from './details/extract.ts'
import { type ChatMessage, splitSentences } from './messages.ts'
import type { Turn } from './turn.ts'
import { tokenize } from './understand/model.ts'

/** What the chat knows of the conversation before the last message, made anew for each request. */
export type TalkState = {
  /** The first answer of the last reply that told one. */
  topic: Answer | undefined
  /** Mentioned last, by either side. */
  offer: Offer | undefined
  /** The last reply's question. */
  asked: Question | undefined
  /** Offered answers the visitor didn't mean. */
  refused: ReadonlySet<string>
  /** The last reply's buttons. */
  buttons: string[]
  /** Whether they came with something else than a project, such as a job, an offer, or a problem as a client. */
  isOutsider: boolean
  /** Ids of the facts that the last reply told. */
  lastFacts: string[]
  said: ReadonlySet<string>
  moves: ReadonlySet<string>
  lastMoves: string[]
  /** Ids of questions, in the order in which they were asked. */
  askedBefore: string[]
  /** The visitor's last message before this one. */
  previous: string
  isFirst: boolean
}

/** Ids that the content no longer has are dropped. A forged `turn` can only choose other true sentences. */
function turnOf({ content, turn }: ChatMessage, answers: Answers): Turn {
  const { facts, moves, asked, buttons } = turn ?? turnFromText(content, answers)
  return {
    facts: facts.filter((id) => answers.facts.has(id)),
    moves: moves.filter((id) => Object.hasOwn(answers.moves, id)),
    asked: answers.questions.has(asked) ? asked : '',
    buttons: buttons.filter((id) => answers.all.has(id)),
  }
}

/** For replies that came back without their ids, from programs that keep only the text. */
function turnFromText(content: string, { facts, questions, idsByText }: Answers): Turn {
  const ids = splitSentences(content).flatMap((sentence) => idsByText.get(sentence) ?? [])
  const asked = ids.findLast((id) => questions.has(id)) ?? ''
  return { facts: ids.filter((id) => facts.has(id)), moves: [], asked, buttons: [] }
}

/** @param messages the last one is the visitor's */
export function stateOf(messages: readonly ChatMessage[], answers: Answers): TalkState {
  const earlier = messages.slice(0, -1)
  const turns = earlier.flatMap((message) => (message.role === 'assistant' ? [turnOf(message, answers)] : []))
  const last = turns.at(-1)
  const said = turns.flatMap(({ facts }) => facts)
  const topicOf = ({ facts }: Turn) => facts.map((id) => answers.facts.get(id)?.answer).find(isTopic)
  return {
    topic: turns.map(topicOf).findLast((answer) => answer !== undefined),
    offer: lastOffer(earlier, answers),
    asked: last && answers.questions.get(last.asked),
    refused: refusedAnswers(messages, answers),
    buttons: last?.buttons ?? [],
    isOutsider: turns.some(({ facts }) => facts.some((id) => isOutside(answers.facts.get(id)?.answer, answers))),
    lastFacts: last?.facts ?? [],
    said: new Set(said),
    moves: new Set(turns.flatMap(({ moves }) => moves)),
    lastMoves: last?.moves ?? [],
    askedBefore: turns.flatMap(({ asked }) => (asked === '' ? [] : asked)),
    previous: earlier.findLast(({ role }) => role === 'user')?.content ?? '',
    isFirst: turns.length === 0,
  }
}

function isTopic(answer: Answer | undefined): boolean {
  return answer !== undefined && answer.id !== budgetsId && answer.kind !== 'unknown' && answer.kind !== 'talk'
}

const refusals = new Set('no nope nah neither none nahi'.split(' '))

function refusedAnswers(messages: readonly ChatMessage[], answers: Answers): Set<string> {
  return new Set(
    messages.flatMap((message, i) => {
      const offered = messages[i - 1]
      const [first = ''] = message.role === 'user' ? tokenize(message.content) : []
      return offered?.role === 'assistant' && refusals.has(first) ? turnOf(offered, answers).buttons : []
    }),
  )
}

function isOutside(answer: Answer | undefined, { talk }: Answers): boolean {
  if (answer === undefined) return false
  return answer.kind === 'notClient' || answer.kind === 'trouble' || talk.situations.clientNow.includes(answer.id)
}

function lastOffer(messages: readonly ChatMessage[], answers: Answers): Offer | undefined {
  for (const message of messages.toReversed()) {
    const offer =
      message.role === 'user' ? offerIn(message.content, answers) : offerSaid(turnOf(message, answers), answers)
    if (offer !== undefined && !offer.isAside) return offer
  }
  return undefined
}

function offerSaid({ facts }: Turn, answers: Answers): Offer | undefined {
  for (const id of facts) {
    const [offer] = answers.offersOf(answers.facts.get(id)?.answer.id ?? '')
    if (offer !== undefined) return offer
  }
  return undefined
}

/** @returns the offer that a text names with the most words */
export function offerIn(text: string, { talk }: Answers): Offer | undefined {
  const tokens = ` ${tokenize(text).join(' ')} `
  const named = talk.offers.flatMap((offer) =>
    offer.words.map((words) => ({ offer, words: ` ${tokenize(words).join(' ')} ` })),
  )
  return named
    .filter(({ words }) => tokens.includes(words))
    .reduce<{ offer?: Offer; words: string }>((best, each) => (each.words.length > best.words.length ? each : best), {
      words: '',
    }).offer
}

/** The visitor's messages, each with what our question before it expects. */
export function exchangesOf(messages: readonly ChatMessage[], answers: Answers): Exchange[] {
  let asked: Expected | undefined
  return messages.flatMap((message): Exchange | [] => {
    // The words on a button aren't the visitor's.
    if (message.role === 'user' && answers.all.has(message.picked ?? '')) return { visitor: '', asked: undefined }
    if (message.role === 'user') return { visitor: message.content, asked }
    asked = answers.questions.get(turnOf(message, answers).asked)?.expects
    return []
  })
}
