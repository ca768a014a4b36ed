/** Converts `What 72 hours can’t hold` to `what-72-hours-cant-hold`. Drops accents, except marks that other scripts need. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Converts a tag for URLs: `C++` becomes `c-plus-plus`, `C#` becomes `c-sharp`, and `Web Design` becomes `web-design`. */
export function tagSlug(tag: string): string {
  return slugOf(tag.replaceAll('+', ' plus ').replaceAll('#', ' sharp '))
}
