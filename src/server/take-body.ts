import type { IncomingMessage } from 'node:http'
import type { Share } from './fair-share.ts'
import { largestBody } from './form-request.ts'

/**
 * `cut`: its memory was needed for others. `broken`: in more pieces than any client makes of a body. `gone`: the client left
 * before the end.
 */
export type TakenBody = Buffer | 'cut' | 'broken' | 'gone'

const firstRoom = 4 * 1024
/** A segment of a slow line holds a few hundred bytes. Each piece costs a call, so that single bytes cost seconds. */
const mostPieces = 2_000

/**
 * The body of a request, in one piece. Of one that is larger than any form takes, so much that this shows.
 * @param hold what the body's memory is counted by until it is whole
 */
export function takeBody(req: IncomingMessage, hold: (onCut: () => void) => Share): Promise<TakenBody> {
  if (Number(req.headers['content-length'] ?? 0) > largestBody) return Promise.resolve(Buffer.alloc(0))
  let body = Buffer.alloc(0)
  let bytes = 0
  let pieces = 0
  return new Promise((resolve) => {
    const end = (taken: TakenBody) => {
      req.off('data', take).off('end', finish).off('close', leave)
      share.release()
      resolve(taken)
    }
    const share = hold(() => end('cut'))
    const finish = () => end(body.subarray(0, bytes))
    const leave = () => end('gone')
    const take = (piece: Buffer) => {
      pieces += 1
      if (pieces > mostPieces) return end('broken')
      const needed = Math.min(bytes + piece.length, largestBody + 1)
      if (needed > body.length) {
        const room = Math.min(Math.max(needed, 2 * body.length, firstRoom), largestBody + 1)
        share.grow(room - body.length)
        body = Buffer.concat([body], room)
      }
      bytes += piece.copy(body, bytes)
      if (bytes > largestBody) finish()
    }
    // That a client leaves is no fault of the program's.
    req.on('error', () => {})
    req.on('data', take).once('end', finish).once('close', leave)
  })
}
