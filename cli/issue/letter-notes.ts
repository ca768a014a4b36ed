import type { Studio } from '../../src/content/studio.ts'

/** What the owner should know of a letter before readers get it. */
export function letterNotes(
  isOut: boolean,
  siteUrl: string,
  { postalAddress }: Pick<Studio, 'postalAddress'>,
): string[] {
  const notes = {
    'The article is not out yet: links to it lead nowhere until it is.': !isOut,
    [`SITE_URL is ${siteUrl}: mail programs offer to unsubscribe at https addresses only.`]:
      !siteUrl.startsWith('https:'),
    'content/studio.yaml has no postalAddress: the law asks for one, and issue send refuses to go without it.':
      postalAddress === undefined,
  }
  return Object.entries(notes).flatMap(([note, applies]) => (applies ? [note] : []))
}
