import type { PromptWords } from '../../platform/content/chat/chat.ts'
import { RequestError } from '../../platform/http/body.ts'
import { eventAnswer } from '../../platform/http/event-answer.ts'
import { readPost } from '../../platform/http/form.ts'
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
  if (slot === 'address is full') return problem(429, deps.problems.busy, retryWhenFullSeconds)
  if (slot === 'site is full') return problem(503, deps.problems.busy, retryWhenFullSeconds)
  try {
    const payment = await deps.wallet.admit({ visitor: chat.visitor, sender }, firstTokens(chat.turns, deps), requestId)
    if ('outcome' in payment) {
      slot.leave()
      return problem(429, deps.problems.tooMany, payment.retryAfterSeconds)
    }
    return answer(c, { turns: chat.turns, payment, slot }, deps)
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
    return checked.ok ? checked.request : problem(422, problems[checked.complaint])
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return problem(error.status, error.status === 413 ? problems.tooLarge : error.message)
  }
}

type Answer = { turns: readonly ProvableMessage[]; payment: Payment; slot: Slot }

function answer(c: Http, { turns, payment, slot }: Answer, deps: ChatRouteDeps): Response {
  const gone = new AbortController()
  const signal = AbortSignal.any([c.req.raw.signal, slot.signal, gone.signal])
  return eventAnswer(eventsFor(c, { turns, payment, signal }, deps), {
    onGone: () => gone.abort(),
    onError: (error) => deps.log.error({ requestId: c.var.requestId, err: error }, 'a reply broke'),
    onEnd: async () => {
      await payment.release()
      slot.leave()
    },
  })
}

/** Without models and failures, which are for the owner alone. No word of a message is counted. */
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
      record(['asked', ...event.answers.map((id) => `answer:${id}`), ...(event.isNamed ? ['named'] : [])])
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

/** Each piece is proved with all before it, so that a reply has a proof wherever it breaks off. */
function createProver(turns: readonly ProvableMessage[], { chatKey, now }: ChatRouteDeps) {
  const begun = turns.at(-1)?.role === 'assistant' ? turns.at(-1) : undefined
  const isOurs = begun === undefined || provedIn(chatKey, turns, now()).at(-1) === true
  const asked = begun === undefined ? turns : turns.slice(0, -1)
  let said = begun === undefined ? '' : `${begun.content} `
  return (text: string): string | undefined => {
    said += text
    return isOurs ? proofOf(chatKey, asked, said, now()) : undefined
  }
}

function problem(status: number, message: string, retryAfterSeconds?: number): Response {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return Response.json({ ok: false, message }, { status, headers })
}

type Slot = {
  signal: AbortSignal
  leave: () => void
}

type OpenStreams = ReturnType<typeof createOpenStreams>

/** Counts the replies under way in this process, which take its memory and connections. */
export function createOpenStreams(max: { address: number; site: number }) {
  const perAddress = new Map<string, number>()
  const end = new AbortController()
  let all = 0
  let isClosed = false
  let onEmpty = () => {}

  function leave(address: string): void {
    const left = (perAddress.get(address) ?? 1) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
    all -= 1
    if (all === 0) onEmpty()
  }

  return {
    enter(sender: string): Slot | 'address is full' | 'site is full' {
      const address = limitedSender(sender)
      const mine = perAddress.get(address) ?? 0
      if (mine >= max.address) return 'address is full'
      if (isClosed || all >= max.site) return 'site is full'
      perAddress.set(address, mine + 1)
      all += 1
      return { signal: end.signal, leave: () => leave(address) }
    },
    /** Ends all, lets no more in, and waits at most `graceMs` until all have left. */
    async close(graceMs: number): Promise<void> {
      isClosed = true
      if (all === 0) return
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
        setTimeout(resolve, graceMs).unref()
      })
      end.abort()
      await empty
    },
  }
}
