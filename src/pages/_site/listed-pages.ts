import { lastChange } from '../../build/last-change.ts'
import { type PageText, pageTexts } from '../../content/page-texts.ts'
import { siteContent } from '../../content/site-content.ts'
import { siteTexts } from '../../content/site-texts.ts'

let kept: PageText[] | undefined

/**
 * Every listed page of the site: what the sitemaps, llms.txt, the twins in Markdown and the search are made of. Made once
 * in a build, and anew at every request of `npm run dev`.
 */
export function listedPages(site: URL): PageText[] {
  if (kept === undefined || import.meta.env.DEV) {
    const now = new Date()
    kept = pageTexts(siteContent(), siteTexts(), { site, now, lastChange: (files) => lastChange(files, now) })
  }
  return kept
}
