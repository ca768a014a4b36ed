import { hash } from 'node:crypto'

/** Matches inline scripts and styles with their text. Skips JSON-LD: it's data, so the policy doesn't apply. */
const inlineElement =
  /<(script(?! type="application\/ld)|style)(?:\s[^>]*)?>([^<]*(?:<(?!\/(?:script|style)>)[^<]*)*)</g

/**
 * Reduces a page's content security policy to the hashes it needs. Astro lists all inline scripts and styles on the site
 * (2 kB).
 * @param isStatic whether `html` has no visitor input, so its inline scripts are trusted and hashes missing from Astro's
 * list are added. On other pages, a script without a known hash could be injected, so it must not run
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
