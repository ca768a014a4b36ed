/** Converts `What 72 hours can’t hold` to `what-72-hours-cant-hold`. Drops accents, but keeps other scripts' marks. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Converts a tag for URLs: `c-plus-plus` for `C++`, `c-sharp` for `C#`, and `web-design` for `Web Design`. */
export function tagSlug(tag: string): string {
  return slugOf(tag.replaceAll('+', ' plus ').replaceAll('#', ' sharp '))
}
