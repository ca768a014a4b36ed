import type { Log } from '../../../platform/log.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import type { ConsultationField } from '../../leads/fields.ts'
import type { PreparedAnswer } from '../answers/answerer.ts'
import { type ChatModel, ModelFailure, maxReplyTokens, type PromptMessage } from '../gateway/chat-gateway.ts'
import type { Payment, Reservation } from '../wallet.ts'
import type { ReplyForm } from './compose.ts'
import { tokenCount } from './prompt.ts'
import { createSelectionReader, maxCharacters, type Selected } from './read-selection.ts'

/** Answers without any model, from the book alone; costs nothing. */
export const builtIn = 'built-in'

export type ChainDeps = {
  models: readonly (ChatModel | typeof builtIn)[]
  promptFor: (turns: readonly ChatMessage[], sentences: readonly string[]) => PromptMessage[]
  promptTokens: (turns: readonly ChatMessage[]) => number
  log: Log
}

export type ReplyJob = {
  turns: readonly ChatMessage[]
  prepared: PreparedAnswer
  form: ReplyForm
  signal: AbortSignal
  requestId: string
  payment?: Payment
  onModel: (model: string) => void
  onFailure: (model: string, reason: string) => void
}

export type QuotedDetail = { field: ConsultationField; quote: string }

export type ReplyPart = { sentence?: string | undefined; incident?: 'replaced' | 'dropped'; detail?: QuotedDetail }

export class AllFailed extends Error {
  override name = 'AllFailed'
  readonly isEmpty: boolean

  constructor(isEmpty: boolean) {
    super('every model failed')
    this.isEmpty = isEmpty
  }
}

const nothing = 'an empty reply'
const free: Reservation = { settle: async () => undefined }

/** Where a model fails in the middle, its sentences stay. @throws AllFailed, or what the signal was aborted with */
export async function* askModels(deps: ChainDeps, job: ReplyJob): AsyncGenerator<ReplyPart, void, void> {
  const { prepared, form, payment } = job
  const shown: string[] = []
  let last = ''
  for (const wanted of prepared.isUrgent ? ([builtIn] as const) : deps.models) {
    const messages = deps.promptFor(withReply(job.turns, shown), prepared.sentences)
    const tokens = deps.promptTokens(job.turns)
    const reservation = wanted === builtIn ? undefined : await (payment?.reserve(tokens + maxReplyTokens) ?? free)
    // Where the wallet is spent the built-in agent ends the matter, whoever else would come.
    const isBuiltIn = wanted === builtIn || reservation === undefined
    job.onModel(isBuiltIn ? builtIn : wanted.name)
    try {
      const said = isBuiltIn ? fromAnswers(job) : askModel(wanted, { messages, tokens, reservation }, job)
      let wasSaid = false
      for await (const each of said) {
        wasSaid = true
        if (each.sentence !== undefined) shown.push(each.sentence)
        yield each
      }
      for (const sentence of wasSaid ? form.finish(prepared.reply) : []) yield { sentence }
      if (wasSaid) return
      last = nothing
    } catch (error) {
      if (job.signal.aborted || isBuiltIn) throw error
      last = reasonOf(error, wanted, deps, job)
    }
    job.onFailure(isBuiltIn ? builtIn : wanted.name, last)
  }
  throw new AllFailed(last === nothing)
}

function* fromAnswers({ prepared, form }: ReplyJob): Generator<ReplyPart> {
  for (const sentence of prepared.reply.says) yield { sentence: form.take(sentence) }
}

type Call = { messages: readonly PromptMessage[]; tokens: number; reservation: Reservation }

async function* askModel(model: ChatModel, call: Call, job: ReplyJob): AsyncGenerator<ReplyPart, void, void> {
  // Where a call is broken off, or its gateway keeps its count to itself, nobody knows that it took less.
  let used = call.tokens + maxReplyTokens
  let reply = ''
  const reader = createSelectionReader()
  try {
    const pieces = model.reply(call.messages, job.signal, (tokens) => {
      used = tokens
    })
    for await (const piece of pieces) {
      reply += piece
      for (const selected of reader.push(piece)) yield* sayOf(selected, job)
      if (reply.length > maxCharacters) break
    }
    for (const selected of reader.end()) yield* sayOf(selected, job)
  } finally {
    await call.reservation.settle(Math.max(used, call.tokens + tokenCount(reply)))
  }
}

/** Whatever a model says, what comes of it is a sentence of the book, or nothing. In place of prose stands first what surely answers. */
function* sayOf(selected: Selected, { prepared, form }: ReplyJob): Generator<ReplyPart> {
  if ('prose' in selected) {
    for (const key of prepared.keys) yield { sentence: form.take(key) }
    const nearest = prepared.nearest(selected.prose)
    const sentence = nearest && prepared.place(nearest)
    yield {
      sentence: sentence && form.take(sentence, prepared.behind(sentence)),
      incident: sentence === undefined ? 'dropped' : 'replaced',
    }
  } else if ('field' in selected) {
    yield { detail: selected }
  } else {
    const offered = prepared.sentences[selected.number - 1]
    const sentence = offered && prepared.place(offered, selected.quote)
    yield { sentence: sentence && form.take(sentence, prepared.behind(sentence)) }
  }
}

function withReply(turns: readonly ChatMessage[], shown: readonly string[]): readonly ChatMessage[] {
  if (shown.length === 0) return turns
  const last = turns.at(-1)
  const content = shown.join(' ')
  if (last?.role !== 'assistant') return [...turns, { role: 'assistant', content }]
  return [...turns.slice(0, -1), { role: 'assistant', content: `${last.content} ${content}` }]
}

function reasonOf(error: unknown, model: ChatModel, { log }: ChainDeps, { requestId }: ReplyJob): string {
  if (error instanceof ModelFailure) return error.message
  log.error({ requestId, model: model.name, err: error }, 'a chat model broke')
  return 'a fault of the program'
}
