import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAccept } from 'hono/utils/accept'
import { isLocal } from '../environment-hints.ts'
import type { Log } from '../log.ts'
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
type Prepared = { answer: BuiltResponse; notModified: BuiltResponse; etag: string }

/** In the form that `writeHead` takes. */
export type BuiltResponse = { status: 200 | 304 | 503; headers: Record<string, string>; body: Body | null }

type BuiltRequest = { method?: string | undefined; headers: Readonly<Record<string, string | string[] | undefined>> }

export type BuiltFiles = ReturnType<typeof openBuiltFiles>

const endings = { br: '.br', gzip: '.gz', identity: '' }
const maxCachedBytes = 48 * 1024 * 1024

/** Serves built files from memory: each is read at its first request and kept, up to 48 MiB in total. */
export function openBuiltFiles(build: string, common: Record<string, string>, log: Log) {
  const manifest = readManifest(build)
  const files = new Map(manifest.files.map((file) => [file.path, file]))
  const redirects = new Map(Object.entries(manifest.redirects))
  const cache = new Map<string, Prepared>()
  let cachedBytes = 0

  function load(file: StaticFile, encoding: Encoding): Prepared {
    const body = new Uint8Array(readFileSync(join(build, 'client', file.file + endings[encoding])))
    const prepared = prepare(file, encoding, body, files.has(markdownPath(file.path)), common)
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
        const { answer, notModified, etag } = cache.get(`${file.path} ${encoding}`) ?? load(file, encoding)
        const known = headers['if-none-match']
        return known !== undefined && isMatch(String(known), etag) ? notModified : answer
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

function prepare(
  { path, type, etag: hash, immutable, encodings, policy }: StaticFile,
  encoding: Encoding,
  body: Body,
  hasTwin: boolean,
  common: Record<string, string>,
): Prepared {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  const isTwin = type.startsWith('text/markdown')
  const varies = [hasTwin || isTwin ? 'Accept' : '', encodings.length > 0 ? 'Accept-Encoding' : ''].filter(Boolean)
  const headers = {
    'Content-Type': type,
    ETag: etag,
    'Cache-Control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    ...(varies.length > 0 && { Vary: varies.join(', ') }),
    ...(isTwin && { 'X-Robots-Tag': 'noindex', Link: `<${pagePath(path)}>; rel="canonical"` }),
    ...(embeddedTypes.test(type) ? embeddedHeaders(type, common) : common),
    ...(type.startsWith('image/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
  }
  const answer = { status: 200, headers: { ...headers, 'Content-Length': `${body.length}` }, body } as const
  // The same headers, but no body and so no length (RFC 9110, 15.4.5).
  return { answer, notModified: { status: 304, headers, body: null }, etag }
}

/** Files that pages embed. */
const embeddedTypes = /^(font|image)\/|^text\/(css|javascript)/

/**
 * Fonts, pictures, and scripts get no headers that only matter for pages: they took 0.8 kB of a first visit. An SVG
 * keeps the policy, because it can run scripts when opened directly.
 */
function embeddedHeaders(type: string, common: Record<string, string>): Record<string, string> {
  const dropped = ['Permissions-Policy', 'Cross-Origin-Opener-Policy']
  if (!type.startsWith('image/svg')) dropped.push('Content-Security-Policy')
  return Object.fromEntries(Object.entries(common).filter(([name]) => !dropped.includes(name)))
}

/** A build for this machine fits each of its ports. */
export function siteUrlMismatch(build: string, siteUrl: string): string | undefined {
  const built = readManifest(build).siteUrl
  if (built === siteUrl || [built, siteUrl].every(isLocal)) return undefined
  return `The pages were built for ${built}, but SITE_URL is ${siteUrl}: links, feeds, and the sitemap use the former. Build with the same SITE_URL and restart`
}
