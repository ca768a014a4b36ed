import { hash } from 'node:crypto'

/** Not JSON-LD: the policy doesn't apply to data. */
const inline = /<(script(?! type="application\/ld)|style)(?:\s[^>]*)?>([^<]*(?:<(?!\/(?:script|style)>)[^<]*)*)</g

/**
 * Astro's policy of a page lists the hashes of all inline scripts and styles that it knows of the site, 2 kB.
 * @param isStatic whether `html` has nothing of a visitor's, so that all inline elements are the site's
 * @returns the policy with the hashes that `html` needs. Unless it's static, none are added: an injected script doesn't run
 */
export function pagePolicy(policy: string, html: string, { isStatic = false } = {}): string {
  const own = [...html.matchAll(inline)].map(([, element = '', text = '']) => {
    return { directive: `${element}-src`, source: `'sha256-${hash('sha256', text, 'base64')}'` }
  })
  const directives = policy.split(';').flatMap((each) => {
    const [name = '', ...sources] = each.trim().split(' ')
    const needed = own.flatMap(({ directive, source }) => (directive === name ? source : []))
    const hashes = new Set(isStatic ? needed : needed.filter((source) => sources.includes(source)))
    return name === '' ? [] : [name, ...sources.filter((source) => !source.startsWith("'sha256-")), ...hashes].join(' ')
  })
  return directives.join(';')
}
