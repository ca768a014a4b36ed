import { hash } from 'node:crypto'

/** Not JSON-LD: the policy doesn't apply to data. */
const inline = /<(?:script(?! type="application\/ld)|style)(?:\s[^>]*)?>([^<]*(?:<(?!\/(?:script|style)>)[^<]*)*)</g

/**
 * Astro's policy of a page lists the hashes of all inline scripts and styles of the site, 2 kB.
 * @returns the policy with the hashes that `html` needs. It adds none, so an injected script doesn't run
 */
export function pagePolicy(policy: string, html: string): string {
  const own = new Set([...html.matchAll(inline)].map(([, text = '']) => hash('sha256', text, 'base64')))
  return policy
    .replaceAll(/; */g, ';')
    .replace(/;$/, '')
    .replaceAll(/ 'sha256-([^']+)'/g, (source, each) => (own.has(each) ? source : ''))
}
