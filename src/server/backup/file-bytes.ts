import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Watch } from '../../lib/progress.ts'

export type Bytes = AsyncIterable<Uint8Array>

const pieceBytes = 262_144

/** Opened when the first piece is asked for. @param doing what the bytes are read for, in words for the owner */
export async function* readBytes(
  file: string,
  { signal, onProgress }: Watch = {},
  doing = 'Reading',
): AsyncGenerator<Buffer> {
  const all = (await stat(file)).size
  let done = 0
  const pieces: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: pieceBytes, signal })
  for await (const piece of pieces) {
    yield piece
    done += piece.length
    onProgress?.({ doing, done, all })
  }
}

/** @returns undefined when there is a file of that name */
export async function createFile(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  }
}

/** Resolves once the bytes are on the disk. @returns how many they were */
export async function writeBytes(handle: FileHandle, bytes: Bytes): Promise<number> {
  const file = handle.createWriteStream({ flush: true })
  await pipeline(bytes, file)
  return file.bytesWritten
}

/** Makes a file's bytes, or the renames and new names in a folder, outlive a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

export async function hashOf(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}
