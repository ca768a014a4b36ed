import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { siteContent } from '../../platform/content/site-content.ts'
import type { SignedMessage } from '../../server/chat/messages.ts'
import type { ReplyEvent } from '../../server/chat/reply.ts'
import { sqlite } from './databases.ts'
import { openTestApp, type TestApp, type TestOptions } from './desk.ts'
import { ask } from './http.ts'
import { listen } from './listen.ts'

/** How a model responds to a request. `count` is the number of the request to this model, from 1. */
export type Script = (answer: GatewayAnswer, count: number) => unknown

type GatewayRequest = {
  body: { model: string; messages: { role: string; content: string }[]; [key: string]: unknown }
  headers: IncomingMessage['headers']
  url: string | undefined
  /** The client's port; the same for requests over one connection. */
  port: number | undefined
  /** Resolves when either side closes the connection. `finished`: whether the response was complete. */
  closed: Promise<{ finished: boolean }>
}

/** Starts a gateway with a chat completions API, in which each model follows its script. It stops after the test. */
export async function startGateway(scripts: Record<string, Script>) {
  const requests: GatewayRequest[] = []
  const asked = () => requests.map(({ body }) => body.model)
  const arrivals = new EventEmitter()
  const server = createServer(async (req, res) => {
    const { url, headers } = req
    const { remotePort: port } = req.socket
    const closed = once(res, 'close').then(() => ({ finished: res.writableFinished }))
    res.on('error', () => undefined)
    const body = (await json(req)) as GatewayRequest['body']
    requests.push({ body, headers, url, port, closed })
    arrivals.emit('request')
    const script = scripts[body.model] ?? answersStatus(404)
    await script(answerOn(res), asked().filter((model) => model === body.model).length)
  })
  onTestFinished(() => void server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${await listen(server)}/v1`,
    requests,
    asked,
    /** Resolves when this many requests have arrived. */
    async waitFor(count: number) {
      while (requests.length < count) await once(arrivals, 'request')
    },
  }
}

type GatewayAnswer = ReturnType<typeof answerOn>

/** A response that a script writes. */
function answerOn(res: ServerResponse) {
  async function raw(bytes: string): Promise<void> {
    if (res.destroyed) return
    if (!res.headersSent) res.writeHead(200, { 'content-type': 'text/event-stream' })
    await new Promise<void>((resolve) => res.write(bytes, () => resolve()))
  }
  const data = (value: object) => raw(`data: ${JSON.stringify(value)}\n\n`)
  const piece = (content: string) => data({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  /** Sends the reply word by word, after other events that gateways send. */
  async function say(reply: string): Promise<void> {
    await raw(': OPENROUTER PROCESSING\r\n\r\n')
    await data({ choices: [{ delta: { role: 'assistant', content: '' } }] })
    await data({ choices: [{ delta: { reasoning: 'Hmm, prices…', content: null } }] })
    for (const word of reply.match(/\S+\s*|\s+/g) ?? []) await piece(word)
  }
  async function end(): Promise<void> {
    await raw('data: [DONE]\n\n')
    res.end()
  }
  async function finish(reason = 'stop'): Promise<void> {
    await data({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
    await end()
  }
  return { res, raw, data, piece, say, end, finish }
}

export function says(words: string, then: (answer: GatewayAnswer) => unknown): Script {
  return async (answer) => {
    await answer.say(words)
    await then(answer)
  }
}

export const replies = (reply: string) => says(reply, ({ finish }) => finish())
export const cutsAfter = (words: string) => says(words, ({ res }) => res.destroy())
export const stallsAfter = (words: string) => says(words, () => undefined)
export const hangs: Script = () => undefined

/** Repeats the words forever, with comments in between. */
export const floods =
  (words: string): Script =>
  async ({ res, raw, piece }) => {
    while (!res.destroyed) {
      await raw(':\n\n')
      await piece(words)
      // Lets the client run, which is in the same process.
      await new Promise(setImmediate)
    }
  }

/** @param body JSON, or HTML if it starts with a tag */
export function answersStatus(status: number, body = '{"error":{"message":"no"}}', headers = {}): Script {
  const type = body.startsWith('<') ? 'text/html' : 'application/json'
  return ({ res }) => res.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

/** Sends the reply at once, as gateways without streaming do. */
export const repliesWhole = (content: string) =>
  answersStatus(200, JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }))

/** Ends the reply with an error event. */
export const errsAfter = (words: string) =>
  says(words, async ({ data, end }) => {
    await data({ error: { code: 502, message: 'the provider is away; your key is sk-secret' } })
    await end()
  })

const sendsBrokenLineAfter = (words: string) =>
  says(words, async ({ raw, finish }) => {
    await raw('data: {"choices":[{"delta":{"content":"An MV\n\n')
    await finish()
  })

/** Every way in which a model fails. @param begun the beginning of its reply */
export const failingScripts = (begun: string): Record<string, Script> => ({
  'answers 500': answersStatus(500),
  'answers 401 with a page': answersStatus(401, '<h1>no</h1>'),
  'answers 200 with a page': answersStatus(200, '<!doctype html><p>Welcome to the captive portal</p>'),
  'answers 200 with an error': answersStatus(200, '{"error":{"message":"overloaded"}}'),
  'answers 204': ({ res }) => res.writeHead(204).end(),
  'drops the connection': ({ res }) => res.destroy(),
  'sends an error event': errsAfter(''),
  'sends broken JSON': sendsBrokenLineAfter(''),
  'says nothing': replies(''),
  'sends only white space': replies(' \n '),
  'is cut off': cutsAfter(begun),
  'ends without saying so': says(begun, ({ res }) => res.end()),
  'sends an error event after some words': errsAfter(begun),
  'sends broken JSON after some words': sendsBrokenLineAfter(begun),
  'is filtered': says(begun, ({ finish }) => finish('content_filter')),
})

/** Uses the next script for each request, and the last one for all later requests. */
export const inTurn =
  (...scripts: Script[]): Script =>
  (answer, count) =>
    scripts[Math.min(count, scripts.length) - 1]?.(answer, count)

const { entries } = siteContent().chat.answers

/** The number of an answer in a model's prompt. */
export function numberOf(id: string): number {
  const index = entries.findIndex((entry) => entry.id === id)
  // The comparisons of budgets come last.
  return id === 'budgets' ? entries.length + 1 : index + 1
}

/** What a model says to choose sentences. @param told the numbers of sentences, by answer @param more of the plan */
export function choosing(said: Record<string, number[]>, more: object = {}): string {
  const chosen = Object.entries(said).map(([id, sentences]) => [numberOf(id), sentences])
  return JSON.stringify({ act: 'ask', tell: chosen, ...more })
}

/** A plan for “What does an MVP cost?” that differs from the built-in agent's, and the reply it makes. */
export const mvpPlan = choosing({ 'mvp-price': [1, 3] }, { ask: `${numberOf('mvp-price')}.next` })
const { facts = [], questions = [] } = entries.find(({ id }) => id === 'mvp-price') ?? {}
export const mvpSays = [facts[0]?.text ?? '', facts[2]?.text ?? ''] as const
export const mvpNext = questions[0]?.text ?? ''
export const mvpReply = `${mvpSays.join(' ')} ${mvpNext}`

export const [primary, fallback] = ['vendor/primary:free', 'vendor/fallback:free']
/** Short enough for a test, long enough for a busy machine. */
const timeouts = { firstTokenMs: 2_000, stallMs: 2_000 }

/** The product with a scripted gateway. The scripts are for the primary model and the fallback. */
export async function openChat(
  [first, second]: readonly [Script, (Script | undefined)?],
  { variables = {}, ...options }: TestOptions & { variables?: Record<string, string> } = {},
) {
  const gateway = await startGateway({ [primary]: first, ...(second && { [fallback]: second }) })
  const models = { CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: `${primary},${fallback}` }
  const app = await openTestApp(await sqlite.createPlace(), { ...models, ...variables }, { timeouts, ...options })
  /** Posts a message or a chat as the panel does. */
  const post = (messages: Messages, options?: PostOptions) => postChat(app, messages, options)
  const read = async (messages: Messages, options?: PostOptions) => readReply(await post(messages, options))
  const spentTokens = async () => {
    const rows = await app.database.db.selectFrom('limits').select('count').where('key', 'like', '%tokens%').execute()
    return rows.map(({ count }) => count)
  }
  return { app, gateway, post, ask: read, spentTokens }
}

type Messages = string | readonly SignedMessage[]
type PostOptions = { sender?: string; signal?: AbortSignal; headers?: Record<string, string> }

export function postChat(app: TestApp, messages: Messages, options: PostOptions = {}): Promise<Response> {
  const turns = typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages
  return postBody(app, JSON.stringify({ messages: turns }), options)
}

export function postBody(app: TestApp, body: string, options: PostOptions = {}): Promise<Response> {
  const { sender = '203.0.113.7', signal = null } = options
  const headers = { 'content-type': 'application/json', ...options.headers }
  return ask(app, '/api/chat', { sender, method: 'POST', headers, body, signal })
}

export async function readReply(response: Response) {
  const raw = await response.text()
  const events: ReplyEvent[] = [...raw.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  const turn = events.find((event) => event.type === 'turn')?.turn
  const done = events.at(-1)
  const outcome = done?.type === 'done' ? done.outcome : 'none'
  return { status: response.status, headers: response.headers, events, text, turn, outcome, raw }
}
