import type { Article } from '../../../content/articles.ts'
import { type IssueSite, letterOf, type RenderedIssue } from './letter.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'

/** Of the HTML as it travels: Gmail cuts a mail at 102 kB, and hides the link to leave with the rest. */
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

/**
 * About how many bytes a text takes on its way (RFC 2045). As nodemailer has it: base64 where letters beyond ASCII outnumber
 * those of it, else quoted-printable.
 */
export function encodedBytes(text: string): number {
  const bytes = Buffer.from(text)
  const beyond = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  if (beyond >= latin) return Math.ceil(withLineEnds(Math.ceil(bytes.length / 3) * 4, 76, 2))
  const escaped = bytes.reduce((count, byte) => count + bytesOf(byte), 0)
  // A line ends early rather than within what is escaped, and with a sign of its own.
  return Math.ceil(withLineEnds(escaped, 70, 3))
}

function withLineEnds(bytes: number, perLine: number, each: number): number {
  return bytes + (bytes / perLine) * each
}

/** Printable but =, and the tab, stand as they are; a line ends with two. */
function bytesOf(byte: number): number {
  if (byte === 0x0a) return 2
  return (byte >= 0x20 && byte <= 0x7e && byte !== 0x3d) || byte === 0x09 ? 1 : 3
}
