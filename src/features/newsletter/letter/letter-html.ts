import { escapeHtml } from '../../../lib/mail-page.ts'
import type { Letter } from './letter.ts'
import { outlookStyle, paper, styleSheets, styles } from './letter-look.ts'
import { proseLetterParts } from './letter-prose.ts'

const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const thread = `border-left:2px solid ${paper.thread}`
/** The letter's words stand to the right of the thread, which the mark at its top ends. */
const beside = `padding:0 0 0 22px;${thread};${styles.text}`

/**
 * The letter as mail programs take it: tables for its layout (Outlook for Windows knows no other), each element with its own
 * style, and a style sheet only for what can be missed (dark mode, narrow screens). It loads nothing but the article's own
 * pictures, so that opening it tells nobody.
 */
export function letterHtml(letter: Letter): string {
  const { article, links } = letter
  const title = escapeHtml(article.title)
  const rows = [titleHtml(letter), ...proseLetterParts(article.prose, links), callHtml(letter), footHtml(letter)]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${title}</title>
${styleSheets.map((sheet) => `<style>\n${sheet}\n</style>`).join('\n')}
<!--[if mso]><style>${outlookStyle}</style><![endif]-->
</head>
<body style="margin:0;padding:0;background-color:${paper.ground}">
<div role="article" aria-label="${title}" lang="en" class="letter">
<div style="${styles.preheader}">${escapeHtml(article.description)}${afterPreheader(article.description)}</div>
<table ${layout} width="100%" class="ground" bgcolor="${paper.ground}" style="background-color:${paper.ground}">
<tr>
<td align="center" class="edge" style="padding:32px 20px 48px">
<!--[if mso]><table ${layout} width="600"><tr><td style="padding:0"><![endif]-->
<table ${layout} width="100%" style="max-width:600px;table-layout:fixed;text-align:left">
<colgroup><col width="9"><col></colgroup>
<tr><td colspan="2" style="padding:0">${headHtml(letter)}</td></tr>
${rows.map(threadedRow).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>
</table>
</div>
</body>
</html>
`
}

/** One row a part: Outlook breaks a taller one at the wrong places. Together their borders make one thread. */
function threadedRow(content: string): string {
  return `<tr>
<td width="9" style="padding:0;font-size:1px">&nbsp;</td>
<td class="thread text" style="${beside}">
${content}
</td>
</tr>`
}

/** Keeps the text's first words out of the line that a list of mails shows. */
function afterPreheader(description: string): string {
  return '&nbsp;&zwnj;'.repeat(Math.max(0, 140 - description.length))
}

function headHtml({ from }: Letter): string {
  return `<table ${layout}><tr>
<td width="20" align="center" class="mark" style="${styles.mark}"><span aria-hidden="true">&#9670;</span></td>
<td style="padding:0 0 0 13px"><a href="${escapeHtml(from.href)}" class="name" style="${styles.name}">${escapeHtml(from.text)}</a></td>
</tr></table>`
}

function titleHtml({ article, meta, onSite }: Letter): string {
  return `<h1 style="${styles.h1}">${escapeHtml(article.title)}</h1>
<p class="second" style="${styles.meta}">${escapeHtml(meta)} · ${link(onSite)}</p>`
}

function callHtml({ call }: Letter): string {
  const { heading, text, button, byMail, mails } = call
  return `<table ${layout} width="100%" style="${styles.box}"><tr><td class="tag box" bgcolor="${paper.tag}" style="${styles.boxCell}">
<h2 style="${styles.boxHeading}">${escapeHtml(heading)}</h2>
<p style="${styles.p}">${escapeHtml(text)}</p>
<table ${layout} style="margin:0 0 18px"><tr><td class="button" bgcolor="${paper.red}" style="${styles.buttonCell}"><a href="${escapeHtml(button.href)}" style="${styles.button}">${escapeHtml(button.text)}</a></td></tr></table>
<p style="${styles.mails}"><i class="second serif" style="${styles.remark}">${escapeHtml(byMail)}</i><br>
${mails.map((mail) => link(mail, styles.boxLink)).join('<br>\n')}</p>
</td></tr></table>`
}

function footHtml({ reason, unsubscribe, privacy, sender, from }: Letter): string {
  const small = (content: string) => `<p class="second" style="${styles.small}">${content}</p>`
  const [who = '', ...where] = sender
  return [
    `<hr style="${styles.hr}">`,
    small(escapeHtml(reason)),
    small([unsubscribe, privacy].map((each) => link(each)).join(' &nbsp;·&nbsp; ')),
    small([`${escapeHtml(who)}, ${link({ ...from, text: from.href })}`, ...where.map(escapeHtml)].join('<br>\n')),
  ].join('\n')
}

function link({ text, href }: { text: string; href: string }, style: string = styles.a): string {
  return `<a href="${escapeHtml(href)}" style="${style}">${escapeHtml(text)}</a>`
}
