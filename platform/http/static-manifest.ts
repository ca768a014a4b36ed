import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLocalUrl } from './ip-address.ts'

/** The static files of a build. site/build/precompress.ts writes this to static.json. */
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
  /** Encodings of the compressed copies, most preferred first. */
  encodings: ('br' | 'gzip')[]
  /** A page's content security policy. */
  policy?: string
}

export function readManifest(build: string): StaticManifest {
  return JSON.parse(readFileSync(join(build, 'static.json'), 'utf8'))
}

/** Returns a warning if the pages were built for another URL. Local builds work with any port. */
export function siteUrlMismatch(build: string, siteUrl: string): string | undefined {
  const built = readManifest(build).siteUrl
  if (built === siteUrl || [built, siteUrl].every(isLocalUrl)) return undefined
  return `SITE_URL is ${siteUrl}, but the pages were built for ${built}: links, feeds, and the sitemap point to the old URL. Rebuild with the new SITE_URL and restart`
}
