import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of dist/static.json, written by the build. */
export type StaticFile = {
  path: string
  file: string
  type: string
  etag: string
  immutable: boolean
  /** Compressed twins beside the file, the best first. */
  encodings: ('br' | 'gzip')[]
  /** The Content-Security-Policy of a page; files without one get the strictest. */
  policy?: string
}

/** An answer in the form that node:http sends without further work. */
export type StaticAnswer = { headers: string[]; body: Buffer; etag: string }

export type StaticFiles = {
  /** @returns undefined where the build made nothing for this path */
  find(path: string, acceptEncoding: string): StaticAnswer | undefined
}

const endings = { br: '.br', gzip: '.gz', identity: '' }
const maxCachedBytes = 48 * 1024 * 1024

/**
 * The built site, answered from memory: a file is read at its first request and kept, up to 48 MiB in all.
 * @param dist folder that holds static.json and client/
 * @param common headers for every answer, as name and value in turn
 */
export function openStaticFiles(dist: string, common: readonly string[]): StaticFiles {
  const files = new Map(readManifest(dist).map((file) => [file.path, file]))
  const cache = new Map<string, StaticAnswer>()
  let cachedBytes = 0

  function load(file: StaticFile, encoding: keyof typeof endings): StaticAnswer {
    const answer = toAnswer(file, encoding, readFileSync(join(dist, 'client', file.file + endings[encoding])), common)
    cachedBytes += answer.body.length
    for (const [key, { body }] of cache) {
      if (cachedBytes <= maxCachedBytes) break
      cache.delete(key)
      cachedBytes -= body.length
    }
    cache.set(`${file.path} ${encoding}`, answer)
    return answer
  }

  return {
    find(path, acceptEncoding) {
      const file = files.get(path)
      if (file === undefined) return undefined
      const encoding = file.encodings.find((each) => accepts(acceptEncoding, each)) ?? 'identity'
      return cache.get(`${path} ${encoding}`) ?? load(file, encoding)
    },
  }
}

function readManifest(dist: string): StaticFile[] {
  return JSON.parse(readFileSync(join(dist, 'static.json'), 'utf8'))
}

/** Content negotiation as RFC 9110, 12.5.3, without preferring one encoding that the client takes over another. */
export function accepts(acceptEncoding: string, encoding: string): boolean {
  const found = acceptEncoding
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .find(([name]) => name?.toLowerCase() === encoding)
  return found !== undefined && Number(found[1] ?? 1) > 0
}

function toAnswer(file: StaticFile, encoding: string, body: Buffer, common: readonly string[]): StaticAnswer {
  const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`
  const headers = ['Content-Type', file.type, 'Content-Length', String(body.length), 'ETag', etag]
  headers.push(
    'Cache-Control',
    file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  )
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  if (file.encodings.length > 0) headers.push('Vary', 'Accept-Encoding')
  // Feed readers and previews show the pictures on other sites.
  if (file.type.startsWith('image/')) headers.push('Cross-Origin-Resource-Policy', 'cross-origin')
  if (file.policy !== undefined) headers.push('Content-Security-Policy', file.policy)
  return { headers: withDefaults(headers, common), body, etag }
}

/** Adds the common headers that the answer has not set itself. */
export function withDefaults(headers: string[], common: readonly string[]): string[] {
  const own = new Set(headers.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()))
  const added = common.filter((_, i) => !own.has((common[i - (i % 2)] ?? '').toLowerCase()))
  return [...headers, ...added]
}
