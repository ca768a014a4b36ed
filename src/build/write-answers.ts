import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { ContentError } from '../content/read-content.ts'
import { siteContent } from '../content/site-content.ts'
import type { StaticFile, StaticManifest } from '../server/static-files.ts'
import { deadLinks } from './dead-links.ts'
import { stopForContent } from './stop-for-content.ts'

const brotliMax = (body: Buffer) =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
const gzipMax = (body: Buffer) => promisify(gzip)(body, { level: 9 })

const mediaTypes: Record<string, string> = {
  'feed.json': 'application/feed+json',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  // Not application/rss+xml for the feed: some browsers would save it instead of showing it, and readers take both.
  '.xml': 'application/xml; charset=utf-8',
}
const alreadyCompressed = new Set(['.png', '.woff2'])

/**
 * After the build: compresses every file once, as hard as it goes, and writes dist/static.json, from which the
 * server answers (its path, type, validator and content security policy, per file).
 */
export function writeAnswers(): AstroIntegration {
  const policies = new Map<string, string>()
  let onDemand: RegExp[] = []
  return {
    name: 'write-answers',
    hooks: {
      'astro:routes:resolved': ({ routes }) => {
        onDemand = routes.filter(({ isPrerendered }) => !isPrerendered).map(({ patternRegex }) => patternRegex)
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        for (const [path, { headers }] of routeToHeaders) {
          const policy = headers.get('content-security-policy')
          if (policy !== null) policies.set(path === '' ? '/' : path, policy)
        }
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir)
        const files: StaticFile[] = []
        for (const file of (await filesBelow(folder)).sort()) files.push(await prepare(folder, file, policies))
        const { redirects } = siteContent()
        await stopForContent(() => refuseDeadLinks(folder, files, redirects, onDemand))
        const manifest: StaticManifest = { files, redirects }
        await writeFile(new URL('../static.json', dir), `${JSON.stringify(manifest, null, 1)}\n`)
      },
    },
  }
}

/** @throws ContentError for links, and former addresses, that lead nowhere */
async function refuseDeadLinks(
  folder: string,
  files: readonly StaticFile[],
  redirects: Record<string, string>,
  onDemand: readonly RegExp[],
): Promise<void> {
  const paths = new Set(files.map(({ path }) => path))
  const isPage = (path: string) => paths.has(path) || onDemand.some((route) => route.test(path))
  const taken = Object.keys(redirects).filter(isPage)
  if (taken.length > 0)
    throw new ContentError(`content/redirects.yaml:\n  ${taken[0]}: there is a page at this address`)
  const html = files.filter(({ type }) => type.startsWith('text/html'))
  const pages = await Promise.all(
    html.map(async ({ path, file }) => ({ path, html: await readFile(`${folder}/${file}`, 'utf8') })),
  )
  const former = Object.values(redirects).map((to) => `<a href="${to}"></a>`)
  const dead = deadLinks({
    pages: [...pages, { path: 'content/redirects.yaml', html: former.join('') }],
    answers: (path) => isPage(path) || redirects[path] !== undefined,
  })
  if (dead.length > 0) throw new ContentError(`Links that lead nowhere:\n${dead.join('\n')}`)
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replace(/^\/+/, ''))
}

async function prepare(folder: string, file: string, policies: Map<string, string>): Promise<StaticFile> {
  const type = mediaTypes[file] ?? mediaTypes[extname(file)]
  if (type === undefined) throw new Error(`public/${file}: no media type is known for ${extname(file)}`)
  const body = await readFile(`${folder}/${file}`)
  const path = pathOf(file)
  const policy = policies.get(path)
  return {
    path,
    file,
    type,
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 20),
    immutable: file.startsWith('_astro/'),
    encodings: alreadyCompressed.has(extname(file)) ? [] : await compress(`${folder}/${file}`, body),
    ...(policy !== undefined && { policy: ownHashes(policy, body.toString()) }),
  }
}

/** Astro lists the hashes of the whole site on every page; this leaves those of the page's own scripts and styles. */
function ownHashes(policy: string, html: string): string {
  const inline = [...html.matchAll(/<(?:script|style)(?:\s[^>]*)?>(.*?)<\/(?:script|style)>/gs)].map(
    ([, text]) => text ?? '',
  )
  const own = new Set(inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))
  return policy.replaceAll(/ ('sha256-[^']+')/g, (found, hash: string) => (own.has(hash) ? found : ''))
}

/** Writes the compressed twins that are smaller than the file itself, the best first. */
async function compress(file: string, body: Buffer): Promise<StaticFile['encodings']> {
  const [br, gz] = await Promise.all([brotliMax(body), gzipMax(body)])
  const smaller = body.length
  const encodings: StaticFile['encodings'] = []
  if (br.length < smaller) {
    await writeFile(`${file}.br`, br)
    encodings.push('br')
  }
  if (gz.length < smaller) {
    await writeFile(`${file}.gz`, gz)
    encodings.push('gzip')
  }
  return encodings
}

/** `index.html` answers at `/`, `blog/a.html` at `/blog/a`; anything else under its own name. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
}
