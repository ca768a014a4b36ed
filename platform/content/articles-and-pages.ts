import { readArticles } from './articles.ts'
import { readFacts } from './facts/facts.ts'
import { readAll } from './files/content-error.ts'
import { readMarkdownPages } from './markdown-pages.ts'

export type ArticlesAndPages = ReturnType<typeof readArticlesAndPages>

/**
 * The cache is on globalThis because a build loads this module twice. One copy checks content, and the other renders
 * pages.
 */
const cache: typeof globalThis & { articlesAndPages?: ArticlesAndPages } = globalThis

/**
 * All articles and Markdown pages, cached. `npm run dev` rereads them and includes drafts and scheduled articles.
 * @throws ContentError
 */
export function articlesAndPages(): ArticlesAndPages {
  if (cache.articlesAndPages === undefined || import.meta.env?.DEV) cache.articlesAndPages = readArticlesAndPages()
  return cache.articlesAndPages
}

export function readArticlesAndPages(isDev = import.meta.env?.DEV === true) {
  const facts = readFacts()
  const { articles, pages } = readAll({
    articles: () => readArticles(facts, new Date(), ({ preview }) => isDev || preview !== undefined),
    pages: () => readMarkdownPages(facts),
  })
  return {
    articles: articles.filter(({ unpublished }) => isDev || unpublished === undefined),
    /** Unpublished articles that have a secret link below /blog/preview/. */
    previews: articles.filter(({ unpublished, preview }) => unpublished !== undefined && preview !== undefined),
    pages,
  }
}
