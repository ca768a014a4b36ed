export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{DI}]/u.test(text)
}

/**
 * Cleans typed or pasted text. Line breaks of every kind become `\n`, and other control characters except tabs are removed.
 * Normalizes to NFC, and cuts more than 30 marks on a letter (UAX #15), since sorting them takes quadratic time.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]+/gu, '')
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim()
}

/** The address of a tag: `C++` becomes `c-plus-plus`, `C#` `c-sharp`, and `Web Design` `web-design`. */
export function tagSlug(tag: string): string {
  return slugOf(tag.replaceAll('+', ' plus ').replaceAll('#', ' sharp '))
}

/** Letters that Unicode doesn't decompose. */
const letterSpellings: Record<string, string> = { Œ: 'OE', Æ: 'AE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' }

/** Makes spellings equal for a search: case, accents, ligatures, invisible characters, and ß, œ, or ø for ss, oe, or o. */
export function foldText(text: string): string {
  if (!/[^\0-\x7F]/.test(text)) return text.toUpperCase()
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036F\p{Cf}\p{DI}]/gu, '')
  // Capitals make ß equal to ss, ı to i, and ς to σ.
  const capitals = plain.normalize('NFC').toLowerCase().toUpperCase()
  return capitals.replaceAll(/[ŒÆØŁĐÐÞ]/g, (letter) => letterSpellings[letter] ?? letter)
}

/** Removes line breaks and invisible characters, such as soft hyphens and direction marks, for text that never has any. */
export function visibleText(text: string): string {
  return cleanText(text.replaceAll(/[^\P{Cc}\t]|[\p{Zl}\p{Zp}\p{Cf}\p{DI}]/gu, ''))
}

/** Cleans text for one line. Direction controls could reverse the text around it (UAX #9), so they're removed. */
export function oneLine(text: string): string {
  const withoutDirections = text.replaceAll(/[\u202A-\u202E\u2066-\u2069]+/g, '')
  return cleanText(withoutDirections).replaceAll(/[\t\n]/g, ' ')
}

/** `What 72 hours can’t hold` becomes `what-72-hours-cant-hold`. Drops accents, but keeps other scripts' marks. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Starts every line with `>`, so that no line of a stranger's text looks like the studio's. */
export function quoted(text: string): string {
  const lines = cleanText(text).split('\n')
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n')
}

/** A header or other text from a browser as one line of limited length; null if it's blank. */
export function shortText(text: string | undefined, maxLength = 500): string | null {
  const line = oneLine(text ?? '')
  return line === '' ? null : [...line.slice(0, maxLength * 2)].slice(0, maxLength).join('')
}

/** Words that must not break at their hyphen: `72-hour`, `e-mail`. */
export const unbroken = /((?<![\d\p{L}])(?:\d+|\p{L})-\p{L}+)/u

/** @returns the separator before the next text, or '' if `text` ends with punctuation */
export function separatorAfter(text: string): '' | ';' {
  return /[.,:;!?…]["”’)]*$/.test(text) ? '' : ';'
}

/** @returns undefined if the text isn't valid JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
