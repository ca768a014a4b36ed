const marks = /[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const lineStart = /^(#{1,6}(?=\s|$)|[-+>](?=\s)|\d{1,9}(?=[.)]\s))/

/** A plain text as one line of Markdown (CommonMark) that reads the same: what would be a mark is escaped. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(marks, '\\$&')
    .replace(lineStart, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))
}

/** An address as the target of a link; whatever would end it too early is escaped. */
export function markdownLink(text: string, href: string): string {
  return `[${escapeMarkdown(text)}](${href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20')})`
}
