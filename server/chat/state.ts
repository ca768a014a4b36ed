import type { Answer } from '../../platform/content/chat/answers.ts'
import type { Expected, Question } from '../../platform/content/chat/questions.ts'
import type { Offer } from '../../platform/content/chat/talk.ts'
import { type Answers, budgetsId } from './answers.ts'
import type { Exchange } from './details/extract.ts'
import { type ChatMessage, splitSentences, type Turn } from './messages.ts'
import { tokenize } from './understand/model.ts'
import { offerIn } from './understand/offers.ts'
import { refusals } from './understand/words.ts'

/** The chat's state before the last message, derived from the chat on every request. */
export type ChatState = {
  /** The first topic in the newest reply that has one. */
  topic: Answer | undefined
  /** The offer that either side mentioned last. */
  offer: Offer | undefined
  /** The last reply's question. */
  asked: Question | undefined
  /** IDs of answers the chat offered and the visitor refused. */
  refused: ReadonlySet<string>
  /** The last reply's buttons. */
  buttons: string[]
  /** Whether the visitor came for something other than a project, such as a job, a sales pitch, or help as a client. */
  isOutsider: boolean
  /** IDs of the facts in the last reply. */
  lastFacts: string[]
  /** IDs of all facts so far. */
  said: ReadonlySet<string>
  /** IDs of all openings so far, and of those in the last reply. */
  moves: ReadonlySet<string>
  lastMoves: string[]
  /** IDs of the chat's questions, in the order asked. */
  askedBefore: string[]
  /** The visitor's previous message. */
  previous: string
  isFirst: boolean
}

/** Derives the state from a chat. @param messages ending with the visitor's */
export function stateOf(messages: readonly ChatMessage[], answers: Answers): ChatState {
  const earlier = messages.slice(0, -1)
  const replies = earlier.filter(({ role }) => role === 'assistant')
  const turns = replies.map((reply) => turnOf(reply, answers))
  const last = turns.at(-1)
  const topics = turns.map(({ facts }) => answersOf(facts, answers).find(isTopic))
  return {
    topic: topics.findLast((answer) => answer !== undefined),
    offer: lastOffer(earlier, answers),
    asked: last && answers.questions.get(last.asked),
    refused: refusedAnswers(messages, answers),
    buttons: last?.buttons ?? [],
    isOutsider: turns.some(({ facts }) => answersOf(facts, answers).some((answer) => isForOutsiders(answer, answers))),
    lastFacts: last?.facts ?? [],
    said: new Set(turns.flatMap(({ facts }) => facts)),
    moves: new Set(turns.flatMap(({ moves }) => moves)),
    lastMoves: last?.moves ?? [],
    askedBefore: turns.map(({ asked }) => asked).filter((id) => id !== ''),
    previous: earlier.findLast(({ role }) => role === 'user')?.content ?? '',
    isFirst: turns.length === 0,
  }
}

/** Drops IDs that the content no longer has. A forged `turn` can only pick other true sentences. */
function turnOf({ content, turn }: ChatMessage, answers: Answers): Turn {
  const { facts, moves, asked, buttons } = turn ?? turnFromText(content, answers)
  return {
    facts: facts.filter((id) => answers.facts.has(id)),
    moves: moves.filter((id) => Object.hasOwn(answers.moves, id)),
    asked: answers.questions.has(asked) ? asked : '',
    buttons: buttons.filter((id) => answers.all.has(id)),
  }
}

/** Finds a reply's IDs from its text, for clients that keep only the text. */
function turnFromText(content: string, { facts, questions, idsByText }: Answers): Turn {
  const ids = splitSentences(content).map((sentence) => idsByText.get(sentence) ?? '')
  const asked = ids.findLast((id) => questions.has(id)) ?? ''
  return { facts: ids.filter((id) => facts.has(id)), moves: [], asked, buttons: [] }
}

function answersOf(facts: readonly string[], answers: Answers): Answer[] {
  return facts.map((id) => answers.facts.get(id)?.answer).filter((answer) => answer !== undefined)
}

function isTopic({ id, kind }: Answer): boolean {
  return id !== budgetsId && kind !== 'unknown' && kind !== 'talk'
}

function isForOutsiders({ id, kind }: Answer, { talk }: Answers): boolean {
  return kind === 'notClient' || kind === 'trouble' || talk.situations.clientNow.includes(id)
}

function refusedAnswers(messages: readonly ChatMessage[], answers: Answers): Set<string> {
  const refused = new Set<string>()
  for (const [i, { role, content }] of messages.entries()) {
    const reply = messages[i - 1]
    if (role !== 'user' || reply?.role !== 'assistant') continue
    const [first = ''] = tokenize(content)
    if (refusals.has(first)) for (const id of turnOf(reply, answers).buttons) refused.add(id)
  }
  return refused
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
  for (const { id } of answersOf(facts, answers)) {
    const [offer] = answers.offersOf(id)
    if (offer !== undefined) return offer
  }
  return undefined
}

/** The visitor's messages, each with the kind of answer that the chat's previous question asks for. */
export function exchangesOf(messages: readonly ChatMessage[], answers: Answers): Exchange[] {
  const exchanges: Exchange[] = []
  let asked: Expected | undefined
  for (const message of messages) {
    if (message.role === 'assistant') asked = answers.questions.get(turnOf(message, answers).asked)?.expects
    // The words on a button aren't the visitor's.
    else if (answers.all.has(message.picked ?? '')) exchanges.push({ visitor: '', asked: undefined })
    else exchanges.push({ visitor: message.content, asked })
  }
  return exchanges
}
