export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}]/u.test(text)
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

export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}

/** A header or other text from a browser as one line of limited length; null if it's blank. */
export function shortText(text: string | undefined, maxLength = 500): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line === '' ? null : [...line.slice(0, maxLength * 2)].slice(0, maxLength).join('')
}

/** Removes direction controls, with which a stranger's text could reverse the text around it (UAX #9). */
export function withoutDirectionControls(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]+/g, '')
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
