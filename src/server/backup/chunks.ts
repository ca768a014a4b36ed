import type { Bytes } from './file-bytes.ts'

type Chunk = { chunk: Buffer; number: number; isLast: boolean }

/** Always at least one chunk; all but the last are of exactly this size. */
export async function* inChunks(bytes: Bytes, size: number): AsyncGenerator<Chunk> {
  let waiting = Buffer.alloc(0)
  let number = 0
  for await (const piece of bytes) {
    waiting = Buffer.concat([waiting, piece])
    let start = 0
    // One chunk stays behind: only the end of all bytes tells that it is the last.
    for (; waiting.length - start > size; start += size) {
      yield { chunk: waiting.subarray(start, start + size), number, isLast: false }
      number += 1
    }
    waiting = waiting.subarray(start)
  }
  yield { chunk: waiting, number, isLast: true }
}

/** The first bytes, fewer where there are no more, and what follows them. @param pieces the caller's to close */
export async function splitOff(pieces: AsyncIterator<Buffer>, size: number): Promise<{ head: Buffer; rest: Bytes }> {
  let head = Buffer.alloc(0)
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    head = Buffer.concat([head, next.value])
    if (head.length >= size) break
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield head.subarray(size)
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  return { head: head.subarray(0, size), rest: rest() }
}
