/** A piece of what the agent says; one with `to` leads somewhere. */
export type Piece = { text: string; to?: string }

/** Takes off the marks of bold, italic and headings; the words and line breaks stay. */
export function stripMarks(text: string): string {
  return text
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/(\*\*\*|\*\*|___|__)(?=\S)(.*?\S)\1/gs, '$2')
    .replace(/(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])/g, '$1')
    .replace(/(?<![\w_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])/g, '$1')
}

/**
 * Finds what may be a link in what the agent says: pages of this site, by their path or address, and the studio's mail
 * address. Everything else, whatever it looks like, stays text.
 * @param origin of the page, e.g. `https://kitewright.example`
 */
export function findLinks(text: string, { email, origin }: { email: string; origin: string }): Piece[] {
  const page = String.raw`(?<![\w/.:-])(?:${escaped(origin)})?\/(?:blog(?:\/[a-z0-9-]+)?|privacy|terms|sitemap|contact|#[a-z-]+)(?![\w/-])`
  const mail = String.raw`(?<![\w.+-])${escaped(email)}(?![\w-])`
  return text.split(new RegExp(`(${page}|${mail})`)).flatMap((part, i): Piece[] => {
    if (part === '') return []
    if (i % 2 === 0) return [{ text: part }]
    return [{ text: part, to: part === email ? `mailto:${part}` : part.replace(origin, '') }]
  })
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, String.raw`\$&`)
}
