import { escapeHtml, strangersHtml } from './escape.ts'
import { outlookStyle, paper, styleSheets, styles } from './mail-look.ts'

// The kite's measures, in pixels; the thread hangs from its standing spar.
const half = 16
const above = 17
const below = 31
const spar = 2
const threadAt = half

export type Link = { text: string; href: string }

export type Framed = {
  title: string
  preview: string
  brand: Link
  parts: readonly string[]
}

export const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const beside = `padding:0 0 0 20px;border-left:${spar}px solid ${paper.thread};${styles.text}`

/** Outlook for Windows knows no layout but tables. The mail loads nothing, so that opening it tells nobody. */
export function mailFrame({ title, preview, brand, parts }: Framed): string {
  const name = escapeHtml(title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${name}</title>
${styleSheets.map((sheet) => `<style>\n${sheet}\n</style>`).join('\n')}
<!--[if mso]><style>${outlookStyle}</style><![endif]-->
</head>
<body style="margin:0;padding:0;background-color:${paper.ground}">
<div role="article" aria-label="${name}" lang="en" class="letter">
<div style="${styles.preheader}">${strangersHtml(preview)}${' &zwnj;'.repeat(Math.max(0, 140 - preview.length))}</div>
<table ${layout} width="100%" class="ground" bgcolor="${paper.ground}" style="background-color:${paper.ground}">
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

function headHtml(brand: Link): string {
  return `<table ${layout}><tr>
<td width="${2 * threadAt + spar}" style="padding:0">${kiteHtml()}</td>
<td style="padding:0 0 14px 12px"><a href="${escapeHtml(brand.href)}" class="name" style="${styles.name}">${escapeHtml(brand.text)}</a></td>
</tr></table>`
}

export function linkHtml({ text, href }: Link, style: string = styles.a): string {
  return `<a href="${escapeHtml(href)}" style="${style}">${escapeHtml(text)}</a>`
}

export function buttonHtml(link: Link): string {
  return `<table ${layout} style="margin:0 0 18px"><tr><td class="button" style="${styles.buttonCell}">${linkHtml(link, styles.button)}</td></tr></table>`
}

export function codeBoxHtml(text: string): string {
  return `<table ${layout} width="100%" style="${styles.codeBox}"><tr><td class="tag" bgcolor="${paper.tag}" style="${styles.codeCell}"><pre style="${styles.pre}">${escapeHtml(text)}</pre></td></tr></table>`
}

export function smallHtml(content: string): string {
  return `<p class="second" style="${styles.small}">${content}</p>`
}

const clear = 'transparent'

/** Borders, since mail programs take no SVG, list what is sent along, and tell the sender what they fetch. */
export function kiteHtml(): string {
  return `<!--[if mso]><span style="font:24px Arial;color:${paper.thread}">&#9670;</span><![endif]--><!--[if !mso]><!--><table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">
<tr>${quarter(above, [clear, '#d9412b', '#f5826a', clear])}${stick(`rowspan="3" width="${spar}"`)}${quarter(above, [clear, clear, '#a82a18', '#d9412b'])}</tr>
<tr>${stick('height="1"')}${stick('height="1"')}</tr>
<tr>${quarter(below, ['#e9a820', '#d9412b', clear, clear])}${quarter(below, ['#bf8210', clear, clear, '#a82a18'])}</tr>
</table><!--<![endif]-->`
}

function quarter(height: number, colours: readonly string[]): string {
  const box = `width:0;height:0;font-size:0;line-height:0;border-style:solid;border-width:${Math.floor(height / 2)}px ${half / 2}px ${Math.ceil(height / 2)}px`
  return `<td style="padding:0"><div style="${box};border-color:${colours.join(' ')}"></div></td>`
}

function stick(size: string): string {
  return `<td ${size} class="spar" bgcolor="${paper.ink}" style="padding:0;font-size:0;line-height:0"></td>`
}
