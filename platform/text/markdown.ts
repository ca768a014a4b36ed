const specialCharacters = /[\\`*[\]<]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const lineStart = /^(#{1,6}(?=\s|$)|-(?=[-\s]|$)|\+(?=\s|$)|>|~(?=~~)|\d{1,9}(?=[.)](?:\s|$)))/

/** Escapes one line of plain text for CommonMark. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(specialCharacters, '\\$&')
    .replace(lineStart, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}

export function markdownLink(text: string, href: string): string {
  return `[${escapeMarkdown(text)}](${escapeHref(href)})`
}

/** Escapes an absolute URL for the destination of a link. */
export function escapeHref(href: string): string {
  return href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20')
}
