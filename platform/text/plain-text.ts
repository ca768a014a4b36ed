export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{DI}]/u.test(text)
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

const quotation = /“[^“”]{0,500}”|"[^"]{0,500}"/g

/** Removes quotations, such as an email that the visitor got from somebody else. */
export function withoutQuotations(text: string): string {
  return text.replaceAll(quotation, ' … ')
}
