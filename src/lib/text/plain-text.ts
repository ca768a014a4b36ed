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

/** What a browser tells of itself, made fit to be kept: one line, cut to a length; null when nothing is left. */
export function shortText(text: string | undefined, longest = 500): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line === '' ? null : [...line.slice(0, longest * 2)].slice(0, longest).join('')
}

/** What stays on its line in spite of its hyphen: a number and what it counts (`72-hour`), a letter before a word (`e-mail`). */
export const unbroken = /((?<![\d\p{L}])(?:\d+|\p{L})-\p{L}+)/u

/** What has to follow a text so that the next one does not run into it: nothing where it ends with a sign. */
export function endOf(text: string): '' | ';' {
  return /[.,:;!?…]["”’)]*$/.test(text) ? '' : ';'
}
