/** What a built page says of addresses: where it answers, which parts it has, and where on this site it leads. */
export type PageLinks = { path: string; ids: ReadonlySet<string>; links: ReadonlySet<string> }

type KnownAddresses = {
  /** Paths that answer without being a page: files, pages rendered on demand, former addresses. */
  answers: (path: string) => boolean
  pages: readonly PageLinks[]
}

/**
 * Every link of the site that leads nowhere: to a path that nobody answers, or to a part of a page that isn't there.
 * @returns a line each
 */
export function deadLinks({ pages, answers }: KnownAddresses): string[] {
  const anchors = new Map(pages.map(({ path, ids }) => [path, ids]))
  // The same links stand on every page: each is looked up once.
  const verdicts = new Map<string, boolean>()
  const isAlive = (address: string): boolean => {
    const known = verdicts.get(address)
    if (known !== undefined) return known
    const [path = '', anchor] = address.replace(/\?[^#]*/, '').split('#')
    const ids = anchors.get(path)
    const alive = ids ? !anchor || ids.has(decodeURIComponent(anchor)) : answers(path)
    verdicts.set(address, alive)
    return alive
  }
  return pages.flatMap(({ path, links }) =>
    [...links]
      .filter((address) => !isAlive(address.startsWith('#') ? path + address : address))
      .map((address) => `  ${path} leads to ${address}, where there is nothing`),
  )
}

/** @param site the address of the site, at which pages name their share pictures */
export function pageLinks(path: string, html: string, site: string): PageLinks {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''))
  const shares = [...html.matchAll(/<meta property="og:image" content="([^"]+)"/g)].map(([, url]) => new URL(url ?? ''))
  const pictures = shares.filter(({ origin }) => origin === new URL(site).origin).map(({ pathname }) => pathname)
  return { path, ids, links: new Set([...localAddresses(html), ...pictures]) }
}

/** What `href`, `src` and `action` say, where it is on this site. `#` alone is the top of the page. */
function localAddresses(html: string): string[] {
  return [...html.matchAll(/ (?:href|src|action)="([/#][^"]*)"/g)]
    .map(([, address]) => (address ?? '').replaceAll('&amp;', '&'))
    .filter((address) => address !== '#' && !address.startsWith('//'))
}
