import { pageTexts } from '../content/page-texts.ts'
import { siteContent } from '../content/site-content.ts'
import { siteTexts } from '../content/site-texts.ts'
import type { TextSection } from '../lib/text/text-section.ts'

/** What every listed page says, part by part, for the search. */
export function* textSections(site: URL): Generator<TextSection> {
  const context = { site, now: new Date(), lastChange: () => undefined }
  for (const { path, title, sections } of pageTexts(siteContent(), siteTexts(), context)) {
    for (const { anchor = '', heading = '', text } of sections) yield { path, title, anchor, heading, text }
  }
}
