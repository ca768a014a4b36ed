import { namesOf } from '../../platform/fields.ts'
import { type ConsultationField, type ConsultationInfo, consultationFields } from '../leads/fields.ts'
import type { PreparedReply } from './agent.ts'
import type { ChatBudget } from './budget.ts'
import { builtIn, type Chat } from './chat.ts'
import type { Details, Exchange } from './details/extract.ts'
import { type QuotedDetail, withQuotedDetails } from './details/quoted-details.ts'
import { type ChatMessage, splitSentences } from './messages.ts'
import type { Draft } from './model/ask-model.ts'
import { askModel, payFor } from './model/ask-model.ts'
import { ModelFailure } from './model/gateway.ts'
import { checkModelPlan, readModelPlan } from './model/model-plan.ts'
import { promptFor } from './model/prompt.ts'
import { checkPlan, type Plan } from './plan/check-plan.ts'
import { limitsOf } from './plan/plan-limits.ts'
import { renderPlan, turnOfPlan } from './plan/render-plan.ts'
import { exchangesOf } from './state.ts'

/** `apology`: every model failed. `empty`: the last model's reply was empty. `stopped`: the request was aborted. */
type Outcome = 'answered' | 'apology' | 'empty' | 'stopped'

/** A reply's content as IDs. Buttons also have titles to show. */
export type SentTurn = { facts: string[]; moves: string[]; asked: string; buttons: { id: string; title: string }[] }

export type ReplyEvent =
  | { type: 'details'; details: ConsultationInfo }
  /** The classified message. `ids`: the answers it asks for. */
  | { type: 'understood'; ids: readonly string[]; hasName: boolean; prepared: PreparedReply }
  | { type: 'text'; text: string }
  | { type: 'turn'; turn: SentTurn }
  | { type: 'incident'; reason: string; model: string }
  | { type: 'failure'; reason: string; model: string }
  /** `model`: the last model that answered, or '' if none did. */
  | { type: 'done'; outcome: Outcome; model: string }

export type ReplyRequest = {
  signal: AbortSignal
  requestId: string
  /** The visitor's IP address. Undefined for the owner, who isn't limited. */
  sender?: string
  budget?: ChatBudget
  /** Form fields that aren't empty. */
  filled?: readonly ConsultationField[]
}

const emptyReply = 'an empty reply'

/**
 * Answers the last message, or continues an interrupted reply. Only the built-in agent answers people who are clearly
 * in trouble and continues interrupted replies.
 */
export async function* answerChat(
  chat: Chat,
  messages: readonly ChatMessage[],
  request: ReplyRequest,
): AsyncGenerator<ReplyEvent, void, void> {
  const draft = await readDraft(chat, messages, request)
  const { details, shown } = draft
  yield { type: 'details', details: details.all }
  if (shown.some((sentence) => sentence.endsWith('?'))) return yield { type: 'done', outcome: 'answered', model: '' }
  const prepared = chat.agent().prepare(draft.history, { details, filled: request.filled ?? [] }, draft.answers)
  yield understoodEvent(prepared, details)

  const { signal, requestId } = request
  let failure = ''
  let model = ''
  const isBuiltInOnly = prepared.isUrgent || shown.length > 0
  for (const candidate of isBuiltInOnly ? ([builtIn] as const) : chat.models) {
    const paid = await payFor(candidate, chat, draft, request.budget)
    model = paid?.model.name ?? builtIn
    try {
      if (paid === undefined) {
        yield* sayPlan(shown.length > 0 ? restOfPlan(prepared, shown) : prepared.plan, prepared, shown)
        return yield { type: 'done', outcome: 'answered', model }
      }
      const reply = await askModel(paid, promptFor(chat.prompt, prepared.input, draft.history), signal)
      if (reply.trim() !== '') {
        const chosen = readModelPlan(reply, draft.answers)
        const checked = chosen && checkModelPlan(chosen, prepared)
        if (checked === undefined) yield { type: 'incident', reason: 'replaced', model }
        yield* sayPlan(checked ?? prepared.plan, prepared, shown)
        const quoted = await readQuotes(chat, chosen?.quotes ?? [], draft, request.sender)
        if (quoted !== undefined) yield { type: 'details', details: quoted }
        return yield { type: 'done', outcome: 'answered', model }
      }
      failure = emptyReply
    } catch (error) {
      if (signal.aborted) return yield { type: 'done', outcome: 'stopped', model }
      if (paid === undefined) throw error
      failure = error instanceof ModelFailure ? error.message : 'an internal error'
      if (!(error instanceof ModelFailure)) chat.log.error({ requestId, model, err: error }, 'a chat model broke')
    }
    yield { type: 'failure', model, reason: failure }
    chat.log.warn({ requestId, model, reason: failure }, 'a chat model failed')
  }
  const isEmpty = failure === emptyReply
  yield { type: 'text', text: isEmpty ? chat.prompt.empty : chat.prompt.apology }
  yield { type: 'done', outcome: isEmpty ? 'empty' : 'apology', model }
}

async function readDraft(chat: Chat, messages: readonly ChatMessage[], { sender }: ReplyRequest): Promise<Draft> {
  const last = messages.at(-1)
  const isInterrupted = last?.role === 'assistant'
  const history = isInterrupted ? messages.slice(0, -1) : messages
  const shown = isInterrupted ? splitSentences(last.content) : []
  const answers = chat.agent().answersAt(chat.now(), await freeTimesOf(chat))
  const exchanges = exchangesOf(history, answers)
  const details = await chat.readDetails(exchanges, sender)
  return { history, shown, exchanges, details, answers }
}

async function freeTimesOf({ readFreeTimes, log }: Chat): Promise<readonly number[]> {
  try {
    return (await readFreeTimes?.()) ?? []
  } catch (error) {
    log.error({ err: error }, 'Couldn’t read the free times for calls')
    return []
  }
}

function understoodEvent(prepared: PreparedReply, { all }: Details): ReplyEvent {
  const { wants } = prepared.input.understood
  const ids = wants.length > 0 ? wants.map(({ id }) => id) : ['unknown']
  return { type: 'understood', ids, hasName: all.name !== null, prepared }
}

/** The built-in plan, continued after the sentences the visitor already sees. */
function restOfPlan({ plan, input }: PreparedReply, shown: readonly string[]): Plan {
  const { answers, state } = input
  const said = shown.flatMap((sentence) => answers.idsByText.get(sentence) ?? []).filter((id) => answers.facts.has(id))
  const facts = plan.facts.filter((id) => !said.includes(id))
  const limits = { ...limitsOf(input), allowsTrouble: true }
  const rest = checkPlan({ ...plan, facts }, { ...state, lastFacts: said }, answers, limits)
  return { ...rest, facts: [...said, ...rest.facts] }
}

function sayPlan(plan: Plan, { input }: PreparedReply, shown: readonly string[]): ReplyEvent[] {
  const { answers, slots } = input
  const sentences = renderPlan(plan, answers, slots).filter((sentence) => !shown.includes(sentence))
  const pieces = sentences.map((text, i) => (i === 0 && shown.length === 0 ? text : ` ${text}`))
  const { buttons, ...turn } = turnOfPlan(plan)
  const titled = buttons.map((id) => ({ id, title: answers.all.get(id)?.title ?? id }))
  return [
    ...pieces.map((text): ReplyEvent => ({ type: 'text', text })),
    { type: 'turn', turn: { ...turn, buttons: titled } },
  ]
}

/** @returns all details, including those the model quoted, or undefined if the quotes add nothing */
async function readQuotes(
  chat: Chat,
  quotes: readonly QuotedDetail[],
  { details: { all }, exchanges }: Draft,
  sender: string | undefined,
): Promise<ConsultationInfo | undefined> {
  const read = (quoted: readonly Exchange[]) => chat.readDetails(quoted, sender)
  const quoted = await withQuotedDetails(all, quotes, exchanges, read)
  const hasChanged = namesOf(consultationFields).some((field) => quoted[field] !== all[field])
  return hasChanged ? quoted : undefined
}
