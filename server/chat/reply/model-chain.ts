import type { Log } from '../../../platform/log.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import type { ConsultationField } from '../../leads/fields.ts'
import type { Page } from '../book/book.ts'
import { type ChatModel, ModelFailure, mostReplyTokens, type PromptMessage } from '../gateway/chat-gateway.ts'
import type { Payment, Reservation } from '../wallet.ts'
import type { Form } from './compose.ts'
import { tokenCount } from './prompt.ts'
import { createSelectionReader, mostCharacters, type Selected } from './read-selection.ts'

/** Answers without any model, from the book alone; costs nothing. */
export const builtIn = 'built-in'

export type ChainDeps = {
  models: readonly (ChatModel | typeof builtIn)[]
  promptFor: (turns: readonly ChatMessage[], sentences: readonly string[]) => PromptMessage[]
  promptTokens: (turns: readonly ChatMessage[]) => number
  log: Log
}

export type Talk = {
  turns: readonly ChatMessage[]
  page: Page
  form: Form
  signal: AbortSignal
  requestId: string
  payment?: Payment
  onModel: (model: string) => void
  onFailure: (model: string, reason: string) => void
}

export type Note = { field: ConsultationField; quote: string }

export type Said = { sentence?: string | undefined; incident?: 'replaced' | 'dropped'; note?: Note }

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
export async function* askModels(deps: ChainDeps, talk: Talk): AsyncGenerator<Said, void, void> {
  const { page, form, payment } = talk
  const shown: string[] = []
  let last = ''
  for (const wanted of page.isUrgent ? ([builtIn] as const) : deps.models) {
    const messages = deps.promptFor(withReply(talk.turns, shown), page.sentences)
    const tokens = deps.promptTokens(talk.turns)
    const reservation = wanted === builtIn ? undefined : await (payment?.reserve(tokens + mostReplyTokens) ?? free)
    // Where the wallet is spent the built-in agent ends the matter, whoever else would come.
    const isBuiltIn = wanted === builtIn || reservation === undefined
    talk.onModel(isBuiltIn ? builtIn : wanted.name)
    try {
      const said = isBuiltIn ? fromBook(talk) : askModel(wanted, { messages, tokens, reservation }, talk)
      let wasSaid = false
      for await (const each of said) {
        wasSaid = true
        if (each.sentence !== undefined) shown.push(each.sentence)
        yield each
      }
      for (const sentence of wasSaid ? form.finish(page.reply) : []) yield { sentence }
      if (wasSaid) return
      last = nothing
    } catch (error) {
      if (talk.signal.aborted || isBuiltIn) throw error
      last = reasonOf(error, wanted, deps, talk)
    }
    talk.onFailure(isBuiltIn ? builtIn : wanted.name, last)
  }
  throw new AllFailed(last === nothing)
}

function* fromBook({ page, form }: Talk): Generator<Said> {
  for (const sentence of page.reply.says) yield { sentence: form.take(sentence) }
}

type Call = { messages: readonly PromptMessage[]; tokens: number; reservation: Reservation }

async function* askModel(model: ChatModel, call: Call, talk: Talk): AsyncGenerator<Said, void, void> {
  // Where a call is broken off, or its gateway keeps its count to itself, nobody knows that it took less.
  let used = call.tokens + mostReplyTokens
  let reply = ''
  const reader = createSelectionReader()
  try {
    const pieces = model.reply(call.messages, talk.signal, (tokens) => {
      used = tokens
    })
    for await (const piece of pieces) {
      reply += piece
      for (const selected of reader.push(piece)) yield* sayOf(selected, talk)
      if (reply.length > mostCharacters) break
    }
    for (const selected of reader.end()) yield* sayOf(selected, talk)
  } finally {
    await call.reservation.settle(Math.max(used, call.tokens + tokenCount(reply)))
  }
}

/** Whatever a model says, what comes of it is a sentence of the book, or nothing. In place of prose stands first what surely answers. */
function* sayOf(selected: Selected, { page, form }: Talk): Generator<Said> {
  if ('prose' in selected) {
    for (const key of page.keys) yield { sentence: form.take(key) }
    const nearest = page.nearest(selected.prose)
    const sentence = nearest && page.place(nearest)
    yield {
      sentence: sentence && form.take(sentence, page.behind(sentence)),
      incident: sentence === undefined ? 'dropped' : 'replaced',
    }
  } else if ('field' in selected) {
    yield { note: selected }
  } else {
    const offered = page.sentences[selected.number - 1]
    const sentence = offered && page.place(offered, selected.quote)
    yield { sentence: sentence && form.take(sentence, page.behind(sentence)) }
  }
}

function withReply(turns: readonly ChatMessage[], shown: readonly string[]): readonly ChatMessage[] {
  if (shown.length === 0) return turns
  const last = turns.at(-1)
  const content = shown.join(' ')
  if (last?.role !== 'assistant') return [...turns, { role: 'assistant', content }]
  return [...turns.slice(0, -1), { role: 'assistant', content: `${last.content} ${content}` }]
}

function reasonOf(error: unknown, model: ChatModel, { log }: ChainDeps, { requestId }: Talk): string {
  if (error instanceof ModelFailure) return error.message
  log.error({ requestId, model: model.name, err: error }, 'a chat model broke')
  return 'a fault of the program'
}
