import { readArticles } from './articles.ts'
import { readFacts } from './facts/facts.ts'
import { readAll } from './read-content.ts'
import { readTextPages } from './text-pages.ts'

export type SiteTexts = ReturnType<typeof readSiteTexts>

/** On globalThis, because a build loads this module twice: once to check content, once to render pages. */
const shared: typeof globalThis & { cachedTexts?: SiteTexts } = globalThis

/** Articles and pages, cached. `npm run dev` rereads them, including drafts and scheduled ones. @throws ContentError */
export function siteTexts(): SiteTexts {
  if (shared.cachedTexts === undefined || import.meta.env?.DEV) shared.cachedTexts = readSiteTexts()
  return shared.cachedTexts
}

export function readSiteTexts(isDev = import.meta.env?.DEV === true) {
  const facts = readFacts()
  const { articles, pages } = readAll({
    articles: () => readArticles(facts, new Date(), ({ preview }) => isDev || preview !== undefined),
    pages: () => readTextPages(facts),
  })
  return {
    articles: articles.filter(({ unpublished }) => isDev || unpublished === undefined),
    /** Unpublished articles that have a secret link below /blog/preview/. */
    previews: articles.filter(({ unpublished, preview }) => unpublished !== undefined && preview !== undefined),
    pages,
  }
}
