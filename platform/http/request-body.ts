import { isUtf8 } from 'node:buffer'
import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createCapacity } from '../limits/capacity.ts'
import { waitForTurn } from '../limits/fair-queue.ts'
import { bodyLimits, connectionLimits } from '../limits/limits.ts'
import { parseJson } from '../parse-json.ts'
import type { Http } from './request-context.ts'

export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: 400 | 403 | 413 | 415 | 503

  constructor(status: RequestError['status'], message: string) {
    super(message)
    this.status = status
  }
}

export const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Reads a form or JSON without checking the Origin. If the URL doesn't contain a secret key, use `readPost` instead. */
export async function readFields(c: Http, maxBytes: number): Promise<Record<string, unknown>> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isJson = type === 'application/json'
  if (!isJson && !formTypes.includes(type)) throw new RequestError(415, 'Send a form or JSON.')
  const body = await readBody(c, maxBytes, type)
  return isJson ? jsonIn(body) : await formIn(c.req.header('content-type') ?? '', body)
}

/** Memory shared by all bodies that are still arriving. */
const bodyMemory = createCapacity(connectionLimits.bodies)
/** Approximate memory Node.js needs for a chunk in addition to its content. */
const chunkOverheadBytes = 256

/**
 * @throws RequestError 413 over the limit, 400 for too many chunks or parts, 503 if the body was evicted from memory
 */
export async function readBody(c: Http, maxBytes: number, type: string): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new RequestError(413, `The body is too large. The maximum is ${maxBytes / 1024} KiB.`)
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge()
  const incoming = c.env?.incoming
  const body = incoming
    ? await collectBody(incoming, c.var.sender, maxBytes)
    : new Uint8Array(await c.req.arrayBuffer())
  if (body.length > maxBytes) throw tooLarge()
  await waitForTurn(c.var.sender)
  // Parsing a part needs hundreds of times its size in memory.
  if (countParts(body, type) > bodyLimits.parts) throw new RequestError(400, 'The body has too many parts.')
  return body
}

/** Collects the body in memory shared by all senders. Stops soon after the limit, so the result can exceed it a bit. */
async function collectBody(
  incoming: IncomingMessage,
  sender: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  const evicted = new AbortController()
  const lease = bodyMemory.lease(sender, () => evicted.abort())
  incoming.on('error', () => {})
  try {
    for await (const [chunk] of on(incoming, 'data', { signal: evicted.signal, close: ['end', 'close'] })) {
      chunks.push(chunk)
      if (chunks.length > connectionLimits.chunks) throw new RequestError(400, 'The body has too many chunks.')
      bytes += chunk.length
      lease.grow(chunk.length + chunkOverheadBytes)
      if (bytes > maxBytes) break
    }
  } catch (error) {
    throw evicted.signal.aborted ? new RequestError(503, 'The server is busy. Please try again.') : error
  } finally {
    lease.release()
  }
  if (bytes <= maxBytes && !incoming.complete) throw new RequestError(400, 'The connection was closed.')
  return new Uint8Array(Buffer.concat(chunks))
}

/** Bytes that precede another value, by body type. In multipart forms, that's the line feed. */
const separatorsByType: Readonly<Record<string, string>> = {
  'application/json': ',[{',
  'application/x-www-form-urlencoded': '&',
}
const quoteByte = 0x22
const backslashByte = 0x5c

/** Returns an upper bound for the number of values by counting separators. Skips strings in JSON. */
function countParts(body: Uint8Array, type: string): number {
  const isJson = type === 'application/json'
  const separators = new Set(Buffer.from(separatorsByType[type] ?? '\n'))
  let parts = 0
  let isInString = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0
    if (!isInString && separators.has(byte)) parts += 1
    if (!isJson) continue
    if (isInString && byte === backslashByte) i += 1
    else if (byte === quoteByte) isInString = !isInString
  }
  return parts
}

function jsonIn(body: Uint8Array): Record<string, unknown> {
  const value = isUtf8(body) ? parseJson(Buffer.from(body).toString()) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestError(400, 'The body isn’t a JSON object.')
  return { ...value }
}

async function formIn(type: string, body: Uint8Array<ArrayBuffer>): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData())
  } catch {
    throw new RequestError(400, 'The form is malformed.')
  }
}
