export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** An invisible character keeps mail programs from turning a stranger's text into links. */
export function strangersHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/(?<=\S)[.:@](?=\S)/g, '&zwnj;$&')
    .replaceAll(/\r\n?|\n/g, '<br>')
}
