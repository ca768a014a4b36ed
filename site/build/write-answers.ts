import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { ContentError } from '../../platform/content/read-content.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { siteTexts } from '../../platform/content/site-texts.ts'
import { filesIn } from '../../platform/content/starter/starter.ts'
import type { StaticFile, StaticManifest } from '../../platform/http/built-files.ts'
import { pagePolicy } from '../../platform/http/page-policy.ts'
import { mediaTypeOf } from '../../platform/http/site-files.ts'
import { deadLinks, type PageLinks, pageLinks } from './dead-links.ts'
import { runBuildStep } from './run-build-step.ts'

/** After the build, compresses every file and writes static.json, from which the server serves them. */
export function writeAnswers(site: string): AstroIntegration {
  const policies = new Map<string, string>()
  let onDemandRoutes: RegExp[] = []
  return {
    name: 'write-answers',
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
        const folder = fileURLToPath(dir)
        const files = [...filesIn(folder)]
        const answers = await Promise.all(
          files.map(([file, body]) => prepareAnswer(file, body, { folder, site, policies })),
        )
        const { calls, redirects: ownRedirects } = siteContent()
        const redirects = { ...ownRedirects, ...formerPreviews() }
        const isOnDemand = (path: string) => {
          if (path.startsWith('/api/')) return true
          const isOffered = calls !== undefined || !path.startsWith('/call')
          return isOffered && onDemandRoutes.some((route) => route.test(path))
        }
        await runBuildStep(() => refuseDeadLinks(answers, redirects, isOnDemand))
        const manifest: StaticManifest = {
          siteUrl: new URL(site).origin,
          files: answers.map(({ file }) => file),
          redirects,
        }
        await writeFile(new URL('../static.json', dir), `${JSON.stringify(manifest, null, 1)}\n`)
      },
    },
  }
}

/** Redirects from previews to their articles once these are published. */
function formerPreviews(): Record<string, string> {
  return Object.fromEntries(
    siteTexts().articles.flatMap(({ preview, path }) => (preview ? [[`/blog/preview/${preview}`, path]] : [])),
  )
}

/** @throws ContentError for dead links and redirects */
function refuseDeadLinks(
  answers: readonly Answer[],
  redirects: Record<string, string>,
  isOnDemand: (path: string) => boolean,
): void {
  const paths = new Set([...answers.map(({ file }) => file.path), '/healthz', '/readyz'])
  const isPage = (path: string) => paths.has(path) || isOnDemand(path)
  const taken = Object.keys(redirects).filter(isPage)
  if (taken.length > 0)
    throw new ContentError(`content/redirects.yaml:\n  ${taken[0]}: there is a page at this address`)
  const links = new Set(Object.values(redirects))
  const redirectLinks: PageLinks = { path: 'content/redirects.yaml', ids: new Map(), links }
  const pages = [...answers.flatMap((answer) => answer.links ?? []), redirectLinks]
  const dead = deadLinks(pages, (path) => isPage(path) || redirects[path] !== undefined)
  if (dead.length > 0) throw new ContentError(`Dead links:\n${dead.join('\n')}`)
}

type Answer = { file: StaticFile; links?: PageLinks }

const alreadyCompressed = new Set(['.avif', '.jpg', '.png', '.webp', '.woff2'])
/** Files that visitors wait for. They get the best compression, which takes four times as long and saves a tenth. */
const visitorTypes = /^text\/(?:html|css|javascript)/
const encoders = [
  ['br', 'br', brotli],
  ['gzip', 'gz', (body: Buffer) => promisify(gzip)(body, { level: 9 })],
] as const

/** Writes compressed copies if they're smaller. @returns the file's entry in the manifest and, for a page, its links */
async function prepareAnswer(
  file: string,
  body: Buffer,
  { folder, site, policies }: { folder: string; site: string; policies: ReadonlyMap<string, string> },
): Promise<Answer> {
  const type = mediaTypeOf(file)
  if (type === undefined) throw new Error(`public/${file}: ${extname(file)} files have no known media type`)
  const path = pathOf(file)
  const encodings: StaticFile['encodings'] = []
  for (const [name, extension, encode] of alreadyCompressed.has(extname(file)) ? [] : encoders) {
    const copy = await encode(body, type)
    if (copy.length >= body.length) continue
    await writeFile(`${folder}/${file}.${extension}`, copy)
    encodings.push(name)
  }
  const etag = createHash('sha256').update(body).digest('base64url').slice(0, 11)
  const answer: StaticFile = { path, file, type, etag, immutable: /^(?:_astro|pictures)\//.test(file), encodings }
  if (!type.startsWith('text/html')) return { file: answer }
  const html = body.toString()
  const policy = policies.get(path)
  if (policy !== undefined) answer.policy = pagePolicy(policy, html, { isStatic: true })
  return { file: answer, links: pageLinks(path, html, site) }
}

function brotli(body: Buffer, type: string): Promise<Buffer> {
  const quality = visitorTypes.test(type) ? 11 : 9
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

/** `/` for `index.html`, `/blog/a` for `blog/a.html`; other files are served under their own names. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
}
