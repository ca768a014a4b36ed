import { type Article, readArticles } from './articles.ts'
import { type LegalText, readLegal } from './legal.ts'
import { siteContent } from './site-content.ts'

/** The long texts. Only the build and the newsletter need them; the running site answers with what was built. */
export type SiteTexts = { articles: Article[]; privacy: LegalText; terms: LegalText }

/** One for all copies of this module: a build checks the content in one of them, and renders with another. */
const shared: typeof globalThis & { keptTexts?: SiteTexts } = globalThis

/**
 * Articles and legal texts, checked, read once; anew at every request of `npm run dev`, which shows drafts too, and what is
 * scheduled. @throws ContentError
 */
export function siteTexts(): SiteTexts {
  let kept = shared.keptTexts
  const isDev = import.meta.env?.DEV === true
  if (kept === undefined || isDev) {
    const { offers, studio } = siteContent()
    const facts = { ...offers, studio }
    kept = {
      articles: readArticles(facts, new Date(), () => isDev),
      privacy: readLegal('privacy', facts),
      terms: readLegal('terms', facts),
    }
    shared.keptTexts = kept
  }
  return kept
}
