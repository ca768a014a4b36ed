import { readArticles } from './articles.ts'
import { readFacts } from './facts/facts.ts'
import { readAll } from './read-content.ts'
import { readTextPages } from './text-pages.ts'

/** Articles and pages, which only the build and the newsletter need. */
export type SiteTexts = ReturnType<typeof readSiteTexts>

/** On globalThis, because a build loads this module twice: to check content and to render pages. */
const shared: typeof globalThis & { cachedTexts?: SiteTexts } = globalThis

/** Articles and pages, cached. `npm run dev` rereads them, including drafts and scheduled ones. @throws ContentError */
export function siteTexts(): SiteTexts {
  if (shared.cachedTexts === undefined || import.meta.env?.DEV) shared.cachedTexts = readSiteTexts()
  return shared.cachedTexts
}

export function readSiteTexts() {
  const isDev = import.meta.env?.DEV === true
  const facts = readFacts()
  const { read, pages } = readAll({
    read: () => readArticles(facts, new Date(), ({ preview }) => isDev || preview !== undefined),
    pages: () => readTextPages(facts),
  })
  return {
    articles: read.filter(({ notOut }) => isDev || notOut === undefined),
    /** Unpublished articles for whoever has the link, at /blog/preview/ and their secret word. */
    previews: read.filter(({ notOut, preview }) => notOut !== undefined && preview !== undefined),
    pages,
  }
}
