import type { PromptWords } from '../../platform/content/chat/chat.ts'
import { eventStream } from '../../platform/http/event-answer.ts'
import { RequestError, readPost } from '../../platform/http/form.ts'
import type { Http } from '../../platform/http/http.ts'
import { limitedSender } from '../../platform/http/sender.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import type { Log } from '../../platform/log.ts'
import { maxReplyTokens } from './gateway.ts'
import { type ChatMessage, type ChatRequest, checkChat } from './messages.ts'
import { promptTokens } from './prompt.ts'
import { type ProvableMessage, proofOf, provedIn } from './proof.ts'
import { answerChat, builtIn, type Chat } from './reply.ts'
import type { Payment, Wallet } from './wallet.ts'

export type ChatRouteDeps = {
  chat: Chat
  wallet: Wallet
  streams: OpenStreams
  problems: PromptWords['problems']
  chatKey: string
  now: () => number
  log: Log
}

const retryWhenFullSeconds = 5

/** POST /api/chat: JSON in (`messages`, `visitor`), server-sent events out (docs/chat.md). */
export async function postChat(c: Http): Promise<Response> {
  const { sender, requestId } = c.var
  const deps = c.var.app.chatRoute
  const chat = await readChat(c, deps)
  if (chat instanceof Response) return chat
  const slot = deps.streams.enter(sender)
  if (slot === 'address is full') return problemResponse(429, deps.problems.busy, retryWhenFullSeconds)
  if (slot === 'site is full') return problemResponse(503, deps.problems.busy, retryWhenFullSeconds)
  try {
    const payment = await deps.wallet.admit({ visitor: chat.visitor, sender }, firstTokens(chat.turns, deps), requestId)
    if ('outcome' in payment) {
      slot.leave()
      return problemResponse(429, deps.problems.tooMany, payment.retryAfterSeconds)
    }
    return streamAnswer(c, { turns: chat.turns, payment, slot }, deps)
  } catch (error) {
    slot.leave()
    throw error
  }
}

function firstTokens(turns: readonly ChatMessage[], { chat }: ChatRouteDeps): number {
  return chat.models[0] === builtIn ? 0 : promptTokens(chat.prompt, turns) + maxReplyTokens
}

async function readChat(c: Http, { problems }: ChatRouteDeps): Promise<ChatRequest | Response> {
  try {
    const posted = await readPost(c, bodyLimits.chat)
    if (!c.req.header('content-type')?.toLowerCase().startsWith('application/json'))
      throw new RequestError(415, 'Send JSON.')
    const checked = checkChat(posted)
    return checked.ok ? checked.request : problemResponse(422, problems[checked.problem])
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return problemResponse(error.status, error.status === 413 ? problems.tooLarge : error.message)
  }
}

type Answer = { turns: readonly ProvableMessage[]; payment: Payment; slot: Slot }

function streamAnswer(c: Http, { turns, payment, slot }: Answer, deps: ChatRouteDeps): Response {
  const disconnected = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, slot.signal, disconnected.signal])
  return eventStream(eventsFor(c, { turns, payment, signal }, deps), {
    onGone: () => disconnected.abort(),
    onError: (error) => deps.log.error({ requestId: c.var.requestId, err: error }, 'a reply broke'),
    onEnd: async () => {
      await payment.release()
      slot.leave()
    },
  })
}

/** Without models and failures, which are only for the owner. Never records the words of a message. */
async function* eventsFor(
  { var: { requestId, record } }: Http,
  { turns, payment, signal }: Omit<Answer, 'slot'> & { signal: AbortSignal },
  deps: ChatRouteDeps,
): AsyncGenerator<object, void, void> {
  const { chat, log } = deps
  const prove = createProver(turns, deps)
  const startedAt = performance.now()
  const incidents: string[] = []
  let firstMs: number | undefined
  for await (const event of answerChat(chat, turns, { signal, requestId, payment })) {
    if (event.type === 'asked')
      record(['asked', ...event.answers.map((id) => `answer:${id}`), ...(event.hasName ? ['named'] : [])])
    else if (event.type === 'incident') incidents.push(event.reason)
    else if (event.type === 'done') {
      const { model, outcome } = event
      const ms = Math.round(performance.now() - startedAt)
      log[outcome === 'apology' ? 'error' : 'info']({ requestId, model, outcome, incidents, firstMs, ms }, 'reply')
      yield { type: 'done', outcome }
    } else if (event.type === 'text') {
      firstMs ??= Math.round(performance.now() - startedAt)
      yield { ...event, proof: prove(event.text) }
    } else if (event.type === 'details') yield event
  }
}

/** Proves each piece along with those before it, so that a reply has a proof wherever it breaks off. */
function createProver(turns: readonly ProvableMessage[], { chatKey, now }: ChatRouteDeps) {
  const interrupted = turns.at(-1)?.role === 'assistant' ? turns.at(-1) : undefined
  const isOurs = interrupted === undefined || provedIn(chatKey, turns, now()).at(-1) === true
  const asked = interrupted === undefined ? turns : turns.slice(0, -1)
  let reply = interrupted === undefined ? '' : `${interrupted.content} `
  return (text: string): string | undefined => {
    reply += text
    return isOurs ? proofOf(chatKey, asked, reply, now()) : undefined
  }
}

function problemResponse(status: number, message: string, retryAfterSeconds?: number): Response {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return Response.json({ ok: false, message }, { status, headers })
}

type Slot = {
  signal: AbortSignal
  leave: () => void
}

type OpenStreams = ReturnType<typeof createOpenStreams>

/** Limits concurrent replies in this process, because they take memory and connections. */
export function createOpenStreams(max: { address: number; site: number }) {
  const perAddress = new Map<string, number>()
  const end = new AbortController()
  let total = 0
  let isClosed = false
  let onEmpty = () => {}

  function leave(address: string): void {
    const remaining = (perAddress.get(address) ?? 1) - 1
    if (remaining > 0) perAddress.set(address, remaining)
    else perAddress.delete(address)
    total -= 1
    if (total === 0) onEmpty()
  }

  return {
    enter(sender: string): Slot | 'address is full' | 'site is full' {
      const address = limitedSender(sender)
      const ofAddress = perAddress.get(address) ?? 0
      if (ofAddress >= max.address) return 'address is full'
      if (isClosed || total >= max.site) return 'site is full'
      perAddress.set(address, ofAddress + 1)
      total += 1
      return { signal: end.signal, leave: () => leave(address) }
    },
    /** Ends all replies, accepts no more, and waits up to `graceMs` for them to finish. */
    async close(graceMs: number): Promise<void> {
      isClosed = true
      if (total === 0) return
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
        setTimeout(resolve, graceMs).unref()
      })
      end.abort()
      await empty
    },
  }
}
