import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuildCache, cacheKey } from './build-cache.ts'

export type Twins = { br: Buffer; gzip: Buffer /** Where the cache keeps them. */; key: string }

/** How hard to try: the hardest takes forty times as long as the quick one, and makes pages a tenth smaller. */
export type Effort = 'hardest' | 'quick'

const levels = { hardest: { brotli: 11, gzip: 9 }, quick: { brotli: 5, gzip: 6 } } as const
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

/** The same bytes are compressed once: the cache names them by their hash. */
export function compress(body: Buffer, effort: Effort, cache: BuildCache): Twins {
  const key = cacheKey(body, JSON.stringify(levels[effort]))
  const kept = cache.read(key)
  if (kept) {
    const end = 4 + kept.readUInt32BE()
    return { br: kept.subarray(4, end), gzip: kept.subarray(end), key }
  }
  const { brotli, gzip: level } = levels[effort]
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const twins = { br: brotliCompressSync(body, { params }), gzip: gzipSync(body, { level }), key }
  const length = Buffer.alloc(4)
  length.writeUInt32BE(twins.br.length)
  cache.write(key, Buffer.concat([length, twins.br, twins.gzip]))
  return twins
}
