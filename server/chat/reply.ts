import type { ChatContent, PromptWords } from '../../platform/content/chat/chat.ts'
import type { Environment } from '../../platform/environment.ts'
import { namesOf } from '../../platform/fields.ts'
import type { Log } from '../../platform/log.ts'
import { type ConsultationInfo, consultationFields, nothingKnown } from '../leads/fields.ts'
import { type Answerer, createAnswerer, type PreparedAnswer, type TrainedAnswers } from './answers.ts'
import { sentencesOf } from './choose.ts'
import { createReplyForm, type ReplyForm } from './compose.ts'
import { type Details, extractDetails, type QuotedDetail, readQuoted, type Site } from './details/extract.ts'
import { type ChatModel, createGatewayModel, type GatewayTimeouts, ModelFailure, maxReplyTokens } from './gateway.ts'
import { type ChatMessage, visitorMessages } from './messages.ts'
import {
  createSelectionReader,
  maxReplyCharacters,
  promptMessages,
  promptTokens,
  type Selected,
  tokenCount,
} from './prompt.ts'
import type { Payment, Reservation } from './wallet.ts'

/** Selects from the written answers, without a model and at no cost. */
export const builtIn = 'built-in'

export type Chat = {
  models: readonly (ChatModel | typeof builtIn)[]
  prompt: PromptWords
  /** Created at the first message, which takes seconds unless a build has trained the model. */
  answerer: () => Answerer
  site: Site
  /** Free times for calls, in ms since 1970. */
  freeTimes?: (() => Promise<readonly number[]>) | undefined
  now: () => number
  log: Log
}

type ChatOptions = Pick<Chat, 'freeTimes' | 'now' | 'log'> & {
  environment: Pick<Environment, 'chat'>
  content: Pick<ChatContent, 'phrases' | 'prompt' | 'lang'>
  answers: () => TrainedAnswers
  studioAddress: string
  timeouts?: Partial<GatewayTimeouts> | undefined
}

export function openChat({ environment, content, answers, studioAddress, timeouts = {}, ...rest }: ChatOptions): Chat {
  const { phrases, prompt, lang } = content
  const { baseUrl, apiKey, models } = environment.chat
  let answerer: Answerer | undefined
  return {
    ...rest,
    prompt,
    site: { studioAddress, lang },
    answerer: () => {
      answerer ??= createAnswerer(answers(), phrases, lang)
      return answerer
    },
    models:
      baseUrl === undefined || apiKey === undefined
        ? [builtIn]
        : models.map((model) =>
            model === builtIn ? builtIn : createGatewayModel({ baseUrl, apiKey, model, timeouts }),
          ),
  }
}

/** Returns no details if reading them fails: neither the reply nor the lead may be lost. */
export function readDetails({ site, log }: Pick<Chat, 'site' | 'log'>, messages: readonly string[]): Details {
  try {
    return extractDetails(messages, site)
  } catch (error) {
    log.error({ err: error }, 'the details of a chat could not be read')
    return { all: nothingKnown, newest: nothingKnown }
  }
}

async function readFreeTimes({ freeTimes, log }: Chat): Promise<readonly number[]> {
  try {
    return (await freeTimes?.()) ?? []
  } catch (error) {
    log.error({ err: error }, 'the free times of calls could not be read')
    return []
  }
}

/** How a reply ended: `apology` if every model failed, `empty` if the last one said nothing, `stopped` by the visitor. */
type Outcome = 'answered' | 'apology' | 'empty' | 'stopped'

export type ReplyEvent =
  | { type: 'details'; details: ConsultationInfo }
  /** `answers` are the ids of those asked for. */
  | { type: 'asked'; answers: readonly string[]; hasName: boolean }
  | { type: 'text'; text: string }
  | { type: 'incident'; reason: string; model: string }
  | { type: 'failure'; reason: string; model: string }
  /** `model` is the last one to answer, '' if none did. */
  | { type: 'done'; outcome: Outcome; model: string }

type Context = { signal: AbortSignal; requestId: string; payment?: Payment }

const emptyReply = 'an empty reply'

/**
 * Answers the last message, or continues a reply that was cut off. If a model fails midway, its sentences stay and the next one
 * continues.
 */
export async function* answerChat(
  chat: Chat,
  turns: readonly ChatMessage[],
  { signal, requestId, payment }: Context,
): AsyncGenerator<ReplyEvent, void, void> {
  const last = turns.at(-1)
  let reply = last?.role === 'assistant' ? last.content : ''
  const asked = last?.role === 'assistant' ? turns.slice(0, -1) : turns
  const shown = sentencesOf(reply)
  const messages = visitorMessages(asked)
  const known = readDetails(chat, messages)
  yield { type: 'details', details: known.all }
  let model = ''
  const done = (outcome: Outcome): ReplyEvent => ({ type: 'done', outcome, model })
  if (shown.some((sentence) => sentence.endsWith('?'))) return yield done('answered')
  const prepared = chat.answerer().prepare(asked, known, chat.now(), await readFreeTimes(chat))
  yield { type: 'asked', answers: prepared.asked, hasName: known.all.name !== null }
  const form = createReplyForm(shown)
  const quoted: QuotedDetail[] = []
  const show = (sentence: string): ReplyEvent => {
    const text = reply === '' ? sentence : ` ${sentence}`
    reply += text
    return { type: 'text', text }
  }
  let failure = ''
  for (const candidate of prepared.isUrgent ? ([builtIn] as const) : chat.models) {
    const tokens = promptTokens(chat.prompt, turns)
    const reservation = candidate === builtIn ? undefined : await reserve(payment, tokens + maxReplyTokens)
    // If the wallet is spent, the built-in agent answers instead of any model.
    const paid =
      candidate === builtIn || reservation === undefined ? undefined : { model: candidate, reservation, tokens }
    model = paid?.model.name ?? builtIn
    try {
      const parts: ReplyPart[] | AsyncIterable<ReplyPart> =
        paid === undefined
          ? prepared.reply.says.map((sentence) => ({ sentence: form.take(sentence) }))
          : askModel(paid, promptMessages(chat.prompt, prepared.sentences, withReply(asked, reply)), {
              prepared,
              form,
              signal,
            })
      failure = emptyReply
      for await (const { sentence, incident, detail } of parts) {
        failure = ''
        if (detail !== undefined) quoted.push(detail)
        if (incident !== undefined) yield { type: 'incident', reason: incident, model }
        if (sentence !== undefined) yield show(sentence)
      }
      if (failure === '') {
        for (const sentence of form.finish(prepared.reply)) yield show(sentence)
        const more = withQuotedDetails(known.all, quoted, messages, chat.site)
        if (namesOf(consultationFields).some((field) => more[field] !== known.all[field]))
          yield { type: 'details', details: more }
        return yield done('answered')
      }
    } catch (error) {
      if (signal.aborted) return yield done('stopped')
      if (paid === undefined) throw error
      failure = error instanceof ModelFailure ? error.message : 'an internal error'
      if (!(error instanceof ModelFailure)) chat.log.error({ requestId, model, err: error }, 'a chat model broke')
    }
    yield { type: 'failure', model, reason: failure }
    chat.log.warn({ requestId, model, reason: failure }, 'a chat model failed')
  }
  const isEmpty = failure === emptyReply
  yield { type: 'text', text: `${reply === '' ? '' : '\n'}${isEmpty ? chat.prompt.empty : chat.prompt.apology}` }
  yield done(isEmpty ? 'empty' : 'apology')
}

const free: Reservation = { settle: async () => undefined }

async function reserve(payment: Payment | undefined, tokens: number): Promise<Reservation | undefined> {
  return payment === undefined ? free : await payment.reserve(tokens)
}

function withReply(asked: readonly ChatMessage[], reply: string): readonly ChatMessage[] {
  return reply === '' ? asked : [...asked, { role: 'assistant', content: reply }]
}

type ReplyPart = { sentence?: string | undefined; incident?: 'replaced' | 'dropped'; detail?: QuotedDetail }

type Paid = { model: ChatModel; reservation: Reservation; tokens: number }
type ReplyInProgress = { prepared: PreparedAnswer; form: ReplyForm; signal: AbortSignal }

async function* askModel(
  { model, reservation, tokens }: Paid,
  messages: ReturnType<typeof promptMessages>,
  inProgress: ReplyInProgress,
): AsyncGenerator<ReplyPart, void, void> {
  // If the gateway doesn't report usage, a call that is cut off may have used the maximum.
  let used = tokens + maxReplyTokens
  let reply = ''
  const reader = createSelectionReader()
  try {
    const pieces = model.reply(messages, inProgress.signal, (counted) => {
      used = counted
    })
    for await (const piece of pieces) {
      reply += piece
      for (const selected of reader.push(piece)) yield* partsOf(selected, inProgress)
      if (reply.length > maxReplyCharacters) break
    }
    for (const selected of reader.end()) yield* partsOf(selected, inProgress)
  } finally {
    await reservation.settle(Math.max(used, tokens + tokenCount(reply)))
  }
}

/** Only written sentences are shown, whatever a model says. Prose is replaced, first by the key sentences of the answers. */
function* partsOf(selected: Selected, { prepared, form }: ReplyInProgress): Generator<ReplyPart> {
  const take = (sentence: string | undefined) => sentence && form.take(sentence, prepared.predecessors(sentence))
  if ('prose' in selected) {
    for (const key of prepared.keys) yield { sentence: form.take(key) }
    const nearest = prepared.nearest(selected.prose)
    const sentence = nearest && prepared.fillQuote(nearest)
    yield { sentence: take(sentence), incident: sentence === undefined ? 'dropped' : 'replaced' }
  } else if ('field' in selected) {
    yield { detail: selected }
  } else {
    const offered = prepared.sentences[selected.number - 1]
    yield { sentence: take(offered && prepared.fillQuote(offered, selected.quote)) }
  }
}

const maxQuoteCharacters = 300

/** Adds details that a model quoted, if they are verbatim and the rules accept them for the field. */
function withQuotedDetails(
  known: ConsultationInfo,
  quoted: readonly QuotedDetail[],
  messages: readonly string[],
  site: Site,
): ConsultationInfo {
  const info = { ...known }
  for (const { field, quote } of quoted) {
    const piece = quote.trim()
    if (info[field] !== null || piece === '' || piece.length > maxQuoteCharacters) continue
    if (!messages.some((message) => message.includes(piece))) continue
    const read = readQuoted({ field, quote: piece }, site)
    if (field === 'budget' || read === piece) info[field] = read
  }
  return info
}
