import { type Article, readArticles } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { CommandFailure } from '../command-failure.ts'
import { harmless } from '../terminal/terminal.ts'

/** An article that is out. @throws CommandFailure that lists the articles, where there is no such one */
export function findArticle(slug: string): Article {
  const { offers, studio } = siteContent()
  const articles = readArticles({ ...offers, studio }, new Date())
  const article = articles.find((each) => each.slug === slug)
  if (article) return article
  const list = articles.map((each) => `  ${each.slug}`).join('\n')
  throw new CommandFailure(`There is no article ${harmless(slug)} that is out. There are:\n${list}`)
}

/** For looking at it beforehand: also a draft, and one whose day has not come. @throws CommandFailure as above */
export function findArticleOrDraft(slug: string): { article: Article; isOut: boolean } {
  const { offers, studio } = siteContent()
  const facts = { ...offers, studio }
  const readToo = readArticles(facts, new Date(), (each) => each === slug)
  const article = readToo.find((each) => each.slug === slug) ?? findArticle(slug)
  return { article, isOut: article.notOut === undefined }
}
