import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAccept } from 'hono/utils/accept'
import type { Log } from '../log.ts'
import { markdownPath, pagePath } from './site-files.ts'
import { readManifest, type StaticFile } from './static-manifest.ts'

/** File suffixes of compressed copies, by encoding. */
const fileSuffixes = { br: '.br', gzip: '.gz', identity: '' }
type Encoding = keyof typeof fileSuffixes

/** Cache size. Most sites fit entirely. Files that don't fit are read from disk on each request. */
const maxCachedBytes = 48 * 1024 * 1024

type Headers = Record<string, string>
type Body = Uint8Array<ArrayBuffer>

/** A response. Its headers are in the format of `writeHead`. */
export type BuiltResponse = { status: 200 | 304 | 503; headers: Headers; body: Body | null }

type BuiltRequest = { method?: string | undefined; headers: Readonly<Record<string, string | string[] | undefined>> }

type FileResponses = { ok: BuiltResponse; notModified: BuiltResponse; etag: string }

export type BuiltFiles = ReturnType<typeof openBuiltFiles>

/** Serves built files from memory. Reads each file on its first request. */
export function openBuiltFiles(build: string, defaultHeaders: Headers, log: Log) {
  const manifest = readManifest(build)
  const files = new Map(manifest.files.map((file) => [file.path, file]))
  const redirects = new Map(Object.entries(manifest.redirects))
  const cache = new Map<string, FileResponses>()
  let cachedBytes = 0

  function load(file: StaticFile, encoding: Encoding): FileResponses {
    const body = new Uint8Array(readFileSync(join(build, 'client', file.file + fileSuffixes[encoding])))
    const hasMarkdown = files.has(markdownPath(file.path))
    const responses = buildResponses(body, headersFor(file, { encoding, hasMarkdown, defaultHeaders }))
    if (cachedBytes + body.length > maxCachedBytes) return responses
    cachedBytes += body.length
    cache.set(`${file.path} ${encoding}`, responses)
    return responses
  }

  return {
    /** @returns undefined if the build has no such file. The status is 503 if the file is missing on disk */
    find(path: string, { method, headers }: BuiltRequest): BuiltResponse | undefined {
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const file = (prefersMarkdown(headers['accept']) && files.get(markdownPath(path))) || files.get(path)
      if (file === undefined) return undefined
      const encoding = encodingOf(file, headers['accept-encoding'])
      try {
        const { ok, notModified, etag } = cache.get(`${file.path} ${encoding}`) ?? load(file, encoding)
        const cachedTags = headers['if-none-match']
        return cachedTags !== undefined && isMatch(String(cachedTags), etag) ? notModified : ok
      } catch (err) {
        log.error({ err, path: file.path }, 'couldn’t read a built file')
        return unavailable(defaultHeaders)
      }
    },
    redirectOf: (path: string) => redirects.get(path),
    typeOf: (path: string) => files.get(path)?.type,
  }
}

function prefersMarkdown(accept: string | string[] | undefined): boolean {
  if (typeof accept !== 'string' || !accept.includes('markdown')) return false
  const qualities = new Map(parseAccept(accept).map(({ type, q }) => [type.toLowerCase(), q]))
  const markdown = qualities.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (qualities.get('text/html') ?? 0)
}

function encodingOf({ encodings }: StaticFile, header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || encodings.length === 0) return 'identity'
  const accepted = parseAccept(header).flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : []))
  return encodings.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

/** Compares ETags weakly (RFC 9110, 13.1.2). A proxy that compresses a response makes its ETag weak. */
function isMatch(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')
}

type HeaderContext = { encoding: Encoding; hasMarkdown: boolean; defaultHeaders: Headers }

function headersFor(file: StaticFile, { encoding, hasMarkdown, defaultHeaders }: HeaderContext) {
  const { path, type, etag: hash, immutable, encodings, policy } = file
  const isMarkdown = type.startsWith('text/markdown')
  const vary: string[] = []
  if (hasMarkdown || isMarkdown) vary.push('Accept')
  if (encodings.length > 0) vary.push('Accept-Encoding')
  const headers: Headers & { ETag: string } = {
    'Content-Type': type,
    ETag: encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  if (vary.length > 0) headers['Vary'] = vary.join(', ')
  if (isMarkdown) {
    headers['X-Robots-Tag'] = 'noindex'
    headers['Link'] = `<${pagePath(path)}>; rel="canonical"`
  }
  Object.assign(headers, embeddedTypes.test(type) ? embeddedHeaders(type, defaultHeaders) : defaultHeaders)
  if (type.startsWith('image/')) headers['Cross-Origin-Resource-Policy'] = 'cross-origin'
  if (policy !== undefined) headers['Content-Security-Policy'] = policy
  return headers
}

/** Media types that pages embed. */
const embeddedTypes = /^(font|image)\/|^text\/(css|javascript)/

/**
 * Removes headers that only pages need, which saves 0.8 kB on a first visit. SVGs keep the content security policy,
 * since they can run scripts when opened directly.
 */
function embeddedHeaders(type: string, defaultHeaders: Headers): Headers {
  const pageHeaders = ['Permissions-Policy', 'Cross-Origin-Opener-Policy']
  if (!type.startsWith('image/svg')) pageHeaders.push('Content-Security-Policy')
  return Object.fromEntries(Object.entries(defaultHeaders).filter(([name]) => !pageHeaders.includes(name)))
}

function buildResponses(body: Body, headers: Headers & { ETag: string }): FileResponses {
  const ok = { status: 200, headers: { ...headers, 'Content-Length': `${body.length}` }, body } as const
  // A 304 has the same headers, but no body and therefore no length (RFC 9110, 15.4.5).
  return { ok, notModified: { status: 304, headers, body: null }, etag: headers.ETag }
}

function unavailable(defaultHeaders: Headers): BuiltResponse {
  const headers = { ...defaultHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return { status: 503, headers, body: new TextEncoder().encode('Service Unavailable\n') }
}
