import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { bodyLimits, type DoorLimits, doorLimits } from '../limits/limits.ts'
import { createFairShare, type FairShare, keepConnections, type Share } from './connections.ts'
import { Exchange } from './exchange.ts'
import { limitedSender } from './ip-network.ts'
import { type Proxies, senderOf } from './sender.ts'
import type { StaticFiles } from './static-files.ts'

type DynamicContext = { requestId: string; sender: string; path: string }

export type Routes = Readonly<Record<string, readonly ('GET' | 'POST')[]>>

type RenderedRequest = IncomingMessage & { body?: Buffer }

export type SiteServerOptions = Proxies & {
  files: Pick<StaticFiles, 'find' | 'redirectOf'>
  /** Renders one of `routes`, or the page for what is missing. The body of a POST comes with it, whole. */
  dynamic: (req: RenderedRequest, res: ServerResponse, context: DynamicContext) => unknown
  routes: Routes
  /** Those of `routes` that are answered without a page, by a status alone. */
  direct: Readonly<Record<string, (req: RenderedRequest, sender: string) => number>>
  notFoundPath: string
  /** Headers of every answer that does not bring its own, as name and value in turn. */
  commonHeaders: readonly string[]
  /** A line each; undefined while no request can be stored. */
  readiness: () => Promise<readonly string[] | undefined>
  limits?: Partial<DoorLimits>
  log: Logger
}

const second = 1000
const timeouts = {
  headersTimeout: 10 * second,
  requestTimeout: 30 * second,
  keepAliveTimeout: 60 * second,
  connectionsCheckingInterval: 5 * second,
}
const unreadCheckMs = 20

/** Slow clients are cut off: 10 s for the headers, 30 s for the whole request, 60 s without a byte. */
export function createSiteServer(options: SiteServerOptions): Server {
  // Unique in this process and, by its random start, very likely among all of them.
  const idStart = randomBytes(4).toString('hex')
  let requests = 0
  const limits = { ...doorLimits, ...options.limits }
  const bodies = createFairShare(limits.bodies)
  const server = createServer(timeouts)
  server.setTimeout(60 * second)
  const inTurn = keepConnections(server, limits)
  server.on('request', (req, res) =>
    inTurn(req, res, async () => {
      // Taken now: a request whose reader gave up has no socket any more.
      const { socket } = req
      res.once('finish', () => limitUnread(req, socket, limits))
      requests += 1
      const exchange = new Exchange(req, res, `${idStart}-${requests.toString(36)}`, options.log)
      // One request that goes wrong must not end the process that serves all others.
      await answer(exchange, options, bodies).catch((error: unknown) => exchange.fail(error, options.commonHeaders))
    }),
  )
  return server
}

/** Some of it is let through: a client that is cut off while it sends does not read the answer. */
function limitUnread(req: IncomingMessage, socket: Socket, { unread, unreadMs }: DoorLimits): void {
  if (req.complete) return
  const endsAt = Date.now() + unreadMs
  const mostBytes = socket.bytesRead + unread
  const watch = setInterval(() => {
    if (req.complete || socket.destroyed) clearInterval(watch)
    else if (socket.bytesRead > mostBytes || Date.now() > endsAt) socket.destroy()
  }, unreadCheckMs)
}

async function answer(exchange: Exchange, options: SiteServerOptions, bodies: FairShare): Promise<void> {
  const { path, isRead, req } = exchange
  const text = (status: number, body: string, headers: string[] = []) =>
    exchange.sendText(status, body, headers, options.commonHeaders)

  if (path.length > doorLimits.path) return text(414, 'URI Too Long\n')
  if (!path.startsWith('/') || !hasOneHost(req)) return text(400, 'Bad Request\n', ['Connection', 'close'])
  const file = options.files.find(path, req.headers)
  if (file !== undefined && isRead) return exchange.sendFile(file)
  if (isRead && path === '/healthz') return text(200, 'ok\n')
  if (isRead && path === '/readyz') {
    const notes = await options.readiness()
    return notes === undefined ? text(503, 'not ready\n') : text(200, ['ready', ...notes, ''].join('\n'))
  }
  const moved = isRead ? options.files.redirectOf(path) : undefined
  if (moved !== undefined) return text(301, '', ['Location', withQuery(moved, exchange.query)])
  const canonical = canonicalPath(path)
  if (isRead && canonical !== path) return text(308, '', ['Location', canonical + exchange.query])
  // What every object has, `constructor` for one, is no route.
  const routed: readonly string[] | undefined = Object.hasOwn(options.routes, path) ? options.routes[path] : undefined
  const methods = routed ?? (file && ['GET'])
  if (methods === undefined) return isRead ? await answerMissing(exchange, options) : text(404, 'Not Found\n')
  if (!methods.includes(isRead ? 'GET' : (req.method ?? ''))) {
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return text(405, 'Method Not Allowed\n', ['Allow', allowed.join(', ')])
  }
  const sender = senderOf(req, options)
  const body = isRead ? undefined : await takeBody(req, (onCut) => bodies.hold(limitedSender(sender), onCut))
  if (body === 'gone') return exchange.logGone()
  if (body === 'broken') return text(400, 'Bad Request\n', ['Connection', 'close'])
  if (body === 'cut') return text(503, 'Service Unavailable\n', ['Retry-After', '1'])
  const rendered: RenderedRequest = Object.assign(req, body && { body })
  const direct = options.direct[path]
  if (direct !== undefined) return exchange.sendNothing(direct(rendered, sender), options.commonHeaders)
  exchange.handOver(options.commonHeaders)
  await options.dynamic(rendered, exchange.res, contextOf(exchange, sender))
}

async function answerMissing(exchange: Exchange, options: SiteServerOptions): Promise<void> {
  const { req, res } = exchange
  exchange.noteMissing()
  exchange.handOver(options.commonHeaders)
  req.url = options.notFoundPath
  await options.dynamic(req, res, contextOf(exchange, senderOf(req, options)))
}

function contextOf({ id, path }: Exchange, sender: string): DynamicContext {
  return { requestId: id, sender, path }
}

/** Pages bring their own policy; under this one nothing loads. HSTS only where the site is served by https. */
export function securityHeaders(siteUrl: string): string[] {
  return [
    ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ...['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'],
    ...['Cross-Origin-Opener-Policy', 'same-origin'],
    ...['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(siteUrl.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000'] : []),
  ]
}

/** `cut`: others needed its memory. `broken`: in more pieces than any client makes. `gone`: the client left. */
type TakenBody = Buffer | 'cut' | 'broken' | 'gone'

const pieceBytes = 256
function takeBody(req: IncomingMessage, hold: (onCut: () => void) => Share): Promise<TakenBody> {
  if (Number(req.headers['content-length'] ?? 0) > bodyLimits.chat) return Promise.resolve(Buffer.alloc(0))
  const pieces: Buffer[] = []
  let bytes = 0
  return new Promise((resolve) => {
    const end = (taken: TakenBody) => {
      req.off('data', take).off('end', finish).off('close', leave)
      share.release()
      // The request may stay open for long, and its listeners hold what they could see.
      pieces.length = 0
      resolve(taken)
    }
    const share = hold(() => end('cut'))
    const finish = () => end(Buffer.concat(pieces, Math.min(bytes, bodyLimits.chat + 1)))
    const leave = () => end('gone')
    const take = (piece: Buffer) => {
      if (pieces.push(piece) > doorLimits.pieces) return end('broken')
      bytes += piece.length
      share.grow(piece.length + pieceBytes)
      if (bytes > bodyLimits.chat) finish()
    }
    req.on('error', () => {})
    req.on('data', take).once('end', finish).once('close', leave)
  })
}

const hostForm = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i

/** Exactly one Host (RFC 9112, 3.2). */
function hasOneHost({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): boolean {
  const host = headers.host ?? ''
  const count = rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length
  return count === 1 && hostForm.test(host) && URL.canParse(`http://${host}`)
}

function withQuery(address: string, query: string): string {
  const [page = '', anchor] = address.split('#')
  const all = page.includes('?') ? page + query.replace('?', '&') : page + query
  return anchor === undefined ? all : `${all}#${anchor}`
}

/** `//example.org/` must never become a redirect to another host. Browsers read a backslash as a slash. */
function canonicalPath(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  const bare = path.slice(0, end).replace(/^[/\\]+/, '/')
  return bare === '' || bare === '/index.html' ? '/' : bare
}
