import type { PromptWords } from '../../platform/content/chat/chat.ts'
import { StorageError } from '../../platform/db/database.ts'
import { eventStream } from '../../platform/http/event-stream.ts'
import { readPost } from '../../platform/http/form.ts'
import { RequestError } from '../../platform/http/request-body.ts'
import type { Http } from '../../platform/http/request-context.ts'
import { countRequest, LimitReached } from '../../platform/limits/count-use.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import type { Context } from '../context.ts'
import { maxReplyTokens } from './gateway.ts'
import { type ChatMessage, type CheckedChat, checkChat } from './messages.ts'
import { maxPromptTokens } from './model-plan.ts'
import type { OpenStreams, StreamSlot } from './open-streams.ts'
import { createProver } from './proof.ts'
import { answerChat, builtIn, type Chat } from './reply.ts'
import type { Payment, Wallet } from './wallet.ts'

export type ChatRouteDeps = Pick<Context, 'now' | 'log'> & {
  chat: Chat
  wallet: Wallet
  streams: OpenStreams
  problems: PromptWords['problems']
  chatKey: string
}

const retryWhenClosingSeconds = 5

/** POST /api/chat: JSON in (`messages`), server-sent events out (docs/chat.md). */
export async function postChat(c: Http): Promise<Response> {
  const { sender, requestId } = c.var
  const deps = c.var.app.chatRoute
  const posted = await readChat(c, deps)
  if (posted instanceof Response) return posted
  const { messages, filled } = posted
  const slot = deps.streams.enter(sender)
  if (slot === undefined) return problemResponse(503, deps.problems.busy, retryWhenClosingSeconds)
  try {
    const payment = await deps.wallet.admit(sender, maxCallTokens(messages, deps), requestId)
    return streamReply(c, { messages, filled, payment, slot }, deps)
  } catch (error) {
    slot.leave()
    throw error
  }
}

/** Reads, checks, and counts a message. */
async function readChat(c: Http, { problems }: ChatRouteDeps): Promise<CheckedChat | Response> {
  try {
    const posted = await readPost(c, bodyLimits.chat)
    if (!c.req.header('content-type')?.toLowerCase().startsWith('application/json'))
      throw new RequestError(415, 'Send JSON.')
    const checked = checkChat(posted)
    if (!checked.ok) return problemResponse(422, problems[checked.problem])
    await countChat(c, checked.messages)
    return checked
  } catch (error) {
    if (error instanceof LimitReached) return problemResponse(429, problems.tooMany, error.retryAfterSeconds)
    if (!(error instanceof RequestError)) throw error
    return problemResponse(error.status, error.status === 413 ? problems.tooLarge : error.message)
  }
}

/** Counts the message and its characters. The chat keeps working while the database is read-only. */
async function countChat(c: Http, messages: readonly ChatMessage[]): Promise<void> {
  const { app, counting, sender, log, requestId } = c.var
  const amount = messages.reduce((sum, { content }) => sum + content.length, 0)
  try {
    await countRequest(counting, { limit: app.limits.chatPosts, sender })
    await countRequest(counting, { limit: app.limits.chatCharacters, sender, amount })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    log.error({ requestId, err: error }, 'Couldn’t count a chat message')
  }
}

function problemResponse(status: number, message: string, retryAfterSeconds?: number): Response {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return Response.json({ ok: false, message }, { status, headers })
}

/** For the first model; 0 if it's free. */
function maxCallTokens(messages: readonly ChatMessage[], { chat }: ChatRouteDeps): number {
  if (chat.models[0] === builtIn) return 0
  return maxPromptTokens(chat.prompt, chat.answerer().answersAt(chat.now()), messages) + maxReplyTokens
}

type AdmittedChat = Pick<CheckedChat, 'messages' | 'filled'> & { payment: Payment; slot: StreamSlot }

function streamReply(c: Http, { slot, ...admitted }: AdmittedChat, deps: ChatRouteDeps): Response {
  const disconnected = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, slot.signal, disconnected.signal])
  return eventStream(visitorEvents(c, { ...admitted, signal }, deps), {
    onGone: () => disconnected.abort(),
    onError: (error) => deps.log.error({ requestId: c.var.requestId, err: error }, 'a reply broke'),
    onEnd: async () => {
      await admitted.payment.release()
      slot.leave()
    },
  })
}

/** Without models and failures, which are only for the owner. Never records the words of a message. */
async function* visitorEvents(
  { var: { requestId, record, sender } }: Http,
  { messages, filled, payment, signal }: Omit<AdmittedChat, 'slot'> & { signal: AbortSignal },
  { chat, chatKey, now, log }: ChatRouteDeps,
): AsyncGenerator<object, void, void> {
  const prove = createProver(chatKey, messages, now)
  const startedAt = performance.now()
  const incidents: string[] = []
  let firstMs: number | undefined
  for await (const event of answerChat(chat, messages, { signal, requestId, sender, payment, filled })) {
    if (event.type === 'understood')
      record(['asked', ...event.ids.map((id) => `answer:${id}`), ...(event.hasName ? ['named'] : [])])
    else if (event.type === 'incident') incidents.push(event.reason)
    else if (event.type === 'done') {
      const { model, outcome } = event
      const ms = Math.round(performance.now() - startedAt)
      log[outcome === 'apology' ? 'error' : 'info']({ requestId, model, outcome, incidents, firstMs, ms }, 'reply')
      // The page shows a reply without `done` as cut off.
      if (outcome !== 'stopped') yield { type: 'done', outcome }
    } else if (event.type === 'text') {
      firstMs ??= Math.round(performance.now() - startedAt)
      yield { ...event, proof: prove(event.text) }
    } else if (event.type === 'turn') {
      const { buttons, ...turn } = event.turn
      yield { ...event, proof: prove('', { ...turn, buttons: buttons.map(({ id }) => id) }) }
    } else if (event.type === 'details') yield event
  }
}
