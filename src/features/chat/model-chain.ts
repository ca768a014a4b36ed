import { mostReplyTokens } from '../../lib/chat-limits.ts'
import { type ChatModel, ModelFailure } from '../../lib/chat-model.ts'
import { tokenCount } from '../../lib/token-count.ts'
import { type Turn, visitorMessages } from '../../lib/turn.ts'
import { Unanswered } from '../../server/calls/timed-calls.ts'
import type { Log } from '../../server/log.ts'
import { StorageError } from '../../server/storage-error.ts'
import { type GuardedSentence, guard } from './firewall/guard.ts'
import { cutSentences } from './firewall/sentence-cutter.ts'
import type { Guarding } from './firewall/stand-in.ts'
import type { Reservation } from './wallet.ts'

export type ChainDeps = {
  /** Asked in this order. */
  models: readonly ChatModel[]
  /** Costs nothing, and answers where no tokens are left. */
  builtIn: ChatModel
  firewall: Guarding
  /** How many tokens a conversation takes, with what a model is told before it. */
  promptTokens: (turns: readonly Turn[]) => number
  log: Log
}

export type Talk = {
  turns: readonly Turn[]
  /** The sentences of the reply that the visitor sees already, where it was broken off. */
  shown: readonly string[]
  signal: AbortSignal
  requestId: string
  /** Takes tokens out of the wallet. @returns undefined where it is spent */
  reserve: (tokens: number) => Promise<Reservation | undefined>
  onModel: (model: string) => void
  onFailure: (model: string, reason: string) => void
}

/** No model answered to the end. */
export class AllFailed extends Error {
  override name = 'AllFailed'
  /** Whether the last one had nothing to say, rather than failing. */
  readonly isEmpty: boolean

  constructor(isEmpty: boolean) {
    super('every model failed')
    this.isEmpty = isEmpty
  }
}

const nothing = 'an empty reply'

/**
 * The sentences of a reply, from the first model that gives one. Where a model fails in the middle, its whole sentences
 * stay, the next one goes on from them, and what it repeats is left out.
 * @throws AllFailed; Unanswered where a text takes too long to be read; or what the signal was aborted with
 */
export async function* askModels(deps: ChainDeps, talk: Talk): AsyncGenerator<GuardedSentence, void, void> {
  const shown = [...talk.shown]
  let last = ''
  for (const wanted of deps.models) {
    const payment = wanted === deps.builtIn ? undefined : await pay(deps, talk)
    // Where the wallet is spent the built-in agent ends the matter, whoever else would come.
    const isLast = wanted !== deps.builtIn && payment === undefined
    const model = isLast ? deps.builtIn : wanted
    talk.onModel(model.name)
    try {
      const wasSaid = yield* askModel(model, deps, talk, shown, payment)
      if (wasSaid) return
      last = nothing
    } catch (error) {
      // Another model's reply would be read beside the same words of the visitor.
      if (talk.signal.aborted || error instanceof Unanswered) throw error
      last = reasonOf(error, model, deps, talk)
    }
    talk.onFailure(model.name, last)
    if (isLast) break
  }
  throw new AllFailed(last === nothing)
}

/** @returns whether the model said anything */
async function* askModel(
  model: ChatModel,
  { firewall, builtIn, promptTokens, log }: ChainDeps,
  talk: Talk,
  shown: string[],
  payment: Reservation | undefined,
): AsyncGenerator<GuardedSentence, boolean, void> {
  const turns = withReply(talk.turns, talk.shown, shown)
  const known = new Set(shown.map(comparable))
  const visitor = visitorMessages(turns)
  const seen = { text: '' }
  const prompt = promptTokens(turns)
  // Where a call is broken off, or its gateway keeps its count to itself, nobody knows that it took less.
  let used = prompt + mostReplyTokens
  let wasSaid = false
  try {
    const source = model.reply(turns, talk.signal, (tokens) => {
      used = tokens
    })
    const pieces = kept(source, seen)
    for await (const sentence of guard(pieces, firewall, {
      visitor,
      before: [...shown],
      answer: () => trueAnswer(builtIn, talk),
    })) {
      wasSaid = true
      const isRepeated = known.has(comparable(sentence.text))
      if (!isRepeated && sentence.text !== '') shown.push(sentence.text.trim())
      yield isRepeated ? { ...sentence, text: '' } : sentence
    }
    return wasSaid
  } finally {
    await payment?.settle(Math.max(used, prompt + tokenCount(seen.text))).catch((error: unknown) => {
      log.error({ requestId: talk.requestId, err: error }, 'the wallet could not take back what was not used')
    })
  }
}

async function pay(deps: ChainDeps, { reserve, turns, requestId }: Talk): Promise<Reservation | undefined> {
  try {
    return await reserve(deps.promptTokens(turns) + mostReplyTokens)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    deps.log.error({ requestId, err: error }, 'the wallet cannot be read: the built-in agent answers')
    return undefined
  }
}

/** The conversation, ending with as much of the reply as the visitor sees. */
function withReply(turns: readonly Turn[], before: readonly string[], shown: readonly string[]): readonly Turn[] {
  const added = shown.slice(before.length).join(' ')
  if (added === '') return turns
  const last = turns.at(-1)
  if (last?.role !== 'assistant') return [...turns, { role: 'assistant', content: added }]
  return [...turns.slice(0, -1), { role: 'assistant', content: `${last.content} ${added}` }]
}

/** What the built-in agent says to the visitor's last message, in sentences. */
async function trueAnswer(builtIn: ChatModel, { turns, signal }: Talk): Promise<readonly string[]> {
  const asked = turns.at(-1)?.role === 'assistant' ? turns.slice(0, -1) : turns
  let said = ''
  for await (const piece of builtIn.reply(asked, signal)) said += piece
  return cutSentences(said).map((sentence) => sentence.trim())
}

async function* kept(pieces: AsyncIterable<string>, seen: { text: string }): AsyncGenerator<string> {
  for await (const piece of pieces) {
    seen.text += piece
    yield piece
  }
}

/** A failure tells of itself in words of our own; anything else is a fault of the program, and is logged whole. */
function reasonOf(error: unknown, model: ChatModel, { log }: ChainDeps, { requestId }: Talk): string {
  if (error instanceof ModelFailure) return error.message
  log.error({ requestId, model: model.name, err: error }, 'a chat model broke')
  return 'a fault of the program'
}

/** The same words are the same sentence, whatever their case and punctuation. */
function comparable(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$₹%]+/gu, ' ')
    .trim()
}
