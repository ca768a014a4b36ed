/**
 * Cleans typed or pasted text. All kinds of line breaks become `
`. Other control characters, except tabs, are removed.
 * Normalizes to NFC. Keeps at most 30 combining marks per letter (UAX #15's stream-safe format), since NFC sorts marks in
 * quadratic time.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]+/gu, '')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(/(?<!\p{M})(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim()
}

/** Cleans text for one line. Removes direction controls, which could reverse the surrounding text (UAX #9). */
export function oneLine(text: string): string {
  const withoutDirections = text.replaceAll(/[\u202A-\u202E\u2066-\u2069]+/g, '')
  return cleanText(withoutDirections).replaceAll(/[\t\n]/g, ' ')
}

/** Cleans a value that must not have line breaks or invisible characters, such as soft hyphens and direction marks. */
export function visibleText(text: string): string {
  return cleanText(text.replaceAll(/[^\P{Cc}\t]|[\p{Zl}\p{Zp}\p{Cf}\p{DI}]/gu, ''))
}

/** Whether text has no visible characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{DI}]/u.test(text)
}

/** Quotes a visitor's text in an email. Every line starts with `>`, so it can't imitate the studio's text. */
export function quoted(text: string): string {
  const lines = cleanText(text).split('\n')
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n')
}

/** Cleans and truncates a header or other browser input. @param maxLength in code points @returns null if it's blank */
export function shortText(text: string | undefined, maxLength = 500): string | null {
  const line = oneLine(text ?? '')
  if (line === '') return null
  // A code point has at most two UTF-16 units, so this avoids splitting all of a long text.
  const start = line.slice(0, maxLength * 2)
  return [...start].slice(0, maxLength).join('')
}
