import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { ContentError, withSlashes } from '../../platform/content/read-content.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { siteTexts } from '../../platform/content/site-texts.ts'
import type { StaticManifest } from '../../platform/http/built-files.ts'
import { deadLinks, type PageLinks } from './dead-links.ts'
import { type Answer, prepareAnswer } from './prepare-answer.ts'
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
        const answers = await Promise.all(
          filesIn(folder).map((file) => prepareAnswer(file, { folder, site, policies })),
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

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => withSlashes(relative(folder, join(entry.parentPath, entry.name))))
    .sort()
}
