/** `What 72 hours can’t hold` becomes `what-72-hours-cant-hold`. Drops Latin accents. Keeps marks that other scripts need. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** A tag in URLs: `C++` becomes `c-plus-plus`, `C#` `c-sharp`, and `Web Design` `web-design`. */
export function tagSlug(tag: string): string {
  return slugOf(tag.replaceAll('+', ' plus ').replaceAll('#', ' sharp '))
}
