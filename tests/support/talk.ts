import { onTestFinished } from 'vitest'
import type { ReplyEvent } from '../../src/features/agent/chat.service.ts'
import type { ChatMessage } from '../../src/features/leads/chat-message.ts'
import { type Place, sqlite } from './databases.ts'
import { openTestApp, type TestApp } from './desk.ts'
import { type MockGateway, type Script, startMockGateway } from './mock-gateway.ts'

export type Reply = {
  status: number
  headers: Headers
  events: ReplyEvent[]
  text: string
  outcome: string
  raw: string
}

export type Talk = {
  app: TestApp
  gateway: MockGateway
  /** Posts a message, or a conversation, the way the panel does, and waits for the end of the answer. */
  ask: (messages: string | readonly ChatMessage[], more?: AskOptions) => Promise<Reply>
  post: (messages: string | readonly ChatMessage[], more?: AskOptions) => Promise<Response>
}

type AskOptions = { visitor?: string; sender?: string; headers?: Record<string, string>; signal?: AbortSignal }

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
  more: { variables?: Record<string, string>; place?: Place; options?: Parameters<typeof openTestApp>[2] } = {},
): Promise<Talk> {
  const gateway = await startGateway({ [primary]: first, ...(second && { [fallback]: second }) })
  const variables = { CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: `${primary},${fallback}` }
  const place = more.place ?? (await sqlite.createPlace())
  const options = { timeouts, ...more.options }
  const app = await openTestApp(place, { ...variables, ...more.variables }, options)
  const post: Talk['post'] = (messages, options = {}) => postTo(app, messages, options)
  return { app, gateway, post, ask: async (messages, options) => readReply(await post(messages, options)) }
}

export function postTo(
  app: TestApp,
  messages: string | readonly ChatMessage[],
  options: AskOptions,
): Promise<Response> {
  const { visitor, sender = '203.0.113.7', headers = {}, signal } = options
  const turns = typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages
  const request = new Request('http://localhost:4321/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'localhost:4321', ...headers },
    body: JSON.stringify({ messages: turns, ...(visitor !== undefined && { visitor }) }),
    ...(signal && { signal }),
  })
  return app.postChat(request, { sender, requestId: 'test' })
}

export async function readReply(response: Response): Promise<Reply> {
  const raw = await response.text()
  const events: ReplyEvent[] = [...raw.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  const done = events.at(-1)
  const outcome = done?.type === 'done' ? done.outcome : 'none'
  return { status: response.status, headers: response.headers, events, text, outcome, raw }
}
