import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro'
import { ContentError, withSlashes } from '../../platform/content/read-content.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { siteTexts } from '../../platform/content/site-texts.ts'
import type { StaticManifest } from '../../platform/http/static-files.ts'
import { deadLinks, type PageLinks } from './dead-links.ts'
import { type Answer, prepareAnswer } from './prepare-answer.ts'
import { stopForMistake } from './stop-for-mistake.ts'

type Rendered = Pick<IntegrationResolvedRoute, 'pattern' | 'patternRegex'>

/**
 * After the build: compresses every file and writes static.json, from which the server answers.
 * @param onDemand what is rendered when it is asked for. @param direct what is answered without a page
 */
export function writeAnswers(onDemand: readonly string[], direct: readonly string[]): AstroIntegration {
  const policies = new Map<string, string>()
  let rendered: Rendered[] = []
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
        const folder = fileURLToPath(dir)
        const answers = await Promise.all(
          filesIn(folder).map((file) => prepareAnswer(file, { folder, site, policies })),
        )
        const redirects = { ...siteContent().redirects, ...formerPreviews() }
        const { calls } = siteContent()
        const there = calls ? onDemand : onDemand.filter((path) => !path.startsWith('/call'))
        await stopForMistake(() => refuseDeadLinks(answers, redirects, [...there, ...direct]))
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
function requireSameRoutes(onDemand: readonly string[], rendered: readonly Rendered[]): void {
  const unlisted = rendered.find(({ patternRegex }) => !onDemand.some((path) => patternRegex.test(path)))
  if (unlisted !== undefined)
    throw new Error(`server/routes.ts: ${unlisted.pattern} is rendered on demand, but not listed`)
  const missing = onDemand.find((path) => !rendered.some(({ patternRegex }) => patternRegex.test(path)))
  if (missing !== undefined) throw new Error(`server/routes.ts: nothing in site/pages renders ${missing}`)
}

/** Who has the link to a preview finds the article when it is out. */
function formerPreviews(): Record<string, string> {
  return Object.fromEntries(
    siteTexts().articles.flatMap(({ preview, path }) => (preview ? [[`/blog/preview/${preview}`, path]] : [])),
  )
}

const healthPaths = ['/healthz', '/readyz']

/** @throws ContentError for links, and former addresses, that lead nowhere */
function refuseDeadLinks(answers: readonly Answer[], redirects: Record<string, string>, onDemand: readonly string[]) {
  const paths = new Set([...answers.map(({ file }) => file.path), ...onDemand, ...healthPaths])
  const isPage = (path: string) => paths.has(path)
  const taken = Object.keys(redirects).filter(isPage)
  if (taken.length > 0)
    throw new ContentError(`content/redirects.yaml:\n  ${taken[0]}: there is a page at this address`)
  const links = new Set(Object.values(redirects))
  const former: PageLinks = { path: 'content/redirects.yaml', ids: new Map(), links }
  const pages = [...answers.flatMap((answer) => answer.links ?? []), former]
  const dead = deadLinks(pages, (path) => isPage(path) || redirects[path] !== undefined)
  if (dead.length > 0) throw new ContentError(`Links that lead nowhere:\n${dead.join('\n')}`)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => withSlashes(relative(folder, join(entry.parentPath, entry.name))))
    .sort()
}
