import type { IncomingMessage } from 'node:http'
import { bodyLimits, doorLimits } from '../../limits.ts'
import type { Share } from './connections.ts'

/** `cut`: others needed its memory. `broken`: in more pieces than any client makes. `gone`: the client left. */
export type TakenBody = Buffer | 'cut' | 'broken' | 'gone'

const pieceBytes = 256
export function takeBody(req: IncomingMessage, hold: (onCut: () => void) => Share): Promise<TakenBody> {
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
