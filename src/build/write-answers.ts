import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { ContentError } from '../content/read-content.ts'
import { siteContent } from '../content/site-content.ts'
import { mediaTypeOf } from '../lib/net/site-files.ts'
import type { StaticManifest } from '../server/http/static-files.ts'
import { deadLinks, type PageLinks } from './dead-links.ts'
import { type Answer, type AnswerJob, prepareAnswer } from './prepare-answer.ts'
import { stopForMistake } from './stop-for-mistake.ts'

const alreadyCompressed = new Set(['.jpg', '.png', '.webp', '.woff2'])

/** After the build: compresses every file and writes static.json, from which the server answers. */
export function writeAnswers(onDemand: readonly string[]): AstroIntegration {
  const policies = new Map<string, string>()
  let rendered: { pattern: string; patternRegex: RegExp }[] = []
  let site = ''
  return {
    name: 'write-answers',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site ?? ''
      },
      'astro:routes:resolved': ({ routes }) => {
        rendered = routes.filter(
          ({ isPrerendered, origin, pattern }) => !isPrerendered && origin === 'project' && pattern !== notFound,
        )
      },
      'astro:build:generated': ({ routeToHeaders }) => {
        for (const [path, { headers }] of routeToHeaders) {
          const policy = headers.get('content-security-policy')
          if (policy !== null) policies.set(path === '' ? '/' : path, policy)
        }
      },
      'astro:build:done': async ({ dir }) => {
        requireSameRoutes(onDemand, rendered)
        const answers = await Promise.all(jobsFor(fileURLToPath(dir), site, policies).map(prepareAnswer))
        const { redirects } = siteContent()
        await stopForMistake(() => refuseDeadLinks(answers, redirects, onDemand))
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

const notFound = '/404'

/** @throws Error for a page that nobody could ask for, and for a path that nothing renders */
function requireSameRoutes(
  onDemand: readonly string[],
  rendered: readonly { pattern: string; patternRegex: RegExp }[],
): void {
  const unlisted = rendered.find(({ patternRegex }) => !onDemand.some((path) => patternRegex.test(path)))
  if (unlisted !== undefined)
    throw new Error(`src/routes.ts: ${unlisted.pattern} is rendered on demand, but not listed`)
  const missing = onDemand.find((path) => !rendered.some(({ patternRegex }) => patternRegex.test(path)))
  if (missing !== undefined) throw new Error(`src/routes.ts: nothing in src/pages renders ${missing}`)
}

const healthPaths = ['/healthz', '/readyz']

/** @throws ContentError for links, and former addresses, that lead nowhere */
function refuseDeadLinks(
  answers: readonly Answer[],
  redirects: Record<string, string>,
  onDemand: readonly string[],
): void {
  const paths = new Set([...answers.map(({ file }) => file.path), ...onDemand, ...healthPaths])
  const isPage = (path: string) => paths.has(path)
  const taken = Object.keys(redirects).filter(isPage)
  if (taken.length > 0)
    throw new ContentError(`content/redirects.yaml:\n  ${taken[0]}: there is a page at this address`)
  const former: PageLinks = {
    path: 'content/redirects.yaml',
    ids: new Map(),
    links: new Set(Object.values(redirects)),
  }
  const dead = deadLinks({
    pages: [...answers.flatMap(({ links }) => links ?? []), former],
    answers: (path) => isPage(path) || redirects[path] !== undefined,
  })
  if (dead.length > 0) throw new ContentError(`Links that lead nowhere:\n${dead.join('\n')}`)
}

function jobsFor(folder: string, site: string, policies: ReadonlyMap<string, string>): AnswerJob[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length).replace(/^\/+/, ''))
    .sort()
  return files.map((file) => {
    const type = mediaTypeOf(file)
    if (type === undefined) throw new Error(`public/${file}: no media type is known for ${extname(file)}`)
    const path = pathOf(file)
    return {
      folder,
      file,
      path,
      type,
      site,
      compressible: !alreadyCompressed.has(extname(file)),
      policy: policies.get(path),
    }
  })
}

/** `index.html` answers at `/`, `blog/a.html` at `/blog/a`; anything else under its own name. */
function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`
}
