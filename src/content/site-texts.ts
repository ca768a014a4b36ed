import { type Article, readArticles } from './articles.ts'
import { readFacts } from './facts.ts'
import { readAll } from './read-content.ts'
import { readTextPages, type TextPage } from './text-pages.ts'

/** The long texts: only the build and the newsletter need them. */
export type SiteTexts = { articles: Article[]; pages: TextPage[] }

/** On globalThis, since a build checks the content in one copy of this module and renders with another. */
const shared: typeof globalThis & { keptTexts?: SiteTexts } = globalThis

/** Articles and pages, read once; `npm run dev` reads them anew, with drafts and scheduled ones. @throws ContentError */
export function siteTexts(): SiteTexts {
  let kept = shared.keptTexts
  const isDev = import.meta.env?.DEV === true
  if (kept === undefined || isDev) {
    const facts = readFacts()
    kept = readAll({
      articles: () => readArticles(facts, new Date(), () => isDev),
      pages: () => readTextPages(facts),
    })
    shared.keptTexts = kept
  }
  return kept
}
