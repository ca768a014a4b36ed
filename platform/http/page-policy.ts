import { hash } from 'node:crypto'

/** Matches inline scripts and styles with their text. Leaves out JSON-LD, which is data, so the policy doesn't apply to it. */
const inlineElement =
  /<(script(?! type="application\/ld)|style)(?:\s[^>]*)?>([^<]*(?:<(?!\/(?:script|style)>)[^<]*)*)</g

/**
 * Reduces a page's content security policy to the hashes it needs. Astro lists those of all inline scripts and styles on the site
 * (2 kB).
 * @param isStatic whether `html` contains no visitor input. Its inline scripts can then be trusted, so hashes missing from Astro's
 * list are added. In other pages, a script with a missing hash could be injected, so it doesn't run
 */
export function pagePolicy(policy: string, html: string, { isStatic = false } = {}): string {
  const inlineHashes = [...html.matchAll(inlineElement)].flatMap(([, element = '', text = '']) => {
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
