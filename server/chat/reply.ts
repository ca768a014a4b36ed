import type { ChatContent, PromptWords } from '../../platform/content/chat/chat.ts'
import type { Environment } from '../../platform/environment.ts'
import { namesOf } from '../../platform/fields.ts'
import type { Log } from '../../platform/log.ts'
import { once } from '../../platform/once.ts'
import { type ConsultationInfo, consultationFields } from '../leads/fields.ts'
import { type Answerer, createAnswerer, type PreparedReply, type TrainedAnswers } from './answers.ts'
import { createReplyForm, type ReplyForm } from './compose.ts'
import type { Details, Exchange } from './details/extract.ts'
import { type QuotedDetail, withQuotedDetails } from './details/quotes.ts'
import { createDetailsReader, type ReadDetails } from './details/reader.ts'
import { type ChatModel, createGatewayModel, type GatewayTimeouts, ModelFailure, maxReplyTokens } from './gateway.ts'
import { type ChatMessage, splitSentences, visitorTexts } from './messages.ts'
import { askModel, type PaidModel, type ReplyPart } from './model-reply.ts'
import { maxPromptTokens, promptMessages } from './prompt.ts'
import type { Payment, Reservation } from './wallet.ts'

/** The built-in agent selects from the written answers, without a model and at no cost. */
export const builtIn = 'built-in'

export type Chat = {
  models: readonly (ChatModel | typeof builtIn)[]
  prompt: PromptWords
  /** Created at the first message, which takes seconds unless a build has trained the model. */
  answerer: () => Answerer
  readDetails: ReadDetails
  /** In ms since 1970. */
  freeTimes?: (() => Promise<readonly number[]>) | undefined
  now: () => number
  log: Log
}

type ChatOptions = Pick<Chat, 'freeTimes' | 'now' | 'log'> & {
  environment: Pick<Environment, 'chat'>
  content: Pick<ChatContent, 'phrases' | 'prompt' | 'lang'>
  answers: () => TrainedAnswers
  studioAddress: string
  detailsProgram?: URL | string | undefined
  timeouts?: Partial<GatewayTimeouts> | undefined
}

export function openChat(options: ChatOptions): Chat {
  const { environment, content, answers, studioAddress, detailsProgram, timeouts = {}, ...rest } = options
  const { phrases, prompt, lang } = content
  const { baseUrl, apiKey, models } = environment.chat
  return {
    ...rest,
    prompt,
    readDetails: createDetailsReader({ studioAddress, lang }, detailsProgram, options.log),
    answerer: once(() => createAnswerer(answers(), phrases, lang)),
    models:
      baseUrl === undefined || apiKey === undefined
        ? [builtIn]
        : models.map((model) =>
            model === builtIn ? builtIn : createGatewayModel({ baseUrl, apiKey, model, timeouts }),
          ),
  }
}

/** How a reply ended: `apology` if every model failed, `empty` if the last one said nothing, `stopped` by the visitor. */
type Outcome = 'answered' | 'apology' | 'empty' | 'stopped'

export type ReplyEvent =
  | { type: 'details'; details: ConsultationInfo }
  /** `ids` of the answers that the message asks for. */
  | { type: 'intents'; ids: readonly string[]; hasName: boolean }
  | { type: 'text'; text: string }
  | { type: 'incident'; reason: string; model: string }
  | { type: 'failure'; reason: string; model: string }
  /** `model` is the last one to answer, '' if none did. */
  | { type: 'done'; outcome: Outcome; model: string }

type RequestContext = { signal: AbortSignal; requestId: string; sender?: string; payment?: Payment }

/** Answers the last message, or continues a reply that was interrupted. */
export async function* answerChat(
  chat: Chat,
  messages: readonly ChatMessage[],
  request: RequestContext,
): AsyncGenerator<ReplyEvent, void, void> {
  const last = messages.at(-1)
  const [history, text] = last?.role === 'assistant' ? [messages.slice(0, -1), last.content] : [messages, '']
  const read = (exchanges: readonly Exchange[]) => chat.readDetails(exchanges, request.sender)
  const details = await read(exchangesOf(history))
  yield { type: 'details', details: details.all }
  const shown = splitSentences(text)
  if (shown.some((sentence) => sentence.endsWith('?'))) return yield { type: 'done', outcome: 'answered', model: '' }
  const prepared = chat.answerer().prepare(history, details, chat.now(), await readFreeTimes(chat))
  yield { type: 'intents', ids: prepared.intents, hasName: details.all.name !== null }
  const promptTokens = maxPromptTokens(chat.prompt, messages)
  const form = createReplyForm(shown)
  yield* tryModels(chat, { history, text, prepared, form, known: details.all, quoted: [], read }, promptTokens, request)
}

async function readFreeTimes({ freeTimes, log }: Chat): Promise<readonly number[]> {
  try {
    return (await freeTimes?.()) ?? []
  } catch (error) {
    log.error({ err: error }, 'the free times of calls could not be read')
    return []
  }
}

type ReplyDraft = {
  history: readonly ChatMessage[]
  /** What the visitor sees of the reply. */
  text: string
  prepared: PreparedReply
  form: ReplyForm
  known: ConsultationInfo
  quoted: QuotedDetail[]
  read: (messages: readonly Exchange[]) => Promise<Details>
}

const emptyReply = 'an empty reply'

/** If a model fails midway, its sentences stay and the next one continues. */
async function* tryModels(
  chat: Chat,
  draft: ReplyDraft,
  promptTokens: number,
  { signal, requestId, payment }: RequestContext,
): AsyncGenerator<ReplyEvent, void, void> {
  let failure = ''
  let model = ''
  const done = (outcome: Outcome): ReplyEvent => ({ type: 'done', outcome, model })
  for (const candidate of draft.prepared.isUrgent ? ([builtIn] as const) : chat.models) {
    const paid = await payFor(candidate, promptTokens, payment)
    model = paid?.model.name ?? builtIn
    try {
      if (yield* writeReply(chat, draft, paid, signal)) return yield done('answered')
      failure = emptyReply
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
  yield { type: 'text', text: `${draft.text === '' ? '' : '\n'}${isEmpty ? chat.prompt.empty : chat.prompt.apology}` }
  yield done(isEmpty ? 'empty' : 'apology')
}

const free: Reservation = { settle: async () => undefined }

/** @returns undefined for the built-in agent, which also answers instead of a model if the wallet is spent */
async function payFor(
  model: ChatModel | typeof builtIn,
  promptTokens: number,
  payment: Payment | undefined,
): Promise<PaidModel | undefined> {
  if (model === builtIn) return undefined
  const reservation = payment === undefined ? free : await payment.reserve(promptTokens + maxReplyTokens)
  return reservation && { model, reservation, promptTokens }
}

/** @returns false if the model said nothing */
async function* writeReply(
  { prompt }: Chat,
  draft: ReplyDraft,
  paid: PaidModel | undefined,
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent, boolean, void> {
  const { history, prepared, form, known, quoted, read } = draft
  const written: ChatMessage[] = draft.text === '' ? [] : [{ role: 'assistant', content: draft.text }]
  const parts: ReplyPart[] | AsyncIterable<ReplyPart> =
    paid === undefined
      ? prepared.reply.says.map((sentence) => ({ sentence: form.take(sentence) }))
      : askModel(paid, promptMessages(prompt, prepared.sentences, [...history, ...written]), { prepared, form, signal })
  let isEmpty = true
  for await (const { sentence, incident, detail } of parts) {
    isEmpty = false
    if (detail !== undefined) quoted.push(detail)
    if (incident !== undefined) yield { type: 'incident', reason: incident, model: paid?.model.name ?? builtIn }
    if (sentence !== undefined) yield append(sentence, draft)
  }
  if (isEmpty) return false
  for (const sentence of form.finish(prepared.reply)) yield append(sentence, draft)
  const details = await withQuotedDetails(known, quoted, exchangesOf(history), read)
  if (namesOf(consultationFields).some((field) => details[field] !== known[field])) yield { type: 'details', details }
  return true
}

function exchangesOf(messages: readonly ChatMessage[]): Exchange[] {
  return visitorTexts(messages).map((visitor) => ({ visitor }))
}

function append(sentence: string, draft: ReplyDraft): ReplyEvent {
  const text = draft.text === '' ? sentence : ` ${sentence}`
  draft.text += text
  return { type: 'text', text }
}
