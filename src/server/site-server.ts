import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { Exchange } from './exchange.ts'
import { senderAddress } from './sender-address.ts'
import type { StaticFiles } from './static-files.ts'

/** What a page or an API route that is rendered on demand learns of the request. */
type DynamicContext = { requestId: string; sender: string; path: string }

export type SiteServerOptions = {
  files: StaticFiles
  /** Renders what is not built. Calls `next` where it has no route. */
  dynamic: (req: IncomingMessage, res: ServerResponse, next: () => void, context: DynamicContext) => unknown
  /** The page that the context's path gets when there is nothing. */
  notFoundPath: string
  /** Headers of every answer that does not bring its own, as name and value in turn. */
  commonHeaders: readonly string[]
  /** @returns whether a lead could be stored right now */
  isReady: () => Promise<boolean>
  /** The pages that also take a POST; the others, outside of /api/, are only read. */
  postedPages: readonly string[]
  trustedProxies: number
  log: Logger
}

const second = 1000
const timeouts = {
  headersTimeout: 10 * second,
  requestTimeout: 30 * second,
  keepAliveTimeout: 60 * second,
  connectionsCheckingInterval: 5 * second,
}
const maxUnreadBytes = 1024 * 1024
const unreadMs = 5 * second
const unreadCheckMs = 20
const hostForm = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i

/**
 * The site's HTTP server: built files from memory, health checks, and everything else handed to `dynamic`.
 * Slow or silent clients are cut off: 10 s for the headers, 30 s for the whole request, 60 s without a byte.
 */
export function createSiteServer(options: SiteServerOptions): Server {
  const newId = requestIds()
  const server = createServer(timeouts, (req, res) => {
    // Taken now: a request whose reader gave up has no socket any more.
    const { socket } = req
    res.once('finish', () => limitUnread(req, socket))
    const exchange = new Exchange(req, res, newId(), options.log)
    // One request that goes wrong, say because a file was taken away, must not end the process that serves all others.
    answer(exchange, options).catch((error: unknown) => exchange.fail(error, options.commonHeaders))
  })
  server.setTimeout(60 * second)
  return server
}

/**
 * A body that was answered before its end (413, 405, ...) is not taken any further. Some of it is let through, since a
 * client that is cut off while it sends does not read the answer.
 */
function limitUnread(req: IncomingMessage, socket: Socket): void {
  if (req.complete) return
  const endsAt = Date.now() + unreadMs
  const mostBytes = socket.bytesRead + maxUnreadBytes
  const watch = setInterval(() => {
    if (req.complete || socket.destroyed) clearInterval(watch)
    else if (socket.bytesRead > mostBytes || Date.now() > endsAt) socket.destroy()
  }, unreadCheckMs)
}

async function answer(exchange: Exchange, options: SiteServerOptions): Promise<void> {
  const { path, isRead } = exchange
  const text = (status: number, body: string, headers: string[] = []) =>
    exchange.sendText(status, body, headers, options.commonHeaders)

  if (!path.startsWith('/') || !hostForm.test(exchange.req.headers.host ?? '')) {
    return text(400, 'Bad Request\n', ['Connection', 'close'])
  }
  const file = isRead ? findFile(exchange, path, options) : undefined
  if (file !== undefined) return exchange.sendFile(file)
  if (isRead && path === '/healthz') return text(200, 'ok\n')
  if (isRead && path === '/readyz') {
    const ready = await options.isReady()
    return text(ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n')
  }
  const moved = isRead ? options.files.redirectOf(path) : undefined
  if (moved !== undefined) return text(301, '', ['Location', withQuery(moved, exchange.query)])
  const canonical = canonicalPath(path)
  if (isRead && canonical !== path) return text(308, '', ['Location', canonical + exchange.query])
  const takesPost = options.postedPages.includes(path)
  const isPosted = exchange.req.method === 'POST' && takesPost
  // TRACE can't be handed over: the standard's Request, which pages and API get, does not exist for it.
  if (!isRead && !isPosted && (!path.startsWith('/api/') || exchange.req.method === 'TRACE'))
    return text(405, 'Method Not Allowed\n', ['Allow', takesPost ? 'GET, HEAD, POST' : 'GET, HEAD'])
  await answerDynamically(exchange, options)
}

async function answerDynamically(exchange: Exchange, options: SiteServerOptions): Promise<void> {
  const { req, res, id } = exchange
  const context = { requestId: id, sender: senderAddress(req, options.trustedProxies), path: exchange.path }
  exchange.handOver(options.commonHeaders)
  let isMissing = false
  await options.dynamic(req, res, () => (isMissing = true), context)
  if (!isMissing) return
  exchange.logMissing()
  req.url = options.notFoundPath
  await options.dynamic(req, res, () => res.writeHead(404).end(), context)
}

function findFile({ req }: Exchange, path: string, { files }: SiteServerOptions) {
  return files.find(path, req.headers)
}

/** The query goes along, before the part of the page that the address may name. */
function withQuery(address: string, query: string): string {
  const [page = '', anchor] = address.split('#')
  const all = page.includes('?') ? page + query.replace('?', '&') : page + query
  return anchor === undefined ? all : `${all}#${anchor}`
}

/**
 * Also collapses leading slashes: `//example.org/` must never become a redirect to another host. Browsers read a backslash
 * as a slash.
 */
function canonicalPath(path: string): string {
  const bare = path.replace(/(?<!\/)\/+$/, '').replace(/^[/\\]+/, '/')
  return bare === '' || bare === '/index.html' ? '/' : bare
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
