import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { filesIn } from '../../platform/content/starter/starter.ts'
import { pagePolicy } from '../../platform/http/page-policy.ts'
import { mediaTypeOf } from '../../platform/http/site-files.ts'
import type { StaticFile, StaticManifest } from '../../platform/http/static-manifest.ts'
import { type PageLinks, pageLinks, requireLiveLinks } from './dead-links.ts'
import { runBuildStep } from './run-build-step.ts'

/** Compresses every built file, checks all links, and writes static.json (platform/http/static-manifest.ts). */
export function precompress(site: string): AstroIntegration {
  const policies = new Map<string, string>()
  let onDemandRoutes: RegExp[] = []
  return {
    name: 'precompress',
    hooks: {
      'astro:routes:resolved': ({ routes }) => {
        const onDemand = routes.filter(({ isPrerendered, origin }) => !isPrerendered && origin === 'project')
        onDemandRoutes = onDemand.map(({ patternRegex }) => patternRegex)
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        for (const [path, { headers }] of routeToHeaders) {
          const policy = headers.get('content-security-policy')
          if (policy !== null) policies.set(path === '' ? '/' : path, policy)
        }
      },
      'astro:build:done': async ({ dir }) => {
        const context = { folder: fileURLToPath(dir), site, policies }
        const built = await Promise.all(
          [...filesIn(context.folder)].map(([file, body]) => prepare(file, body, context)),
        )
        const files = built.map(({ file }) => file)
        const redirects = { ...siteContent().redirects, ...publishedPreviews() }
        await runBuildStep(() =>
          requireLiveLinks({
            pages: built.map(({ links }) => links).filter((links) => links !== undefined),
            paths: new Set(files.map(({ path }) => path)),
            redirects,
            isOnDemand: (path) => isOnDemand(path, onDemandRoutes),
          }),
        )
        const manifest: StaticManifest = { siteUrl: new URL(site).origin, files, redirects }
        await writeFile(new URL('../static.json', dir), `${JSON.stringify(manifest, null, 1)}\n`)
      },
    },
  }
}

function isOnDemand(path: string, routes: readonly RegExp[]): boolean {
  if (path.startsWith('/api/')) return true
  const hasPage = siteContent().calls !== undefined || !path.startsWith('/call')
  return hasPage && routes.some((route) => route.test(path))
}

/** Redirects for previews of articles that have since been published. */
function publishedPreviews(): Record<string, string> {
  const redirects: Record<string, string> = {}
  for (const { preview, path } of articlesAndPages().articles) {
    if (preview !== undefined) redirects[`/blog/preview/${preview}`] = path
  }
  return redirects
}

type BuiltFile = { file: StaticFile; links?: PageLinks }
type BuildContext = { folder: string; site: string; policies: ReadonlyMap<string, string> }

/** Writes a file's compressed copies. @returns its entry in the manifest and, for a page, its links */
async function prepare(name: string, body: Buffer, { folder, site, policies }: BuildContext): Promise<BuiltFile> {
  const type = mediaTypeOf(name)
  if (type === undefined) throw new Error(`public/${name}: ${extname(name)} files have no known media type`)
  const path = pathOf(name)
  const file: StaticFile = {
    path,
    file: name,
    type,
    // 66 bits of the hash.
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 11),
    immutable: /^(?:_astro|pictures)\//.test(name),
    encodings: await writeCompressed(`${folder}/${name}`, body, type),
  }
  if (!type.startsWith('text/html')) return { file }
  const html = body.toString()
  const policy = policies.get(path)
  if (policy !== undefined) file.policy = pagePolicy(policy, html, { isStatic: true })
  return { file, links: pageLinks(path, html, site) }
}

const alreadyCompressed = new Set(['.avif', '.jpg', '.png', '.webp', '.woff2'])
/** Types that get the best compression because visitors wait for them. It's four times as slow and saves a tenth. */
const visitorTypes = /^text\/(?:html|css|javascript)/
const encoders = [
  { name: 'br', extension: 'br', encode: brotli },
  { name: 'gzip', extension: 'gz', encode: (body: Buffer) => promisify(gzip)(body, { level: 9 }) },
] as const

/** Writes compressed copies that are smaller than the file. @returns their encodings */
async function writeCompressed(path: string, body: Buffer, type: string): Promise<StaticFile['encodings']> {
  const encodings: StaticFile['encodings'] = []
  if (alreadyCompressed.has(extname(path))) return encodings
  for (const { name, extension, encode } of encoders) {
    const compressed = await encode(body, type)
    if (compressed.length >= body.length) continue
    await writeFile(`${path}.${extension}`, compressed)
    encodings.push(name)
  }
  return encodings
}

function brotli(body: Buffer, type: string): Promise<Buffer> {
  const quality = visitorTypes.test(type) ? 11 : 9
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

/** Maps files to URLs: `index.html` to `/`, `blog/a.html` to `/blog/a`, and other files to their own names. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
}
