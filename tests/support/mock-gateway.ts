import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** What one model does with a request; `asked` counts its requests, from 1 on. */
export type Script = (answer: GatewayAnswer, asked: number) => void | Promise<void>

type GatewayRequest = {
  body: { model: string; messages: { role: string; content: string }[]; [key: string]: unknown }
  headers: IncomingMessage['headers']
  url: string
  /** Of the client; the same for requests over one connection. */
  port: number | undefined
  /** Resolves when the connection is closed, by whichever side; `finished` says whether the answer was whole. */
  closed: Promise<{ finished: boolean }>
}

export type MockGateway = Awaited<ReturnType<typeof startMockGateway>>

/** A gateway of the chat-completions style on a free port, in which each model follows its script. Models without one answer 404. */
export async function startMockGateway(scripts: Record<string, Script>) {
  const requests: GatewayRequest[] = []
  const asked = () => requests.map(({ body }) => body.model)
  const arrivals = new EventEmitter()

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const port = req.socket.remotePort
    const closed = once(res, 'close').then(() => ({ finished: res.writableFinished }))
    res.on('error', () => undefined)
    const body: GatewayRequest['body'] = JSON.parse((await text(req)) || '{"model":""}')
    requests.push({ body, headers: req.headers, url: req.url ?? '', port, closed })
    arrivals.emit('request')
    const script = scripts[body.model]
    if (script === undefined) return void res.writeHead(404).end('{"error":{"message":"no such model"}}')
    await script(new GatewayAnswer(res), asked().filter((model) => model === body.model).length)
  }

  const server = createServer((req, res) => void take(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** For CHAT_BASE_URL. */
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    /** Names of the models that were asked, in order. */
    asked,
    /** Resolves when so many requests have come. */
    async waitFor(count: number) {
      while (requests.length < count) await once(arrivals, 'request')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An answer as a script writes it. */
class GatewayAnswer {
  readonly res: ServerResponse

  constructor(res: ServerResponse) {
    this.res = res
  }

  get isClosed(): boolean {
    return this.res.destroyed
  }

  /** Sends bytes as they are, after the headers of a stream. @returns once they are handed to the system */
  async raw(bytes: string | Uint8Array): Promise<void> {
    if (this.isClosed) return
    if (!this.res.headersSent) this.res.writeHead(200, { 'content-type': 'text/event-stream' })
    await new Promise<void>((resolve) => this.res.write(bytes, () => resolve()))
  }

  async data(value: object): Promise<void> {
    await this.raw(`data: ${JSON.stringify(value)}\n\n`)
  }

  /** A piece of the reply. */
  async piece(content: string): Promise<void> {
    await this.data({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  }

  /** The reply's words, a piece each. */
  async say(reply: string): Promise<void> {
    for (const word of reply.match(/\S+\s*|\s+/g) ?? []) await this.piece(word)
  }

  async finish(reason = 'stop'): Promise<void> {
    await this.data({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
    await this.raw('data: [DONE]\n\n')
    this.res.end()
  }

  /** The connection breaks. */
  cut(): void {
    this.res.destroy()
  }
}

/** These words, a piece each, then what follows. */
function says(words: string, then: (answer: GatewayAnswer) => unknown): Script {
  return async (answer) => {
    await answer.say(words)
    await then(answer)
  }
}

export const replies = (reply: string) => says(reply, (answer) => answer.finish())
export const saysNothing = () => replies('')
export const cutsAfter = (words: string) => says(words, (answer) => answer.cut())
/** In order, but without any sign that the reply is over. */
export const endsAfter = (words: string) => says(words, ({ res }) => res.end())
/** For as long as anyone waits. */
export const stallsAfter = (words: string) => says(words, () => undefined)
/** In an event, as gateways do that have said 200 already. */
export const errsAfter = (words: string) =>
  says(words, async (answer) => {
    await answer.data({ error: { code: 502, message: 'the provider is away; your key is sk-secret' } })
    await answer.raw('data: [DONE]\n\n')
    answer.res.end()
  })
export const sendsBrokenLineAfter = (words: string) =>
  says(words, async (answer) => {
    await answer.raw('data: {"choices":[{"delta":{"content":"An MV\n\n')
    await answer.finish()
  })

/** No word, not even a header. */
export const hangs = (): Script => () => undefined

/** Headers, comments and empty pieces, but no word. */
export const commentsOnly = (): Script => async (answer) => {
  await answer.data({ choices: [{ delta: { role: 'assistant', content: '' } }] })
  while (!answer.isClosed) {
    await answer.raw(': OPENROUTER PROCESSING\n\n')
    await answer.piece('')
    await pause(5)
  }
}

/** The same words, again and again, without an end. */
export const floods =
  (words: string): Script =>
  async (answer) => {
    while (!answer.isClosed) {
      await answer.piece(words)
      // The reader is in the same process, and would not get a turn before all buffers are full.
      await new Promise(setImmediate)
    }
  }

/** @param body what comes with the status; HTML where it looks like it */
export function answersStatus(
  status: number,
  body = '{"error":{"message":"no"}}',
  headers: Record<string, string> = {},
): Script {
  const type = body.startsWith('<') ? 'text/html' : 'application/json'
  return ({ res }) => void res.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

/** The reply at once, as gateways do that cannot stream. */
export const repliesWhole = (content: string) =>
  answersStatus(200, JSON.stringify({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] }))

/** Another script for each request; the last one stays. */
export function inTurn(...scripts: Script[]): Script {
  return (answer, asked) => scripts[Math.min(asked, scripts.length) - 1]?.(answer, asked)
}

/** What the book says to “What does an MVP cost?”, in its own words. */
export const mvpSays = [
  'An MVP starts from $2,999, and the figure is fixed in writing before the work begins.',
  'A price with “from” is for the smallest thing of its kind, so what yours costs depends on its scope.',
] as const
export const mvpNext = 'What is the one thing that your MVP has to do?'
export const mvpReply = `${mvpSays.join(' ')} ${mvpNext}`
