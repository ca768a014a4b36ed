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
/** How often to check whether a refused body has arrived. */
const drainCheckMs = 20
const maxLoggedCharacters = 500
/** The status to log if the client left before the end of the response, as in nginx. */
const clientClosedRequest = 499

/** Request IDs are this process's random prefix and a counter. */
const idPrefix = randomBytes(4).toString('hex')
let requestCount = 0

/** Node.js's response, with fields for the log. */
export class LoggedResponse<Incoming extends IncomingMessage = IncomingMessage> extends ServerResponse<Incoming> {
  readonly id = `${idPrefix}-${(++requestCount).toString(36)}`
  readonly startedAt = performance.now()
  /** Size of the body, if known before it's sent. */
  bytes: number | undefined
  /** Whether the page doesn't exist. The log then includes the referring page, for the owner to fix dead links. */
  isMissing = false
}

/** `pending` counts the request being answered and those waiting. `waiting` has functions that answer these, in order. */
type Connection = { lease: Lease; pending: number; waiting: (() => void)[] }

type HttpServerOptions = {
  fetch: Fetch
  /** Built files are answered first, without creating a `Request` object. */
  files?: Pick<BuiltFiles, 'find'>
  log: Log
  limits?: Partial<ConnectionLimits>
}

/**
 * An HTTP server that answers one request at a time per connection, and logs each. Closes connections that need more than 10 s
 * for the headers or 30 s for the request, or that are silent for 60 s. At the connection limit, it closes the idlest connection
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

  /** Answers a request once the connection's earlier requests are answered. */
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
    // Queries can contain what a visitor typed, so they aren't logged.
    const path = pathOf(url).slice(0, maxLoggedCharacters)
    const line = { requestId: id, method, path, status, ms, bytes }
    if (isMissing) log.warn({ ...line, referrer: withoutQuery(headers.referer) }, 'page not found')
    else log.info(line, 'request')
  }

  return server
}

function requestHandler(fetch: Fetch) {
  // Its own types don't know that requests and responses are those of createHttpServer.
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

/** Reads a bit more of a refused body before closing: a client that is cut off while sending would never see the response. */
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
