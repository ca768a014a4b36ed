/** Also without the signs that turn the direction of what follows. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

/**
 * What somebody else has typed, for the HTML of our mails: text, with its lines, of which no mail program makes a link by
 * itself, since a sign that nobody sees stands before each dot, colon and @ within a word.
 */
export function strangersHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/(?<=\S)[.:@](?=\S)/g, '&zwnj;$&')
    .replaceAll(/\r\n?|\n/g, '<br>')
}
