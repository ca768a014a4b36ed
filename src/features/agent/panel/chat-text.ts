/** A piece of what the agent says; one with `to` leads somewhere. */
export type Piece = { text: string; to?: string }

/** Bold and italic, also within each other; `2 * 3` and `snake_case_names` hold no marks. */
const marks = /(\*{2,3})(?=\S)(.*?\S)\1|(?<!\w)([*_]{1,3})(?=\S)(.*?\S)\3(?!\w)/gs

/** Takes off the marks of bold, italic and headings; the words and line breaks stay. */
export function stripMarks(text: string): string {
  return text
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(marks, '$2$4')
    .replace(marks, '$2$4')
}

/**
 * Finds what may be a link in what the agent says: pages of this site by their path, and the studio's mail address.
 * Everything else, whatever it looks like, stays text.
 */
export function findLinks(text: string, email: string): Piece[] {
  const mail = email.replace(/\W/g, String.raw`\$&`)
  const link = new RegExp(
    String.raw`(?<![\w.+:/-])(/(?:blog(?:/[\w-]+)?|privacy|terms|sitemap|contact|#[\w-]+)|${mail})(?![\w/-])`,
  )
  return text
    .split(link)
    .map((part, i) => (i % 2 === 0 ? { text: part } : { text: part, to: part === email ? `mailto:${part}` : part }))
}
