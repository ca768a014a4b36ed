export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
}

/** Accents go, the signs of scripts that need them stay. `What 72 hours can’t hold` reads `what-72-hours-cant-hold` in an address. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** What a browser tells of itself, as one line of limited length; null when nothing is left. */
export function shortText(text: string | undefined, longest = 500): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line === '' ? null : [...line.slice(0, longest * 2)].slice(0, longest).join('')
}

/** A stranger's words must not turn the direction of what stands beside them (UAX #9: embeddings, overrides, isolates). */
export function withoutTurns(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]+/g, '')
}

/** Hyphens where no line breaks: in `72-hour` and `e-mail`. */
export const unbroken = /((?<![\d\p{L}])(?:\d+|\p{L})-\p{L}+)/u

/** The sign that parts a text from the next, unless it ends with one. */
export function endOf(text: string): '' | ';' {
  return /[.,:;!?…]["”’)]*$/.test(text) ? '' : ';'
}
