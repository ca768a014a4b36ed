import { readFileSync } from 'node:fs'
import { tryDecodeURIComponent } from 'hono/utils/url'
import { contentFiles, contentPath } from '../../platform/content/read-content.ts'

/** `ids` has the number of elements with each id. */
export type PageLinks = { path: string; ids: ReadonlyMap<string, number>; links: ReadonlySet<string> }

export function pageLinks(path: string, html: string, site: string): PageLinks {
  const ids = new Map<string, number>()
  for (const [, id = ''] of html.matchAll(/ id="([^"]+)"/g)) ids.set(id, (ids.get(id) ?? 0) + 1)
  const addresses = [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
  const shareUrls = [...html.matchAll(/<meta property="og:image" content="([^"]+)"/g)].map(
    ([, url = '']) => new URL(url),
  )
  const pictures = shareUrls.filter(({ origin }) => origin === new URL(site).origin).map(({ pathname }) => pathname)
  return { path, ids, links: new Set([...addresses, ...pictures]) }
}

/** @returns a line for each dead link and each duplicate anchor, with the places in content/ that name it */
export function deadLinks(pages: readonly PageLinks[], isServed: (path: string) => boolean): string[] {
  const anchors = new Map(pages.map(({ path, ids }) => [path, ids]))
  const isAlive = (address: string): boolean => {
    const [path = '', anchor = ''] = address.replace(/\?[^#]*/, '').split('#')
    const ids = anchors.get(path)
    return ids ? anchor === '' || ids.has(tryDecodeURIComponent(anchor)) : isServed(path)
  }
  // Many links are on every page, so each is looked up once.
  const alive = new Set<string>()
  const dead = new Map<string, { written: string; from: string[] }>()
  for (const { path, links } of pages) {
    for (const written of links) {
      const address = resolveAddress(written, path)
      if (address === undefined || alive.has(address)) continue
      const known = dead.get(address)
      if (known) known.from.push(path)
      else if (isAlive(address)) alive.add(address)
      else dead.set(address, { written, from: [path] })
    }
  }
  const deadLines = [...dead].map(([address, { written, from }]) => {
    const more = from.length > 1 ? ` and ${from.length - 1} more` : ''
    return `  ${address}, linked from ${from[0]}${more}${placesOf(written, from)}`
  })
  return [...deadLines, ...pages.flatMap(duplicateAnchors)]
}

function duplicateAnchors({ path, ids }: PageLinks): string[] {
  const duplicates = [...ids].filter(([, count]) => count > 1)
  return duplicates.map(([id]) => `  ${path}#${id} exists twice: rename one of the headings`)
}

/** @returns path, query, and anchor of a link within the site; undefined for other sites */
function resolveAddress(written: string, page: string): string | undefined {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(written)) return undefined
  if (/^[/#]/.test(written)) return written.startsWith('#') ? page + written : written
  const { pathname, search, hash } = new URL(written, `https://site.example${page}`)
  return pathname + search + hash
}

/** Files and lines that contain an address. A relative one is looked up only in the texts of its pages. */
function placesOf(address: string, pages: readonly string[]): string {
  const isAbsolute = address.startsWith('/')
  const texts = pages.map((page) => page.split('/').at(-1)).flatMap((name) => [`/${name}.md`, `/${name}/index.md`])
  const files = contentFiles('**/*.{md,yaml}').filter(
    (file) => isAbsolute || texts.some((text) => `/${file}`.endsWith(text)),
  )
  const isIn = (line: string) =>
    isAbsolute ? line.split(/[\s()<>"'[\]{},]+/).includes(address) : line.includes(`](${address})`)
  const places = files.sort().flatMap((file) => {
    const lines = readFileSync(contentPath(file), 'utf8').split('\n')
    return lines.flatMap((line, i) => (isIn(line) ? [`content/${file}:${i + 1}`] : []))
  })
  return places.length > 0 ? ` (${places.join(', ')})` : ''
}
