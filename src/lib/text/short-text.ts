/** What a browser tells of itself, made fit to be kept: one line, cut to a length; null when nothing is left. */
export function shortText(text: string | undefined, longest = 500): string | null {
  const line = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return line === '' ? null : [...line.slice(0, longest * 2)].slice(0, longest).join('')
}
