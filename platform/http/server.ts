import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { createCapacity, type Lease } from '../limits/capacity.ts'
import { type ConnectionLimits, connectionLimits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import { secondMs } from '../text/time-text.ts'
import type { BuiltFiles, BuiltResponse } from './built-files.ts'
import { referrerPolicy } from './security-headers.ts'

type Fetch = (
  request: Request,
  env: { incoming: IncomingMessage; outgoing: LoggedResponse },
) => Response | Promise<Response>

const idleTimeoutMs = 60 * secondMs
const timeouts = {
  headersTimeout: 10 * secondMs,
  requestTimeout: 30 * secondMs,
  keepAliveTimeout: idleTimeoutMs,
  connectionsCheckingInterval: 5 * secondMs,
}
/** How often to check whether a refused body has fully arrived. */
const drainCheckMs = 20
const maxLoggedCharacters = 500
/** The status to log if the client disconnected before the end of the response, as in nginx. */
const clientClosedRequest = 499

/** This process's random prefix for request IDs. A counter follows it. */
const idPrefix = randomBytes(4).toString('hex')
let requestCount = 0

/** Node.js's response, with fields for the log. */
export class LoggedResponse<Incoming extends IncomingMessage = IncomingMessage> extends ServerResponse<Incoming> {
  readonly id = `${idPrefix}-${(++requestCount).toString(36)}`
  readonly startedAt = performance.now()
  /** Size of the body in bytes, if known before it's sent. */
  bytes: number | undefined
  /** Whether the page doesn't exist. If so, the log includes the referring page, to help the owner fix dead links. */
  isMissing = false
}

/** `pending`: number of requests in progress or waiting. `waiting`: callbacks that answer waiting requests, in order. */
type Connection = { lease: Lease; pending: number; waiting: (() => void)[] }

type HttpServerOptions = {
  fetch: Fetch
  /** Requests for built files are answered first, without creating a `Request` object. */
  files?: Pick<BuiltFiles, 'find'>
  log: Log
  limits?: Partial<ConnectionLimits>
}

/**
 * An HTTP server that answers one request at a time per connection, and logs it. Closes connections that take over 10 s
 * for the headers, 30 s for the request, or 60 s without traffic. At the connection limit, closes the idlest connection
 * of the network with the most connections.
 */
export function createHttpServer({ fetch, files, log, limits: ownLimits }: HttpServerOptions) {
  const limits = { ...connectionLimits, ...ownLimits }
  const capacity = createCapacity(limits.connections)
  const connections = new WeakMap<Socket, Connection>()
  const handleRequest = requestHandler(fetch)
  const server = createServer({ ...timeouts, requireHostHeader: false, ServerResponse: LoggedResponse })
  server.setTimeout(idleTimeoutMs)

  server.on('connection', (socket: Socket) => {
    const lease = capacity.lease(socket.remoteAddress ?? '', () => socket.destroy())
    connections.set(socket, { lease, pending: 0, waiting: [] })
    socket.once('close', lease.release)
    lease.grow(1)
  })

  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    const connection = connections.get(socket)
    if (connection === undefined || socket.destroyed) return
    connection.lease.renew()
    if (!isWellFormed(incoming)) {
      enqueue(connection, incoming, outgoing, () => refuse(outgoing))
      return
    }
    const builtFile = hasBody(incoming) ? undefined : files?.find(pathOf(incoming.url ?? ''), incoming)
    if (builtFile === undefined) {
      enqueue(connection, incoming, outgoing, () => void handleRequest(incoming, outgoing))
      return
    }
    sendBuiltFile(outgoing, builtFile)
    logRequest(incoming, outgoing, builtFile.status)
  })

  /** Answers a request after the connection's earlier requests. */
  function enqueue(
    connection: Connection,
    incoming: IncomingMessage,
    outgoing: LoggedResponse,
    answer: () => void,
  ): void {
    if (connection.pending === limits.waiting) {
      incoming.socket.destroy()
      return
    }
    connection.pending += 1
    outgoing.once('close', () => {
      if (!incoming.complete) drainBriefly(incoming, limits)
      logRequest(incoming, outgoing, outgoing.writableFinished ? outgoing.statusCode : clientClosedRequest)
      connection.pending -= 1
      const next = connection.waiting.shift()
      if (next !== undefined) setImmediate(next)
    })
    if (connection.pending === 1) answer()
    else connection.waiting.push(answer)
  }

  function logRequest(incoming: IncomingMessage, outgoing: LoggedResponse, status: number): void {
    const { method, url = '', headers } = incoming
    const { id, startedAt, bytes, isMissing } = outgoing
    const ms = Math.round((performance.now() - startedAt) * 100) / 100
    // Don't log the query, which can contain a visitor's input.
    const path = pathOf(url).slice(0, maxLoggedCharacters)
    const line = { requestId: id, method, path, status, ms, bytes }
    if (isMissing) log.warn({ ...line, referrer: withoutQuery(headers.referer) }, 'page not found')
    else log.info(line, 'request')
  }

  return server
}

function requestHandler(fetch: Fetch) {
  // The cast is needed: the listener's types don't know the requests and responses of createHttpServer.
  return getRequestListener(fetch as Parameters<typeof getRequestListener>[0], {
    autoCleanupIncoming: false,
    errorHandler: (error) => {
      const status = error instanceof RequestError ? 400 : 500
      return new Response(null, { status, headers: referrerPolicy })
    },
  })
}

/** Whether a request has a path and exactly one Host header (RFC 9112, 3.2). The handler checks the header's value. */
function isWellFormed({ url = '', rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 && url.startsWith('/')
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function refuse(outgoing: LoggedResponse): void {
  const headers = { Connection: 'close', 'Content-Type': 'text/plain; charset=utf-8', ...referrerPolicy }
  outgoing.writeHead(400, headers).end('Bad Request\n')
}

function sendBuiltFile(outgoing: LoggedResponse, { status, headers, body }: BuiltResponse): void {
  outgoing.bytes = body?.length
  outgoing.writeHead(status, headers).end(body)
}

/** Reads more of a refused body before closing. A client that's cut off while sending would never see the response. */
function drainBriefly(incoming: IncomingMessage, { unread, unreadMs }: ConnectionLimits): void {
  const { socket } = incoming
  const endsAt = Date.now() + unreadMs
  const maxBytes = socket.bytesRead + unread
  incoming.resume()
  const timer = setInterval(() => {
    if (incoming.complete || socket.destroyed) clearInterval(timer)
    else if (socket.bytesRead > maxBytes || Date.now() > endsAt) socket.destroy()
  }, drainCheckMs)
}

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}

function withoutQuery(referrer: string | undefined): string | undefined {
  const url = URL.parse(referrer ?? '')
  return url?.protocol.startsWith('http') ? (url.origin + url.pathname).slice(0, maxLoggedCharacters) : undefined
}
