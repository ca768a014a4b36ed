import { onTestFinished } from 'vitest'
import type { ReplyEvent } from '../../src/features/agent/chat.service.ts'
import type { ChatMessage } from '../../src/features/leads/chat-message.ts'
import { sqlite } from './databases.ts'
import { openTestApp, type TestApp } from './desk.ts'
import { type MockGateway, type Script, startMockGateway } from './mock-gateway.ts'

type Messages = string | readonly ChatMessage[]
type AskOptions = { visitor?: string; sender?: string; signal?: AbortSignal }

/** Short enough for a test, long enough for a busy machine. */
const timeouts = { firstTokenMs: 2_000, stallMs: 2_000 }
export const [primary, fallback] = ['vendor/primary:free', 'vendor/fallback:free']

export async function startGateway(scripts: Record<string, Script>): Promise<MockGateway> {
  const gateway = await startMockGateway(scripts)
  onTestFinished(() => gateway.stop())
  return gateway
}

/** The product over a scripted gateway. @param scripts of the primary model and the fallback */
export async function openTalk(
  [first, second]: readonly [Script, (Script | undefined)?],
  more: { variables?: Record<string, string>; options?: Parameters<typeof openTestApp>[2] } = {},
) {
  const gateway = await startGateway({ [primary]: first, ...(second && { [fallback]: second }) })
  const variables = { CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: `${primary},${fallback}` }
  const options = { timeouts, ...more.options }
  const app = await openTestApp(await sqlite.createPlace(), { ...variables, ...more.variables }, options)
  /** Posts a message, or a conversation, the way the panel does. */
  const post = (messages: Messages, options: AskOptions = {}) => postTo(app, messages, options)
  const ask = async (messages: Messages, options?: AskOptions) => readReply(await post(messages, options))
  return { app, gateway, post, ask }
}

export function postTo(app: TestApp, messages: Messages, { visitor, ...options }: AskOptions): Promise<Response> {
  const turns = typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages
  return postBody(app, JSON.stringify({ messages: turns, visitor }), options)
}

type PostOptions = Omit<AskOptions, 'visitor'> & { headers?: Record<string, string> }

export function postBody(app: TestApp, body: string, options: PostOptions = {}): Promise<Response> {
  const { sender = '203.0.113.7', headers = {}, signal = null } = options
  const request = new Request('http://localhost:4321/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'localhost:4321', ...headers },
    body,
    signal,
  })
  return app.postChat(request, { sender, requestId: 'test' })
}

/** Waits for the end of the answer. */
export async function readReply(response: Response) {
  const raw = await response.text()
  const events: ReplyEvent[] = [...raw.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  const done = events.at(-1)
  const outcome = done?.type === 'done' ? done.outcome : 'none'
  return { status: response.status, headers: response.headers, events, text, outcome, raw }
}
