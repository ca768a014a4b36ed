import { readFileSync } from 'node:fs'
import { tryDecodeURIComponent } from 'hono/utils/url'
import { ContentError } from '../../platform/content/files/content-error.ts'
import { contentFiles, contentPath } from '../../platform/content/files/content-files.ts'

/** A page's links and anchors. `ids` counts the elements with each id. */
export type PageLinks = { path: string; ids: ReadonlyMap<string, number>; links: ReadonlySet<string> }

export function pageLinks(path: string, html: string, site: string): PageLinks {
  const ids = new Map<string, number>()
  for (const [, id = ''] of html.matchAll(/ id="([^"]+)"/g)) ids.set(id, (ids.get(id) ?? 0) + 1)
  const links = new Set<string>()
  for (const [, url = ''] of html.matchAll(/ (?:href|src|action)="([^"]*)"/g)) links.add(url.replaceAll('&amp;', '&'))
  for (const [, url = ''] of html.matchAll(/<meta property="og:image" content="([^"]+)"/g)) {
    const { origin, pathname } = new URL(url)
    if (origin === new URL(site).origin) links.add(pathname)
  }
  return { path, ids, links }
}

type BuiltSite = {
  pages: readonly PageLinks[]
  /** Paths of all built files. */
  paths: ReadonlySet<string>
  redirects: Readonly<Record<string, string>>
  isOnDemand: (path: string) => boolean
}

/** Routes of server/app.ts that pages can link to, although they aren't pages. */
const healthChecks = ['/healthz', '/readyz']

/** Checks a build's links. @throws ContentError for dead links, duplicate anchors, and redirects from a page's path */
export function requireLiveLinks({ pages, paths, redirects, isOnDemand }: BuiltSite): void {
  const isPage = (path: string) => paths.has(path) || healthChecks.includes(path) || isOnDemand(path)
  const hidden = Object.keys(redirects).find(isPage)
  if (hidden !== undefined)
    throw new ContentError(`content/redirects.yaml:\n  ${hidden}: is the path of a page. Remove the redirect`)
  // Check redirects as if a page linked to all their targets.
  const redirectLinks = { path: 'content/redirects.yaml', ids: new Map(), links: new Set(Object.values(redirects)) }
  const dead = deadLinks([...pages, redirectLinks], (path) => isPage(path) || redirects[path] !== undefined)
  if (dead.length > 0) throw new ContentError(`Dead links:\n${dead.join('\n')}`)
}

/** Lists dead links and duplicate anchors, one per line, each with the files in content/ that contain it. */
export function deadLinks(pages: readonly PageLinks[], isServed: (path: string) => boolean): string[] {
  const anchors = new Map(pages.map(({ path, ids }) => [path, ids]))
  const isAlive = (url: string): boolean => {
    const [path = '', anchor = ''] = url.replace(/\?[^#]*/, '').split('#')
    const ids = anchors.get(path)
    return ids ? anchor === '' || ids.has(tryDecodeURIComponent(anchor)) : isServed(path)
  }
  // Check each link only once. Many links are on every page.
  const alive = new Set<string>()
  const dead = new Map<string, { href: string; from: string[] }>()
  for (const { path, links } of pages) {
    for (const href of links) {
      const url = resolveOnSite(href, path)
      if (url === undefined || alive.has(url)) continue
      const known = dead.get(url)
      if (known) known.from.push(path)
      else if (isAlive(url)) alive.add(url)
      else dead.set(url, { href, from: [path] })
    }
  }
  const deadLines = [...dead].map(([url, { href, from }]) => {
    const more = from.length > 1 ? ` and ${from.length - 1} more` : ''
    return `  ${url}, linked from ${from[0]}${more}${sourcesOf(href, from)}`
  })
  return [...deadLines, ...pages.flatMap(duplicateAnchors)]
}

function duplicateAnchors({ path, ids }: PageLinks): string[] {
  const duplicates = [...ids].filter(([, count]) => count > 1)
  return duplicates.map(([id]) => `  ${path}#${id} exists twice. Rename one of the headings`)
}

/** @returns the path, query, and anchor of a link within the site, or undefined for other sites */
function resolveOnSite(href: string, page: string): string | undefined {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(href)) return undefined
  if (href.startsWith('/')) return href
  if (href.startsWith('#')) return page + href
  const { pathname, search, hash } = new URL(href, `https://site.example${page}`)
  return pathname + search + hash
}

/** Lists files and lines in content/ with a link. Searches for relative links only in the Markdown of their pages. */
function sourcesOf(href: string, pages: readonly string[]): string {
  const isAbsolute = href.startsWith('/')
  const names = pages.map((page) => page.split('/').at(-1))
  const pageFiles = names.flatMap((name) => [`/${name}.md`, `/${name}/index.md`])
  const hasLink = (line: string) =>
    isAbsolute ? line.split(/[\s()<>"'[\]{},]+/).includes(href) : line.includes(`](${href})`)
  const sources: string[] = []
  for (const file of contentFiles('**/*.{md,yaml}')) {
    if (!isAbsolute && !pageFiles.some((pageFile) => `/${file}`.endsWith(pageFile))) continue
    const lines = readFileSync(contentPath(file), 'utf8').split('\n')
    for (const [i, line] of lines.entries()) if (hasLink(line)) sources.push(`content/${file}:${i + 1}`)
  }
  return sources.length > 0 ? ` (${sources.join(', ')})` : ''
}
