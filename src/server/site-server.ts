import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { senderAddress } from './sender-address.ts'
import type { StaticFiles } from './static-files.ts'

/** What a page or an API route that is rendered on demand learns of the request. */
export type DynamicContext = { requestId: string; sender: string }

export type SiteServerOptions = {
  files: StaticFiles
  /** Renders what is not built. Calls `next` where it has no route. */
  dynamic: (req: IncomingMessage, res: ServerResponse, next: () => void, context: DynamicContext) => unknown
  /** Headers of every answer, as name and value in turn. */
  commonHeaders: readonly string[]
  /** @returns whether a lead could be stored right now */
  isReady: () => Promise<boolean>
  trustedProxies: number
  log: Logger
}

const second = 1000
const plain = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control', 'no-store']

/**
 * The site's HTTP server: built files from memory, health checks, and everything else handed to `dynamic`.
 * Slow or silent clients are cut off: 10 s for the headers, 30 s for the whole request, 60 s of idling.
 */
export function createSiteServer(options: SiteServerOptions): Server {
  const { files, commonHeaders, log } = options
  const newRequestId = requestIds()
  const health = [...plain, ...commonHeaders]

  function handle(req: IncomingMessage, res: ServerResponse): void {
    const requestId = newRequestId()
    const startedAt = performance.now()
    const path = pathOf(req.url ?? '/')
    if (path === undefined) return refuse(400, 'Bad Request')
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (isRead && files.has(path)) return sendFile(200, path)
    if (path === '/healthz' && isRead) return send(200, health, 'ok\n')
    if (path === '/readyz' && isRead) return void answerReadiness()
    const bare = withoutSlash(path)
    if (isRead && bare !== path) return send(308, [...health, 'Location', bare + queryOf(req.url ?? '')], '')
    if (!isRead && !path.startsWith('/api/')) {
      return send(405, [...health, 'Allow', 'GET, HEAD'], 'Method Not Allowed\n')
    }
    answerDynamically()

    function sendFile(status: number, filePath: string): void {
      const answer = files.find(filePath, String(req.headers['accept-encoding'] ?? ''))
      if (answer === undefined) return send(404, health, 'Not Found\n')
      const isKnown = status === 200 && matches(req.headers['if-none-match'], answer.etag)
      const isEmpty = isKnown || req.method === 'HEAD'
      res.writeHead(isKnown ? 304 : status, isKnown ? withoutLength(answer.headers) : answer.headers)
      res.end(isEmpty ? undefined : answer.body)
      logAnswer(isKnown ? 304 : status, isEmpty ? 0 : answer.body.length)
    }

    function send(status: number, headers: string[], text: string): void {
      res.writeHead(status, ['Content-Length', String(Buffer.byteLength(text)), ...headers])
      res.end(req.method === 'HEAD' ? undefined : text)
      logAnswer(status, text.length)
    }

    function refuse(status: number, reason: string): void {
      res.shouldKeepAlive = false
      send(status, health, `${reason}\n`)
    }

    async function answerReadiness(): Promise<void> {
      const ready = await options.isReady()
      send(ready ? 200 : 503, health, ready ? 'ready\n' : 'not ready\n')
    }

    function answerDynamically(): void {
      for (let i = 0; i < commonHeaders.length; i += 2) res.setHeader(commonHeaders[i] ?? '', commonHeaders[i + 1] ?? '')
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('X-Request-Id', requestId)
      res.once('close', () => logAnswer(res.writableFinished ? res.statusCode : 499))
      const sender = senderAddress(req, options.trustedProxies)
      options.dynamic(req, res, () => notFound(), { requestId, sender })
    }

    /** The path and the referring page are what the owner needs to mend a dead link; their queries may be personal. */
    function notFound(): void {
      res.removeAllListeners('close')
      for (const name of res.getHeaderNames()) res.removeHeader(name)
      log.warn({ requestId, path, referrer: pathAndOrigin(req.headers.referer) }, 'page not found')
      sendFile(404, '/404')
    }

    function logAnswer(status: number, bytes?: number): void {
      const ms = Math.round((performance.now() - startedAt) * 100) / 100
      log.info({ requestId, method: req.method, path, status, ms, ...(bytes !== undefined && { bytes }) }, 'request')
    }
  }

  const server = createServer(
    {
      headersTimeout: 10 * second,
      requestTimeout: 30 * second,
      keepAliveTimeout: 60 * second,
      connectionsCheckingInterval: 5 * second,
    },
    handle,
  )
  server.setTimeout(60 * second)
  return server
}

/** @returns the path without its query, or undefined where the request target is none that a site answers */
function pathOf(target: string): string | undefined {
  if (!target.startsWith('/')) return undefined
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}

function queryOf(target: string): string {
  const start = target.indexOf('?')
  return start === -1 ? '' : target.slice(start)
}

/** Also collapses leading slashes: `//example.org/` must never become a redirect to another host. */
function withoutSlash(path: string): string {
  const bare = path.replace(/\/+$/, '').replace(/^\/+/, '/')
  return bare === '' || bare === '/index.html' ? '/' : bare
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

function pathAndOrigin(referrer: string | undefined): string | undefined {
  if (referrer === undefined || !URL.canParse(referrer)) return undefined
  const { origin, pathname } = new URL(referrer)
  return origin + pathname
}

/** Unique in this process and, by its random start, very likely among all of them. */
function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
