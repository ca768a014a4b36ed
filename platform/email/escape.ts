export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
}

/** Escapes a stranger's text. An invisible character keeps email programs from making links of it. */
export function untrustedHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/(?<=\S)[.:@](?=\S)/g, '&zwnj;$&')
    .replaceAll(/\r\n?|\n/g, '<br>')
}
