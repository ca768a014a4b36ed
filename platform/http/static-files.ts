import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prefersMarkdown, quality } from './accept.ts'
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

export type StaticAnswer = { headers: string[]; body: Buffer; etag: string }

export type StaticFiles = ReturnType<typeof openStaticFiles>

type Accepted = { accept?: string | undefined; 'accept-encoding'?: string | string[] | undefined }

const endings = { br: '.br', gzip: '.gz', identity: '' }
const maxCachedBytes = 48 * 1024 * 1024

/** A file is read at its first request and kept, up to 48 MiB in all. @param common name and value in turn */
export function openStaticFiles(dist: string, common: readonly string[]) {
  const manifest = readManifest(dist)
  const files = new Map(manifest.files.map((file) => [file.path, file]))
  const redirects = new Map(Object.entries(manifest.redirects))
  const cache = new Map<string, StaticAnswer>()
  let cachedBytes = 0

  function load(file: StaticFile, encoding: keyof typeof endings): StaticAnswer {
    const body = readFileSync(join(dist, 'client', file.file + endings[encoding]))
    const answer = toAnswer(file, encoding, body, files.has(markdownPath(file.path)), common)
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
    find(path: string, accepted: Accepted): StaticAnswer | undefined {
      const file = (prefersMarkdown(accepted.accept) && files.get(markdownPath(path))) || files.get(path)
      if (file === undefined) return undefined
      const takes = String(accepted['accept-encoding'] ?? '')
      const encoding = file.encodings.find((each) => (quality(takes, each) ?? 0) > 0) ?? 'identity'
      return cache.get(`${file.path} ${encoding}`) ?? load(file, encoding)
    },
    redirectOf: (path: string) => redirects.get(path),
    isPage: (path: string) => files.get(path)?.type.startsWith('text/html') === true,
  }
}

export function readManifest(dist: string): StaticManifest {
  return JSON.parse(readFileSync(join(dist, 'static.json'), 'utf8'))
}

function toAnswer(file: StaticFile, encoding: string, body: Buffer, hasTwin: boolean, common: readonly string[]) {
  const etag = encoding === 'identity' ? `"${file.etag}"` : `"${file.etag}-${encoding}"`
  const headers = ['Content-Type', file.type, 'Content-Length', String(body.length), 'ETag', etag]
  headers.push(
    'Cache-Control',
    file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  )
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  const isTwin = file.type.startsWith('text/markdown')
  const varies = [hasTwin || isTwin ? 'Accept' : '', file.encodings.length > 0 ? 'Accept-Encoding' : ''].filter(Boolean)
  if (varies.length > 0) headers.push('Vary', varies.join(', '))
  if (isTwin) headers.push('X-Robots-Tag', 'noindex', 'Link', `<${pagePath(file.path)}>; rel="canonical"`)
  if (file.type.startsWith('image/')) headers.push('Cross-Origin-Resource-Policy', 'cross-origin')
  if (file.policy !== undefined) headers.push('Content-Security-Policy', file.policy)
  return {
    headers: withDefaults(headers, parts.test(file.type) ? headersOfParts(file.type, common) : common),
    body,
    etag,
  }
}

/** What a page loads as a part of itself. */
const parts = /^(font|image)\/|^text\/(css|javascript)/

/**
 * What rules a page means nothing beside a font, a picture or a script, and took 0.8 kB of a first visit. An SVG keeps the
 * policy: opened by itself it is a page, which could run scripts.
 */
function headersOfParts(type: string, common: readonly string[]): string[] {
  const kept = ['X-Content-Type-Options', 'Cross-Origin-Resource-Policy', 'Strict-Transport-Security']
  if (type.startsWith('image/svg')) kept.push('Content-Security-Policy')
  return common.filter((_, i) => kept.includes(common[i - (i % 2)] ?? ''))
}

export function withDefaults(headers: string[], common: readonly string[]): string[] {
  const own = new Set(headers.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()))
  const added = common.filter((_, i) => !own.has((common[i - (i % 2)] ?? '').toLowerCase()))
  return [...headers, ...added]
}

export function builtForAnother(dist: string, siteUrl: string): string | undefined {
  const built = readManifest(dist).siteUrl
  if (built === siteUrl) return undefined
  return `The pages were built for ${built}, and SITE_URL is ${siteUrl}: links, feeds and sitemap name the former. Build with the same SITE_URL and start again`
}
