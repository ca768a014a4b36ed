import { textWidth, underlined, wrapText } from '../../../lib/mail/text-lines.ts'
import type { Letter } from './letter.ts'
import { proseLetterText } from './letter-prose-text.ts'

const rule = '-'.repeat(textWidth)

/** The letter for programs that show text alone, and for ears: complete, with every address. */
export function letterText(letter: Letter): string {
  const { article, links, from, meta, onSite, call, reason, unsubscribe, privacy, sender } = letter
  const address = ({ text, href }: { text: string; href: string }) => `${text}: ${href}`
  const [who = '', ...where] = sender
  const parts = [
    from.text,
    underlined(wrapText(article.title), '='),
    `${meta}\n${address(onSite)}`,
    proseLetterText(article.prose, links),
    rule,
    underlined(wrapText(call.heading), '-'),
    wrapText(call.text),
    `${address(call.button)}\n${call.byMail}: ${call.email}\n${call.mails.map(({ text }) => `  - ${text}`).join('\n')}`,
    rule,
    wrapText(reason),
    `${address(unsubscribe)}\n${address(privacy)}`,
    [`${who}, ${from.href}`, ...where.map((line) => wrapText(line))].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}
