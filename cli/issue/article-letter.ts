import { type Article, readArticles } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import type { RenderedIssue } from '../../src/features/newsletter/letter/letter.ts'
import { LetterTooLarge, renderIssue } from '../../src/features/newsletter/letter/render-issue.ts'
import { CommandFailure } from '../command.ts'
import { sanitize } from '../terminal/terminal.ts'

export function findArticle(slug: string, { isDraftToo = false } = {}): Article {
  const articles = readArticles(siteContent().facts, new Date(), (each) => isDraftToo && each.slug === slug)
  const article = articles.find((each) => each.slug === slug)
  if (article) return article
  const list = articles.map((each) => `  ${each.slug}`).join('\n')
  throw new CommandFailure(`There is no article ${sanitize(slug)} that is out. There are:\n${list}`)
}

export function renderLetter(article: Article, siteUrl: string): RenderedIssue {
  try {
    return renderIssue(article, { ...siteContent(), siteUrl })
  } catch (error) {
    throw error instanceof LetterTooLarge ? new CommandFailure(error.message) : error
  }
}

export function letterNotes({ notOut }: Article, siteUrl: string): string[] {
  const { postalAddress } = siteContent().studio
  const notes = [
    notOut !== undefined && 'The article is not out yet: links to it lead nowhere until it is.',
    !siteUrl.startsWith('https:') &&
      `SITE_URL is ${siteUrl}: mail programs offer to unsubscribe at https addresses only.`,
    postalAddress === undefined &&
      'content/studio.yaml has no postalAddress: the law asks for one, and issue send refuses to go without it.',
  ]
  return notes.filter((note) => note !== false)
}
