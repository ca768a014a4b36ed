/** Characters that have a meaning anywhere in CommonMark. An underscore inside a word doesn't. */
const specialCharacters = /[\\`*[\]<]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
/** Markup that starts a block: headings, lists, quotes, fences, and numbered lists. */
const blockStart = /^(#{1,6}(?=\s|$)|-(?=[-\s]|$)|\+(?=\s|$)|>|~(?=~~)|\d{1,9}(?=[.)](?:\s|$)))/

/** Escapes one line of plain text for CommonMark. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(specialCharacters, '\\$&')
    .replace(blockStart, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}

export function markdownLink(text: string, href: string): string {
  return `[${escapeMarkdown(text)}](${escapeHref(href)})`
}

/** Escapes an absolute URL for use as a link's destination. */
export function escapeHref(href: string): string {
  return href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20')
}
