import { StorageError } from '../../platform/db/database.ts'
import { eventStream } from '../../platform/http/event-stream.ts'
import { readPost } from '../../platform/http/form.ts'
import { RequestError } from '../../platform/http/request-body.ts'
import type { Http } from '../../platform/http/request-context.ts'
import { countRequest, LimitReached } from '../../platform/limits/count-use.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { type ChatBudget, openBudget } from './budget.ts'
import { builtIn, type Chat, type SiteChat } from './chat.ts'
import { type ChatMessage, type CheckedChat, checkChat } from './messages.ts'
import { maxReplyTokens } from './model/gateway.ts'
import { maxPromptTokens } from './model/prompt.ts'
import type { StreamSlot } from './open-streams.ts'
import { answerChat, type ReplyRequest } from './reply.ts'
import { createSigner } from './signature.ts'

const retryWhenClosingSeconds = 5

/** POST /api/chat: JSON in (`messages`), server-sent events out (docs/chat.md). */
export async function postChat(c: Http): Promise<Response> {
  const { app, sender, requestId } = c.var
  const { chat } = app
  const posted = await readChat(c, chat)
  if (posted instanceof Response) return posted
  const slot = chat.openStreams.enter(sender)
  if (slot === undefined) return problemResponse(503, chat.prompt.problems.busy, retryWhenClosingSeconds)
  try {
    const budget = await openBudget(app, { address: sender, requestId }, maxCallTokens(chat, posted.messages))
    return streamReply(c, posted, budget, slot)
  } catch (error) {
    slot.leave()
    throw error
  }
}

/** Reads, checks, and counts a message. */
async function readChat(c: Http, { prompt: { problems } }: SiteChat): Promise<CheckedChat | Response> {
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

/** Maximum tokens to reserve for the first model's call. 0 for the built-in agent. */
function maxCallTokens(chat: Chat, messages: readonly ChatMessage[]): number {
  if (chat.models[0] === builtIn) return 0
  return maxPromptTokens(chat.prompt, chat.agent().answersAt(chat.now()), messages) + maxReplyTokens
}

function streamReply(c: Http, { messages, filled }: CheckedChat, budget: ChatBudget, slot: StreamSlot): Response {
  const { requestId, sender, log } = c.var
  const disconnected = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, slot.signal, disconnected.signal])
  return eventStream(visitorEvents(c, messages, { signal, requestId, sender, budget, filled }), {
    onGone: () => disconnected.abort(),
    onError: (error) => log.error({ requestId, err: error }, 'a reply broke'),
    onEnd: async () => {
      await budget.release()
      slot.leave()
    },
  })
}

/** The events a visitor can see, without models and failures. Records outcomes, but never a message's content. */
async function* visitorEvents(
  { var: { app, record, log } }: Http,
  messages: readonly ChatMessage[],
  request: ReplyRequest,
): AsyncGenerator<object, void, void> {
  const { chat } = app
  const sign = createSigner(chat.key, messages, chat.now)
  const startedAt = performance.now()
  const msSinceStart = () => Math.round(performance.now() - startedAt)
  const incidents: string[] = []
  let firstMs: number | undefined
  for await (const event of answerChat(chat, messages, request)) {
    switch (event.type) {
      case 'understood': {
        const answers = event.ids.map((id) => `answer:${id}`)
        record(['asked', ...answers, ...(event.hasName ? ['named'] : [])])
        break
      }
      case 'incident':
        incidents.push(event.reason)
        break
      case 'text':
        firstMs ??= msSinceStart()
        yield { ...event, proof: sign(event.text) }
        break
      case 'turn': {
        const { buttons, ...turn } = event.turn
        yield { ...event, proof: sign('', { ...turn, buttons: buttons.map(({ id }) => id) }) }
        break
      }
      case 'details':
        yield event
        break
      case 'done': {
        const { model, outcome } = event
        const level = outcome === 'apology' ? 'error' : 'info'
        log[level]({ requestId: request.requestId, model, outcome, incidents, firstMs, ms: msSinceStart() }, 'reply')
        // The page marks a reply without `done` as incomplete.
        if (outcome !== 'stopped') yield { type: 'done', outcome }
      }
    }
  }
}
