import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** Each piece holds its bytes only until the next one is asked for. */
export type Bytes = AsyncIterable<Uint8Array>

const pieceBytes = 262_144

export async function* readBytes(file: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const handle = await open(file)
  try {
    // One for the whole file: a new one for each piece is memory that waits to be collected.
    const buffer = Buffer.alloc(pieceBytes)
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(buffer)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
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
  try {
    let size = 0
    for await (const piece of bytes) {
      await handle.writeFile(piece)
      size += piece.length
    }
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}

/** Makes a file's bytes, or the renames and new names in a folder, outlive a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function hashOf(bytes: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}
