export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
}

/** Removes accents, and keeps the marks of scripts that need them. `What 72 hours can’t hold` reads `what-72-hours-cant-hold` in an address. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** A header or another text from a browser as one line of limited length. Null if empty. */
export function shortText(text: string | undefined, longest = 500): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line === '' ? null : [...line.slice(0, longest * 2)].slice(0, longest).join('')
}

/** Removes marks with which a stranger's text could change the direction of text beside it (UAX #9). */
export function withoutTurns(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]+/g, '')
}

/** Hyphens where no line breaks: in `72-hour` and `e-mail`. */
export const unbroken = /((?<![\d\p{L}])(?:\d+|\p{L})-\p{L}+)/u

/** Separator between a text and the next one, unless it ends with punctuation. */
export function endOf(text: string): '' | ';' {
  return /[.,:;!?…]["”’)]*$/.test(text) ? '' : ';'
}
