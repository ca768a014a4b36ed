import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { createHolds, type Hold } from '../limits/holds.ts'
import { type DoorLimits, doorLimits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { BuiltFiles } from './built-files.ts'
import { referrerPolicy } from './http.ts'

type Fetch = (request: Request, env: { incoming: IncomingMessage; outgoing: Answer }) => Response | Promise<Response>

const second = 1000
const timeouts = {
  headersTimeout: 10 * second,
  requestTimeout: 30 * second,
  keepAliveTimeout: 60 * second,
  connectionsCheckingInterval: 5 * second,
}
const unreadCheckMs = 20
const maxLoggedCharacters = 500

/** Unique in this process and, with its random prefix, very likely across processes. */
const idStart = randomBytes(4).toString('hex')
let requests = 0

/** Node.js's response, with what the log needs. */
export class Answer<Incoming extends IncomingMessage = IncomingMessage> extends ServerResponse<Incoming> {
  readonly id = `${idStart}-${(++requests).toString(36)}`
  readonly startedAt = performance.now()
  /** Size of the body, if known before it's sent. */
  bytes: number | undefined
  /** Logs the referring page too, so that the owner can fix a dead link. */
  isMissing = false
}

type Connection = { hold: Hold; pending: number; waiting: (() => void)[] }

type HttpServerOptions = { fetch: Fetch; files?: Pick<BuiltFiles, 'find'>; log: Log; limits?: Partial<DoorLimits> }

/**
 * Serves and logs one request at a time per connection. Slow clients are cut off: 10 s for the headers, 30 s for the whole
 * request, 60 s without a byte. At the connection limit, the network with the most loses its idlest.
 * @param served.files are tried first, without waiting and without a `Request` object
 */
export function createHttpServer({ fetch, files, log, limits: own }: HttpServerOptions) {
  const limits = { ...doorLimits, ...own }
  // The request and response are those of the server below.
  const answer = getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    autoCleanupIncoming: false,
    errorHandler: (error) =>
      new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: referrerPolicy }),
  })
  const connected = createHolds(limits.connections)
  const connections = new WeakMap<Socket, Connection>()
  const server = createServer({ ...timeouts, requireHostHeader: false, ServerResponse: Answer })
  server.setTimeout(60 * second)
  server.on('connection', (socket: Socket) => {
    const hold = connected.hold(socket.remoteAddress ?? '', () => socket.destroy())
    connections.set(socket, { hold, pending: 0, waiting: [] })
    socket.once('close', hold.release)
    hold.grow(1)
  })
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    const connection = connections.get(socket)
    if (connection === undefined || socket.destroyed) return
    connection.hold.renew()
    const isValid = isWellFormed(incoming)
    const built = isValid && hasNoBody(incoming) ? files?.find(pathOf(incoming.url ?? ''), incoming) : undefined
    if (built !== undefined) {
      outgoing.bytes = built.body?.length
      outgoing.writeHead(built.status, built.headers).end(built.body)
      logRequest(incoming, outgoing, built.status, log)
      return
    }
    if (connection.pending === limits.waiting) {
      socket.destroy()
      return
    }
    connection.pending += 1
    const start = () => (isValid ? void answer(incoming, outgoing) : refuse(outgoing))
    outgoing.once('close', () => {
      if (!incoming.complete) limitUnread(incoming, socket, limits)
      // 499: the client left early.
      logRequest(incoming, outgoing, outgoing.writableFinished ? outgoing.statusCode : 499, log)
      connection.pending -= 1
      const next = connection.waiting.shift()
      if (next !== undefined) setImmediate(next)
    })
    if (connection.pending === 1) start()
    else connection.waiting.push(start)
  })
  return server
}

/** A path and exactly one Host header (RFC 9112, 3.2). The listener checks its value. */
function isWellFormed({ url = '', rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 && url.startsWith('/')
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

function refuse(outgoing: Answer): void {
  const headers = { Connection: 'close', 'Content-Type': 'text/plain; charset=utf-8', ...referrerPolicy }
  outgoing.writeHead(400, headers).end('Bad Request\n')
}

/** Reads a bit more of the body: a client that is cut off while sending doesn't read the response. */
function limitUnread(incoming: IncomingMessage, socket: Socket, { unread, unreadMs }: DoorLimits): void {
  const endsAt = Date.now() + unreadMs
  const maxBytes = socket.bytesRead + unread
  incoming.resume()
  const watch = setInterval(() => {
    if (incoming.complete || socket.destroyed) clearInterval(watch)
    else if (socket.bytesRead > maxBytes || Date.now() > endsAt) socket.destroy()
  }, unreadCheckMs)
}

/** Without the query, which may contain what a visitor typed. */
function logRequest({ method, url = '', headers }: IncomingMessage, outgoing: Answer, status: number, log: Log): void {
  const { id, startedAt, bytes, isMissing } = outgoing
  const ms = Math.round((performance.now() - startedAt) * 100) / 100
  const line = { requestId: id, method, path: pathOf(url).slice(0, maxLoggedCharacters), status, ms, bytes }
  if (!isMissing) log.info(line, 'request')
  else log.warn({ ...line, referrer: withoutQuery(headers.referer) }, 'page not found')
}

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}

function withoutQuery(referrer: string | undefined): string | undefined {
  const url = URL.parse(referrer ?? '')
  return url?.protocol.startsWith('http') ? (url.origin + url.pathname).slice(0, maxLoggedCharacters) : undefined
}
