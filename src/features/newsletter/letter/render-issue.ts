import type { Article } from '../../../content/articles.ts'
import { encodedBytes } from './encoded-bytes.ts'
import { type IssueSite, letterOf } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import type { RenderedIssue } from './rendered-issue.ts'

/** Of the HTML as it travels: Gmail cuts a mail at 102 kB, and hides the link to leave with the rest. */
export const maxIssueBytes = 90_000

/** The message names the size. */
export class LetterTooLarge extends Error {
  override name = 'LetterTooLarge'
}

/**
 * An article as a letter.
 * @throws LetterTooLarge when mail programs would not show the HTML whole
 */
export function renderIssue(article: Article, site: IssueSite): RenderedIssue {
  const letter = letterOf(article, site)
  const html = letterHtml(letter)
  const bytes = encodedBytes(html)
  if (bytes > maxIssueBytes) {
    const [has, may] = [bytes, maxIssueBytes].map((each) => Math.ceil(each / 1_000))
    throw new LetterTooLarge(
      `The letter would have ${has} kB, and mail programs cut what is above ${may} kB. Make the article shorter.`,
    )
  }
  return { subject: article.title, text: letterText(letter), html }
}
