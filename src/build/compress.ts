import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { contentHash, type Made } from './earlier-build.ts'

export type Twins = { br: Buffer; gzip: Buffer | undefined }

/**
 * How hard to try: the hardest takes forty times as long as the quick one, and makes pages a tenth smaller. The quick one
 * leaves gzip out, which no browser of these ten years needs.
 */
export type Effort = 'hardest' | 'quick'

const levels = { hardest: { brotli: 11, gzip: 9 }, quick: { brotli: 5, gzip: undefined } } as const
/** The hardest compression of this much takes a core about one second. */
const hardestBytes = 1.5 * 1024 * 1024

/**
 * Who is worth the hardest compression: the pages near the root, which most visitors see, and then the rest in the order
 * of their paths, as far as the second that we give them goes.
 * @param files path from the root, and size in bytes
 */
export function effortsFor(files: readonly { path: string; size: number }[]): Map<string, Effort> {
  const depth = (path: string) => path.split('/').length
  const ordered = files.toSorted((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1))
  let spent = 0
  return new Map(
    ordered.map(({ path, size }) => {
      spent += size
      return [path, spent <= hardestBytes ? 'hardest' : 'quick']
    }),
  )
}

/** @param file below client/; its twins are taken over where the earlier build made them from the same bytes */
export function compress(file: string, body: Buffer, effort: Effort, made: Made): Twins {
  const { brotli, gzip } = levels[effort]
  const key = contentHash(body, String(brotli), String(gzip))
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const twin = (name: string, compressed: () => Buffer) => {
    const kept = made.take(name, key)
    if (kept) return kept
    const bytes = compressed()
    made.note(name, { key, hash: contentHash(bytes) })
    return bytes
  }
  return {
    br: twin(`${file}.br`, () => brotliCompressSync(body, { params })),
    gzip: gzip && twin(`${file}.gz`, () => gzipSync(body, { level: gzip })),
  }
}
