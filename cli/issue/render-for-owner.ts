import type { Article } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { LetterTooLarge, renderIssue } from '../../src/features/newsletter/letter/render-issue.ts'
import { type RenderedIssue, withUnsubscribeLink } from '../../src/features/newsletter/letter/rendered-issue.ts'
import { CommandFailure } from '../command-failure.ts'

/** The letter as one reader gets it. @throws CommandFailure when it is too large */
export function renderForOwner(article: Article, siteUrl: string, link: string): RenderedIssue {
  try {
    return withUnsubscribeLink(renderIssue(article, { ...siteContent(), siteUrl }), link)
  } catch (error) {
    throw error instanceof LetterTooLarge ? new CommandFailure(error.message) : error
  }
}
