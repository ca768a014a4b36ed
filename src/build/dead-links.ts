/** A page as it was built: where it answers, and its HTML. */
export type BuiltPage = { path: string; html: string }

type KnownAddresses = {
  /** Paths that answer without being a page: files, pages rendered on demand, former addresses. */
  answers: (path: string) => boolean
  pages: readonly BuiltPage[]
}

/**
 * Every link of the site that leads nowhere: to a path that nobody answers, or to a part of a page that isn't there.
 * @returns a line each
 */
export function deadLinks({ pages, answers }: KnownAddresses): string[] {
  const anchors = new Map(pages.map(({ path, html }) => [path, idsIn(html)]))
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
  return pages.flatMap(({ path, html }) =>
    [...new Set(localAddresses(html))]
      .filter((address) => !isAlive(address.startsWith('#') ? path + address : address))
      .map((address) => `  ${path} leads to ${address}, where there is nothing`),
  )
}

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''))
}

/** What `href`, `src` and `action` say, where it is on this site. `#` alone is the top of the page. */
function localAddresses(html: string): string[] {
  return [...html.matchAll(/ (?:href|src|action)="([/#][^"]*)"/g)]
    .map(([, address]) => (address ?? '').replaceAll('&amp;', '&'))
    .filter((address) => address !== '#' && !address.startsWith('//'))
}
