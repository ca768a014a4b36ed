import { hash } from 'node:crypto'

/** Matches inline scripts and styles with their text, but not JSON-LD: the policy doesn't apply to data. */
const inline = /<(script(?! type="application\/ld)|style)(?:\s[^>]*)?>([^<]*(?:<(?!\/(?:script|style)>)[^<]*)*)</g

/**
 * Astro's policy for each page lists the hashes of all inline scripts and styles on the site (2 kB). This keeps only the
 * page's own.
 * @param isStatic `html` contains nothing from visitors, so hashes that Astro doesn't list are added
 * @returns the policy for `html`. In dynamic pages, scripts that Astro doesn't list, such as injected scripts, don't run
 */
export function pagePolicy(policy: string, html: string, { isStatic = false } = {}): string {
  const inlineHashes = [...html.matchAll(inline)].flatMap(([, element = '', text = '']) => {
    if (text === '') return [] // a script with `src`
    return { directive: `${element}-src`, source: `'sha256-${hash('sha256', text, 'base64')}'` }
  })
  const directives = policy.split(';').flatMap((directiveText) => {
    const [name = '', ...sources] = directiveText.trim().split(' ')
    const needed = inlineHashes.flatMap(({ directive, source }) => (directive === name ? source : []))
    const hashes = new Set(isStatic ? needed : needed.filter((source) => sources.includes(source)))
    return name === '' ? [] : [name, ...sources.filter((source) => !source.startsWith("'sha256-")), ...hashes].join(' ')
  })
  return directives.join(';')
}
