import type { ChatContent, PromptWords } from '../../platform/content/chat/chat.ts'
import type { Environment } from '../../platform/environment.ts'
import { namesOf } from '../../platform/fields.ts'
import { lazy } from '../../platform/lazy.ts'
import type { Log } from '../../platform/log.ts'
import { type ConsultationField, type ConsultationInfo, consultationFields } from '../leads/fields.ts'
import { askModel, type PaidModel } from './ask-model.ts'
import type { Details, Exchange } from './details/extract.ts'
import { type QuotedDetail, withQuotedDetails } from './details/quotes.ts'
import { createDetailsReader, type ReadDetails } from './details/reader.ts'
import { type ChatModel, createGatewayModel, type GatewayTimeouts, ModelFailure, maxReplyTokens } from './gateway.ts'
import { type ChatMessage, splitSentences } from './messages.ts'
import { maxPromptTokens, promptFor, readModelPlan } from './model-plan.ts'
import { checkModelPlan } from './plan/check-model-plan.ts'
import { checkPlan, type Plan } from './plan/check-plan.ts'
import { limitsOf } from './plan/limits.ts'
import { renderPlan, turnOfPlan } from './plan/render.ts'
import { type Answerer, createAnswerer, type PreparedReply } from './prepare.ts'
import { exchangesOf } from './state.ts'
import type { TrainedAnswers } from './understand/understand.ts'
import type { Payment, Reservation } from './wallet.ts'

/** The built-in agent chooses from the written answers, without a model and at no cost. */
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
  content: Pick<ChatContent, 'talk' | 'heard' | 'prompt' | 'lang'>
  answers: () => TrainedAnswers
  studioAddress: string
  detailsProgram?: URL | string | undefined
  timeouts?: Partial<GatewayTimeouts> | undefined
}

export function openChat(options: ChatOptions): Chat {
  const { environment, content, answers, studioAddress, detailsProgram, timeouts = {}, ...rest } = options
  const { prompt, lang } = content
  const { baseUrl, apiKey, models } = environment.chat
  return {
    ...rest,
    prompt,
    readDetails: createDetailsReader({ studioAddress, lang }, detailsProgram, options.log),
    answerer: lazy(() => createAnswerer(answers(), content)),
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

/** What a reply said, in ids; buttons with the titles to show. */
export type SentTurn = { facts: string[]; moves: string[]; asked: string; buttons: { id: string; title: string }[] }

export type ReplyEvent =
  | { type: 'details'; details: ConsultationInfo }
  /** How the chat understood the message. `ids` of the answers that it asks for. */
  | { type: 'understood'; ids: readonly string[]; hasName: boolean; prepared: PreparedReply }
  | { type: 'text'; text: string }
  | { type: 'turn'; turn: SentTurn }
  | { type: 'incident'; reason: string; model: string }
  | { type: 'failure'; reason: string; model: string }
  /** `model` is the last one to answer, '' if none did. */
  | { type: 'done'; outcome: Outcome; model: string }

type RequestContext = {
  signal: AbortSignal
  requestId: string
  sender?: string
  payment?: Payment
  /** Fields of the form that aren't empty. */
  filled?: readonly ConsultationField[]
}

/** Answers the last message, or continues a reply that was interrupted. */
export async function* answerChat(
  chat: Chat,
  messages: readonly ChatMessage[],
  request: RequestContext,
): AsyncGenerator<ReplyEvent, void, void> {
  const last = messages.at(-1)
  const [history, shownText] = last?.role === 'assistant' ? [messages.slice(0, -1), last.content] : [messages, '']
  const answerer = chat.answerer()
  const answers = answerer.answersAt(chat.now(), await readFreeTimes(chat))
  const exchanges = exchangesOf(history, answers)
  const read = (exchanges: readonly Exchange[]) => chat.readDetails(exchanges, request.sender)
  const details = await read(exchanges)
  yield { type: 'details', details: details.all }
  const shown = splitSentences(shownText)
  if (shown.some((sentence) => sentence.endsWith('?'))) return yield { type: 'done', outcome: 'answered', model: '' }
  const prepared = answerer.prepare(history, { details, filled: request.filled ?? [] }, answers)
  const { wants } = prepared.input.understood
  const ids = wants.length > 0 ? wants.map(({ id }) => id) : ['unknown']
  yield { type: 'understood', ids, hasName: details.all.name !== null, prepared }
  yield* tryModels(chat, { history, exchanges, shown, prepared, details, read }, request)
}

async function readFreeTimes({ freeTimes, log }: Chat): Promise<readonly number[]> {
  try {
    return (await freeTimes?.()) ?? []
  } catch (error) {
    log.error({ err: error }, 'the free times of calls could not be read')
    return []
  }
}

type Draft = {
  history: readonly ChatMessage[]
  exchanges: readonly Exchange[]
  /** Sentences of this reply that the visitor already sees, if it was interrupted. */
  shown: readonly string[]
  prepared: PreparedReply
  details: Details
  read: (exchanges: readonly Exchange[]) => Promise<Details>
}

const emptyReply = 'an empty reply'

/** The built-in agent alone answers if it is sure of trouble, and continues replies that were interrupted. */
async function* tryModels(
  chat: Chat,
  draft: Draft,
  { signal, requestId, payment }: RequestContext,
): AsyncGenerator<ReplyEvent, void, void> {
  let failure = ''
  let model = ''
  const done = (outcome: Outcome): ReplyEvent => ({ type: 'done', outcome, model })
  const isBuiltIn = draft.prepared.isUrgent || draft.shown.length > 0
  for (const candidate of isBuiltIn ? ([builtIn] as const) : chat.models) {
    const paid = await payFor(candidate, chat, draft, payment)
    model = paid?.model.name ?? builtIn
    try {
      if (paid === undefined) {
        yield* say(draft.shown.length > 0 ? restOfPlan(draft) : draft.prepared.plan, draft)
        return yield done('answered')
      }
      if (yield* replyOf(chat, draft, paid, signal)) return yield done('answered')
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
  yield { type: 'text', text: isEmpty ? chat.prompt.empty : chat.prompt.apology }
  yield done(isEmpty ? 'empty' : 'apology')
}

/** The built-in plan behind the sentences that the visitor already sees, on which its own may not lean. */
function restOfPlan({ shown, prepared: { plan, input } }: Draft): Plan {
  const { answers, state } = input
  const said = shown.flatMap((sentence) => answers.idsByText.get(sentence) ?? []).filter((id) => answers.facts.has(id))
  const facts = plan.facts.filter((id) => !said.includes(id))
  const limits = { ...limitsOf(input), allowsTrouble: true }
  const rest = checkPlan({ ...plan, facts }, { ...state, lastFacts: said }, answers, limits)
  return { ...rest, facts: [...said, ...rest.facts] }
}

const free: Reservation = { settle: async () => undefined }

/** @returns undefined for the built-in agent, which also answers instead of a model if the wallet is spent */
async function payFor(
  model: ChatModel | typeof builtIn,
  { prompt }: Chat,
  { prepared, history }: Draft,
  payment: Payment | undefined,
): Promise<PaidModel | undefined> {
  if (model === builtIn) return undefined
  const promptTokens = maxPromptTokens(prompt, prepared.input.answers, history)
  const maxTokens = promptTokens + maxReplyTokens
  const reservation = payment === undefined ? free : await payment.reserve(maxTokens)
  return reservation && { model, reservation, promptTokens, maxTokens }
}

/** Asks a model for a plan; one that can't be read or says nothing true is replaced by the built-in one. @returns false if it said nothing */
async function* replyOf(
  chat: Chat,
  draft: Draft,
  paid: PaidModel,
  signal: AbortSignal,
): AsyncGenerator<ReplyEvent, boolean, void> {
  const { prepared, history, exchanges, details, read } = draft
  const { input } = prepared
  const reply = await askModel(paid, promptFor(chat.prompt, input, history), signal)
  if (reply.trim() === '') return false
  const chosen = readModelPlan(reply, input.answers)
  const checked = chosen && checkModelPlan(chosen, prepared)
  if (checked === undefined) yield { type: 'incident', reason: 'replaced', model: paid.model.name }
  yield* say(checked ?? prepared.plan, draft)
  const all = await withQuotes(details.all, chosen?.quotes ?? [], exchanges, read)
  if (all !== details.all) yield { type: 'details', details: all }
  return true
}

async function withQuotes(
  known: ConsultationInfo,
  quotes: readonly QuotedDetail[],
  exchanges: readonly Exchange[],
  read: Draft['read'],
): Promise<ConsultationInfo> {
  const info = await withQuotedDetails(known, quotes, exchanges, read)
  return namesOf(consultationFields).some((field) => info[field] !== known[field]) ? info : known
}

function* say(plan: Plan, { shown, prepared: { input } }: Draft): Generator<ReplyEvent> {
  const sentences = renderPlan(plan, input.answers, input.slots).filter((sentence) => !shown.includes(sentence))
  for (const [i, sentence] of sentences.entries())
    yield { type: 'text', text: i === 0 && shown.length === 0 ? sentence : ` ${sentence}` }
  const { buttons, ...turn } = turnOfPlan(plan)
  const titled = buttons.map((id) => ({ id, title: input.answers.all.get(id)?.title ?? id }))
  yield { type: 'turn', turn: { ...turn, buttons: titled } }
}
