/**
 * A mail's file as its reader sees it: as it stands, with encoded words in its headers decoded (RFC 2047), and with every
 * quoted-printable and base64 body decoded (RFC 2045). Not parsed: half of a file, or a broken one, is read like a whole one.
 */
export function viewsOf(file: Buffer): string[] {
  const raw = file.toString('utf8')
  const unfolded = raw.replaceAll(/\r?\n[ \t]+/g, ' ')
  return [
    raw,
    decodeWords(unfolded),
    decodeQuotedPrintable(raw),
    ...base64Bodies(raw),
    ...(raw.includes('\0') ? [raw.replaceAll('\0', '')] : []),
  ]
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?[^?\s]+\?([qb])\?([^?\s]*)\?=/gi, (_, encoding: string, words: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString('utf8')
        : decodeQuotedPrintable(words.replaceAll('_', ' ')),
    )
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/(?:=[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
}

function base64Bodies(text: string): string[] {
  const bodies = text.matchAll(/^[A-Za-z0-9+/]{4,}={0,2}(?:\r?\n[A-Za-z0-9+/]{4,}={0,2})*\r?$/gm)
  return [...bodies].map(([body]) => Buffer.from(body, 'base64').toString('utf8'))
}
