const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** What XML 1.0, 2.2 does not count as a character: most control characters and halves of pairs. No escape makes them one. */
const notCharacters = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A text for elements and attributes. What XML can't hold at all is left out. */
export function escapeXml(text: string): string {
  return text.replaceAll(notCharacters, '').replaceAll(/[&<>"']/g, (char) => entities[char] ?? '')
}

/** An element that holds a text; none where there is no text. */
export function xmlElement(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>\n`
}

/** A whole document, as an answer. @param body what stands in its root element, and the element itself */
export function xmlResponse(body: string): Response {
  const headers = { 'content-type': 'application/xml; charset=utf-8' }
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, { headers })
}
