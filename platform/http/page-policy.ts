import { hash } from 'node:crypto'

/** JSON-LD is data: no policy applies to it. */
const inline = /<(?:script(?! type="application\/ld)|style)(?:\s[^>]*)?>([^<]*(?:<(?!\/(?:script|style)>)[^<]*)*)</g

/**
 * Astro allows the inline scripts and styles of the whole site on every page, as 2 kB of hashes.
 * @returns the policy with those that `html` has: never one more, so that what somebody smuggles in doesn't run
 */
export function pagePolicy(policy: string, html: string): string {
  const own = new Set([...html.matchAll(inline)].map(([, text = '']) => hash('sha256', text, 'base64')))
  return policy
    .replaceAll(/; */g, ';')
    .replace(/;$/, '')
    .replaceAll(/ 'sha256-([^']+)'/g, (source, each) => (own.has(each) ? source : ''))
}
