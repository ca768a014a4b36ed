import type { Article } from '../../../content/articles.ts'
import type { SiteContent } from '../../../content/site-content.ts'
import type { RenderedIssue } from './rendered-issue.ts'

/** Where the letter comes from: `{ ...siteContent(), siteUrl }`. */
export type IssueSite = Pick<SiteContent, 'studio' | 'blog' | 'newsletter'> & {
  /** Without a trailing slash. */
  siteUrl: string
}

/**
 * An article as a letter.
 * @throws Error that says the size, when the HTML is larger than mail programs show whole
 */
export function renderIssue(article: Article, _site: IssueSite): RenderedIssue {
  return { subject: article.title, text: '', html: '' }
}
