import { escapeHtml, strangersHtml } from './escape.ts'
import { inColors, type MailLook, outlookStyle, styleSheets, styles } from './mail-look.ts'

// In pixels.
const threadAt = 16
const threadWide = 2

export type Link = { text: string; href: string }

/** Whose mail it is: name and site, its look, and the language that the mail is in. */
export type Brand = Link & { look: MailLook; lang: string }

export type Framed = {
  title: string
  preview: string
  brand: Brand
  parts: readonly string[]
}

export const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const beside = `padding:0 0 0 20px;border-left:${threadWide}px solid @thread;${styles.text}`

/** Outlook for Windows knows no layout but tables. The mail loads nothing, so that opening it tells nobody. */
export function mailFrame({ title, preview, brand, parts }: Framed): string {
  const name = escapeHtml(title)
  const html = `<!doctype html>
<html lang="${brand.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${name}</title>
${styleSheets(brand.look)
  .map((sheet) => `<style>\n${sheet}\n</style>`)
  .join('\n')}
<!--[if mso]><style>${outlookStyle}</style><![endif]-->
</head>
<body style="margin:0;padding:0;background-color:@ground">
<div role="article" aria-label="${name}" lang="${brand.lang}" class="letter">
<div style="${styles.preheader}">${strangersHtml(preview)}${' &zwnj;'.repeat(Math.max(0, 140 - preview.length))}</div>
<table ${layout} width="100%" class="ground" bgcolor="@ground" style="background-color:@ground">
<tr>
<td align="center" class="edge" style="padding:32px 20px 48px">
<!--[if mso]><table ${layout} width="600"><tr><td style="padding:0"><![endif]-->
<table ${layout} width="100%" style="max-width:600px;table-layout:fixed;text-align:left">
<colgroup><col width="${threadAt}"><col></colgroup>
<tr><td colspan="2" style="padding:0">${headHtml(brand)}</td></tr>
${parts.map(threadedRow).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>
</table>
</div>
</body>
</html>
`
  return inColors(html, brand.look)
}

/** One row a part: Outlook breaks a taller one at the wrong places. Together their borders make one thread. */
function threadedRow(content: string): string {
  return `<tr>
<td width="${threadAt}" style="padding:0;font-size:1px">&nbsp;</td>
<td class="thread text" style="${beside}">
${content}
</td>
</tr>`
}

/** The thread begins beside the name. */
function headHtml({ text, href }: Brand): string {
  return `<table ${layout}><tr>
<td width="${threadAt}" style="padding:0;font-size:1px">&nbsp;</td>
<td width="${threadWide}" class="spar" bgcolor="@thread" style="padding:0;font-size:0;line-height:0"></td>
<td style="padding:6px 0 14px 20px"><a href="${escapeHtml(href)}" class="name" style="${styles.name}">${escapeHtml(text)}</a></td>
</tr></table>`
}

export function linkHtml({ text, href }: Link, style: string = styles.a): string {
  return `<a href="${escapeHtml(href)}" style="${style}">${escapeHtml(text)}</a>`
}

export function buttonHtml(link: Link): string {
  return `<table ${layout} style="margin:0 0 18px"><tr><td class="button" style="${styles.buttonCell}">${linkHtml(link, styles.button)}</td></tr></table>`
}

export function codeBoxHtml(text: string): string {
  return `<table ${layout} width="100%" style="${styles.codeBox}"><tr><td class="tag" bgcolor="@panel" style="${styles.codeCell}"><pre style="${styles.pre}">${escapeHtml(text)}</pre></td></tr></table>`
}

export function smallHtml(content: string): string {
  return `<p class="second" style="${styles.small}">${content}</p>`
}
