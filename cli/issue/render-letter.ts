import type { Article } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import type { RenderedIssue } from '../../src/features/newsletter/letter/letter.ts'
import { LetterTooLarge, renderIssue } from '../../src/features/newsletter/letter/render-issue.ts'
import { CommandFailure } from '../command-failure.ts'

/** @throws CommandFailure when the letter would be too large */
export function renderLetter(article: Article, siteUrl: string): RenderedIssue {
  try {
    return renderIssue(article, { ...siteContent(), siteUrl })
  } catch (error) {
    throw error instanceof LetterTooLarge ? new CommandFailure(error.message) : error
  }
}
