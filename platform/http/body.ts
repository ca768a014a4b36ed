import type { IncomingMessage } from 'node:http'
import { bodyLimits, doorLimits } from '../limits/limits.ts'
import { createFairShare } from './fair-share.ts'
import type { Http } from './http.ts'
import { limitedSender } from './sender.ts'

export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: 400 | 403 | 413 | 415 | 503

  constructor(status: RequestError['status'], message: string) {
    super(message)
    this.status = status
  }
}

/** Shared by all bodies that haven’t arrived completely. */
const bodies = createFairShare(doorLimits.bodies)
/** Memory that a piece takes besides its bytes. */
const pieceBytes = 256

/** @throws RequestError 413 above the limit, 400 for absurdly many pieces, 503 if other bodies needed its memory */
export async function readBody(c: Http, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new RequestError(413, `Too large: at most ${maxBytes / 1024} KiB.`)
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge()
  const { incoming } = c.env ?? {}
  const body = incoming ? await takeBody(incoming, c.var.sender, maxBytes) : new Uint8Array(await c.req.arrayBuffer())
  if (body.length > maxBytes) throw tooLarge()
  return body
}

/** @returns the body, cut off above the limit */
function takeBody(incoming: IncomingMessage, sender: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    const cleanUp = () => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose)
      share.release()
    }
    const refuse = (error: RequestError) => {
      cleanUp()
      reject(error)
    }
    const onCut = () => refuse(new RequestError(503, 'The server is busy. Please try again.'))
    const share = bodies.hold(limitedSender(sender), onCut)
    const onEnd = () => {
      cleanUp()
      resolve(new Uint8Array(Buffer.concat(pieces)))
    }
    const onClose = () => refuse(new RequestError(400, 'The connection was closed.'))
    const onData = (piece: Buffer) => {
      if (pieces.push(piece) > doorLimits.pieces)
        return refuse(new RequestError(400, 'The body comes in too many pieces.'))
      bytes += piece.length
      share.grow(piece.length + pieceBytes)
      if (bytes > maxBytes) onEnd()
    }
    incoming.on('error', () => {})
    incoming.on('data', onData).once('end', onEnd).once('close', onClose)
  })
}

/** Counted before parsing, because a part costs hundreds of times its bytes. */
export function requireFewParts(body: Uint8Array, type: string): void {
  if (partsOf(body, type) > bodyLimits.parts) throw new RequestError(400, 'The body has too many parts.')
}

function partsOf(body: Uint8Array, type: string): number {
  const [quote, backslash] = [0x22, 0x5c]
  const separators = { 'application/json': ',[{', 'application/x-www-form-urlencoded': '&' }[type] ?? '\n'
  const separatorBytes = new Set(Buffer.from(separators))
  let parts = 0
  let isText = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] ?? 0
    if (!isText && separatorBytes.has(byte)) parts += 1
    if (type !== 'application/json') continue
    if (isText && byte === backslash) i += 1
    else if (byte === quote) isText = !isText
  }
  return parts
}
