import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { type StaticAnswer, withDefaults } from './static-files.ts'

const longestLogged = 500
const plainText = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']

export class Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly id: string
  /** Without the query, which may hold what a visitor typed. */
  readonly path: string
  readonly #log: Logger
  #isMissing = false
  readonly #startedAt = performance.now()

  constructor(req: IncomingMessage, res: ServerResponse, id: string, log: Logger) {
    this.req = req
    this.res = res
    this.id = id
    this.path = req.url?.split(/[?#]/, 1)[0] ?? ''
    this.#log = log
  }

  get isRead(): boolean {
    return this.req.method === 'GET' || this.req.method === 'HEAD'
  }

  get query(): string {
    return (this.req.url ?? '').slice(this.path.length)
  }

  sendFile(answer: StaticAnswer, status = 200): void {
    if (status === 200 && matches(this.req.headers['if-none-match'], answer.etag)) {
      this.res.writeHead(304, withoutLength(answer.headers)).end()
      return this.#logAnswer(304, 0)
    }
    this.res.writeHead(status, answer.headers)
    this.res.end(this.req.method === 'HEAD' ? undefined : answer.body)
    this.#logAnswer(status, answer.body.length)
  }

  sendText(status: number, text: string, headers: string[], defaults: readonly string[]): void {
    const length = ['Content-Length', String(Buffer.byteLength(text))]
    this.res.writeHead(status, withDefaults([...headers, ...length, ...plainText], defaults))
    this.res.end(this.req.method === 'HEAD' ? undefined : text)
    this.#logAnswer(status, text.length)
  }

  sendNothing(status: number, defaults: readonly string[]): void {
    // An answer of 204 has no length (RFC 9110, 8.6).
    const length = status === 204 ? [] : ['Content-Length', '0']
    this.res.writeHead(status, withDefaults([...length, 'Cache-Control', 'no-store'], defaults)).end()
    this.#logAnswer(status, 0)
  }

  /** Logged when it is over; 499 where the client left before. */
  handOver(defaults: readonly string[]): void {
    for (let i = 0; i + 1 < defaults.length; i += 2) this.res.setHeader(defaults[i] ?? '', defaults[i + 1] ?? '')
    this.res.setHeader('Cache-Control', 'no-store').setHeader('Vary', 'Accept').setHeader('X-Request-Id', this.id)
    this.res.once('close', () => this.#logAnswer(this.res.writableFinished ? this.res.statusCode : 499))
  }

  /** The log names the referring page then, which the owner needs to fix a dead link. */
  noteMissing(): void {
    this.#isMissing = true
  }

  logGone(): void {
    this.#logAnswer(499)
  }

  fail(error: unknown, defaults: readonly string[]): void {
    this.#log.error({ requestId: this.id, err: error }, 'request failed')
    if (this.res.headersSent) {
      this.res.destroy()
      return
    }
    this.res.removeAllListeners('close')
    for (const name of this.res.getHeaderNames()) this.res.removeHeader(name)
    this.sendText(500, 'Internal Server Error\n', [], defaults)
  }

  #logAnswer(status: number, bytes?: number): void {
    const ms = Math.round((performance.now() - this.#startedAt) * 100) / 100
    const path = this.path.slice(0, longestLogged)
    const line = { requestId: this.id, method: this.req.method, path, status, ms, bytes }
    if (!this.#isMissing) return this.#log.info(line, 'request')
    this.#log.warn({ ...line, referrer: withoutQuery(this.req.headers.referer) }, 'page not found')
  }
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')
}

/** A 304 carries the headers of the answer it stands for, but no body and so no length (RFC 9110, 15.4.5). */
function withoutLength(headers: string[]): string[] {
  const at = headers.indexOf('Content-Length')
  return at === -1 ? headers : [...headers.slice(0, at), ...headers.slice(at + 2)]
}

function withoutQuery(referrer: string | undefined): string | undefined {
  const url = URL.parse(referrer ?? '')
  return url?.protocol.startsWith('http') ? (url.origin + url.pathname).slice(0, longestLogged) : undefined
}
