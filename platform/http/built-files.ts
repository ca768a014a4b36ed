import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAccept } from 'hono/utils/accept'
import type { Log } from '../log.ts'
import { isLocalUrl } from './ip-address.ts'
import { markdownPath, pagePath } from './site-files.ts'

export type StaticManifest = {
  siteUrl: string
  files: StaticFile[]
  redirects: Record<string, string>
}

export type StaticFile = {
  path: string
  file: string
  type: string
  etag: string
  immutable: boolean
  encodings: ('br' | 'gzip')[]
  policy?: string
}

type Encoding = keyof typeof endings
type Body = Uint8Array<ArrayBuffer>
type Prepared = { response: BuiltResponse; notModified: BuiltResponse; etag: string }

/** A response, with headers for `writeHead`. */
export type BuiltResponse = { status: 200 | 304 | 503; headers: Record<string, string>; body: Body | null }

type BuiltRequest = { method?: string | undefined; headers: Readonly<Record<string, string | string[] | undefined>> }

export type BuiltFiles = ReturnType<typeof openBuiltFiles>

const endings = { br: '.br', gzip: '.gz', identity: '' }
const maxCachedBytes = 48 * 1024 * 1024

/** Serves built files from memory. Reads each at its first request and keeps up to 48 MiB. */
export function openBuiltFiles(build: string, common: Record<string, string>, log: Log) {
  const manifest = readManifest(build)
  const files = new Map(manifest.files.map((file) => [file.path, file]))
  const redirects = new Map(Object.entries(manifest.redirects))
  const cache = new Map<string, Prepared>()
  let cachedBytes = 0

  function load(file: StaticFile, encoding: Encoding): Prepared {
    const body = new Uint8Array(readFileSync(join(build, 'client', file.file + endings[encoding])))
    const hasMarkdown = files.has(markdownPath(file.path))
    const prepared = prepare(file, { encoding, body, hasMarkdown, common })
    if (cachedBytes + body.length > maxCachedBytes) return prepared
    cachedBytes += body.length
    cache.set(`${file.path} ${encoding}`, prepared)
    return prepared
  }

  return {
    /** @returns undefined if the site has no such file, and status 503 if it's missing on the disk */
    find(path: string, { method, headers }: BuiltRequest): BuiltResponse | undefined {
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const file = (prefersMarkdown(headers['accept']) && files.get(markdownPath(path))) || files.get(path)
      if (file === undefined) return undefined
      const encoding = encodingOf(file, headers['accept-encoding'])
      try {
        const { response, notModified, etag } = cache.get(`${file.path} ${encoding}`) ?? load(file, encoding)
        const known = headers['if-none-match']
        return known !== undefined && isMatch(String(known), etag) ? notModified : response
      } catch (err) {
        log.error({ err, path: file.path }, 'couldn’t read a built file')
        const headers = { ...common, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
        return { status: 503, headers, body: new TextEncoder().encode('Service Unavailable\n') }
      }
    },
    redirectOf: (path: string) => redirects.get(path),
    typeOf: (path: string) => files.get(path)?.type,
  }
}

export function readManifest(build: string): StaticManifest {
  return JSON.parse(readFileSync(join(build, 'static.json'), 'utf8'))
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

function isMatch(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*')
}

type FileToPrepare = { encoding: Encoding; body: Body; hasMarkdown: boolean; common: Record<string, string> }

function prepare(file: StaticFile, { encoding, body, hasMarkdown, common }: FileToPrepare): Prepared {
  const { path, type, etag: hash, immutable, encodings, policy } = file
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const isMarkdown = type.startsWith('text/markdown')
  const varies = []
  if (hasMarkdown || isMarkdown) varies.push('Accept')
  if (encodings.length > 0) varies.push('Accept-Encoding')
  const headers: Record<string, string> = {
    'Content-Type': type,
    ETag: etag,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  if (varies.length > 0) headers['Vary'] = varies.join(', ')
  if (isMarkdown) {
    headers['X-Robots-Tag'] = 'noindex'
    headers['Link'] = `<${pagePath(path)}>; rel="canonical"`
  }
  Object.assign(headers, embeddedTypes.test(type) ? embeddedHeaders(type, common) : common)
  if (type.startsWith('image/')) headers['Cross-Origin-Resource-Policy'] = 'cross-origin'
  if (policy !== undefined) headers['Content-Security-Policy'] = policy
  const response = { status: 200, headers: { ...headers, 'Content-Length': `${body.length}` }, body } as const
  // A 304 has the same headers, but no body and so no length (RFC 9110, 15.4.5).
  return { response, notModified: { status: 304, headers, body: null }, etag }
}

/** Types of files that pages embed. */
const embeddedTypes = /^(font|image)\/|^text\/(css|javascript)/

/**
 * Leaves out headers only pages need, which added 0.8 kB to a first visit. SVGs keep the content policy: they can
 * run scripts when opened directly.
 */
function embeddedHeaders(type: string, common: Record<string, string>): Record<string, string> {
  const dropped = ['Permissions-Policy', 'Cross-Origin-Opener-Policy']
  if (!type.startsWith('image/svg')) dropped.push('Content-Security-Policy')
  return Object.fromEntries(Object.entries(common).filter(([name]) => !dropped.includes(name)))
}

/** Warns if the build is for another URL. Local builds work with any port. */
export function siteUrlMismatch(build: string, siteUrl: string): string | undefined {
  const built = readManifest(build).siteUrl
  if (built === siteUrl || [built, siteUrl].every(isLocalUrl)) return undefined
  return `SITE_URL is ${siteUrl}, but the pages were built for ${built}: links, feeds, and the sitemap point to the old URL. Rebuild with the new SITE_URL and restart`
}
