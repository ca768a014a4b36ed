import * as base64 from 'nodemailer/lib/base64'
import * as qp from 'nodemailer/lib/qp'
import type { Article } from '../../../platform/content/articles.ts'
import { htmlTexts } from '../../../platform/email/html-text.ts'
import { mailFrame } from '../../../platform/email/mail-frame.ts'
import { type IssueSite, letterOf, type RenderedIssue } from './letter.ts'
import { letterParts } from './letter-html.ts'

/** Of the encoded HTML: Gmail cuts a mail at 102 kB, and hides the link to leave with the rest. */
export const maxIssueBytes = 90_000

export class LetterTooLarge extends Error {
  override name = 'LetterTooLarge'
}

/** @throws LetterTooLarge when mail programs would not show the HTML whole */
export function renderIssue(article: Article, site: IssueSite): RenderedIssue {
  const letter = letterOf(article, site)
  const { title, description: preview } = article
  const parts = letterParts(letter)
  const html = mailFrame({ title, preview, brand: letter.from, parts })
  const bytes = encodedBytes(html)
  if (bytes > maxIssueBytes) {
    const [has, may] = [bytes, maxIssueBytes].map((each) => Math.ceil(each / 1_000))
    throw new LetterTooLarge(
      `The issue would have ${has} kB, and mail programs cut what is above ${may} kB. Make the article shorter.`,
    )
  }
  return {
    subject: title,
    text: `${[letter.from.text, ...htmlTexts(parts, letter.links.pictureWord)].join('\n\n\n')}\n`,
    html,
  }
}

/** Bytes of a text in transit (RFC 2045): base64 where most letters are beyond ASCII, as in nodemailer. */
export function encodedBytes(text: string): number {
  const beyond = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const lines = text.replaceAll('\n', '\r\n')
  return (beyond >= latin ? base64.wrap(base64.encode(lines)) : qp.wrap(qp.encode(lines))).length
}
