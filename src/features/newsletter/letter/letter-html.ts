import { escapeHtml } from '../../../lib/mail/escape.ts'
import { buttonHtml, layout, linkHtml, mailFrame, smallHtml } from '../../../lib/mail/mail-frame.ts'
import { paper, styles } from '../../../lib/mail/mail-look.ts'
import type { Letter } from './letter.ts'
import { proseLetterParts } from './letter-prose.ts'

/** The letter in the frame of every mail. Beside that it loads nothing but the article's own pictures. */
export function letterHtml(letter: Letter): string {
  const { article, links, from } = letter
  return mailFrame({
    title: article.title,
    preview: article.description,
    brand: from,
    parts: [titleHtml(letter), ...proseLetterParts(article.prose, links), callHtml(letter), footHtml(letter)],
  })
}

function titleHtml({ article, meta, onSite }: Letter): string {
  return `<h1 style="${styles.h1}">${escapeHtml(article.title)}</h1>
<p class="second" style="${styles.meta}">${escapeHtml(meta)} · ${linkHtml(onSite)}</p>`
}

function callHtml({ call }: Letter): string {
  const { heading, text, button, byMail, mails } = call
  return `<table ${layout} width="100%" style="${styles.box}"><tr><td class="tag box" bgcolor="${paper.tag}" style="${styles.boxCell}">
<h2 style="${styles.boxHeading}">${escapeHtml(heading)}</h2>
<p style="${styles.p}">${escapeHtml(text)}</p>
${buttonHtml(button)}
<p style="${styles.mails}"><i class="second serif" style="${styles.remark}">${escapeHtml(byMail)}</i><br>
${mails.map((mail) => linkHtml(mail, styles.boxLink)).join('<br>\n')}</p>
</td></tr></table>`
}

function footHtml({ reason, unsubscribe, privacy, sender, from }: Letter): string {
  const [who = '', ...where] = sender
  return [
    `<hr style="${styles.hr}">`,
    smallHtml(escapeHtml(reason)),
    smallHtml([unsubscribe, privacy].map((each) => linkHtml(each)).join(' &nbsp;·&nbsp; ')),
    smallHtml(
      [`${escapeHtml(who)}, ${linkHtml({ ...from, text: from.href })}`, ...where.map(escapeHtml)].join('<br>\n'),
    ),
  ].join('\n')
}
