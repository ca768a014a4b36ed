import type { Article } from '../../../content/articles.ts'
import { type IssueSite, letterOf, type RenderedIssue } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'

/** Of the encoded HTML: Gmail cuts a mail at 102 kB, and hides the link to leave with the rest. */
export const maxIssueBytes = 90_000

export class LetterTooLarge extends Error {
  override name = 'LetterTooLarge'
}

/** @throws LetterTooLarge when mail programs would not show the HTML whole */
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

/** Bytes of a text in transit (RFC 2045): base64 where most letters are beyond ASCII, as in nodemailer. */
export function encodedBytes(text: string): number {
  const bytes = Buffer.from(text)
  const beyond = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  if (beyond >= latin) return Math.ceil(withLineEnds(Math.ceil(bytes.length / 3) * 4, 76, 2))
  const escaped = bytes.reduce((count, byte) => count + bytesOf(byte), 0)
  // Soft line breaks cost three, and come early.
  return Math.ceil(withLineEnds(escaped, 70, 3))
}

function withLineEnds(bytes: number, perLine: number, each: number): number {
  return bytes + (bytes / perLine) * each
}

function bytesOf(byte: number): number {
  if (byte === 0x0a) return 2
  return (byte >= 0x20 && byte <= 0x7e && byte !== 0x3d) || byte === 0x09 ? 1 : 3
}
