import { escapeHtml, strangersHtml } from './escape.ts'
import { htmlTexts } from './html-text.ts'
import { type EmailLook, inColors, outlookStyle, styleSheets, styles } from './look.ts'

/** A stranger's text only goes into `who`, `quote`, `list`, and `facts`, which never make links of it. */
type EmailContent = {
  subject: string
  preview: string
  brand: Brand
  parts: readonly EmailPart[]
  facts?: readonly Fact[]
  foot?: readonly string[]
  links?: readonly Link[]
}

export type EmailPart =
  | { kind: 'heading'; text: string }
  | { kind: 'who'; above: string; text: string; email: Link }
  | { kind: 'line'; text: string }
  | { kind: 'section'; text: string }
  | { kind: 'steps'; items: readonly string[] }
  | { kind: 'label'; label: string; text: string }
  | { kind: 'button'; link: Link; isShown?: boolean }
  | { kind: 'signature'; lines: readonly string[] }
  | { kind: 'quote'; label: string; facts?: readonly Fact[]; text: string; isOurs?: boolean }
  | { kind: 'command'; label: string; text: string }
  | { kind: 'list'; items: readonly Fact[]; max: number; more: string }

export type Fact = readonly [label: string, value: string]

/** HTML and text from the same parts. The text has the whole of a list that the HTML shortens. */
export function renderEmail(content: EmailContent): { subject: string; text: string; html: string } {
  const { subject, preview, brand, facts = [], foot = [] } = content
  const end = [
    `<hr style="${styles.hr}">`,
    ...(facts.length > 0 ? [factsHtml(facts)] : []),
    ...foot.map((line) => smallHtml(ownHtml(line, content))),
    smallHtml(`${escapeHtml(brand.text)}, ${linkHtml({ ...brand, text: brand.href })}`),
  ].join('\n')
  const partsOf = (content: EmailContent) => [...content.parts.map((part) => partHtml(part, content)), end]
  const whole = content.parts.map((part) => (part.kind === 'list' ? { ...part, max: part.items.length } : part))
  const text = htmlTexts([partsOf({ ...content, parts: whole }).join('\n')]).join('')
  return { subject, text: `${text}\n`, html: emailFrame({ title: subject, preview, brand, parts: partsOf(content) }) }
}

function partHtml(part: EmailPart, content: EmailContent): string {
  switch (part.kind) {
    case 'heading':
      return `<h1 style="${styles.h1}">${escapeHtml(part.text)}</h1>`
    case 'section':
      return `<h2 style="${styles.h2}">${escapeHtml(part.text)}</h2>`
    case 'who':
      return whoHtml(part)
    case 'line':
      return `<p style="${styles.p}">${ownHtml(part.text, content)}</p>`
    case 'steps':
      return `<ol style="${styles.ol}">${part.items.map((item) => `<li style="${styles.li}">${ownHtml(item, content)}</li>`).join('')}</ol>`
    case 'label':
      return `<p style="${styles.p}"><span class="second">${escapeHtml(part.label)}: </span><b>${escapeHtml(part.text)}</b></p>`
    case 'button':
      return `${buttonHtml(part.link)}${part.isShown ? `\n<p style="${styles.address}">${linkHtml({ ...part.link, text: part.link.href })}</p>` : ''}`
    case 'signature':
      return `<p class="serif" style="${styles.signature}">${part.lines.map(escapeHtml).join('<br>\n')}</p>`
    case 'quote':
      return quoteHtml(part)
    case 'command':
      return `<p style="${styles.before}">${escapeHtml(part.label)}</p>\n${codeBoxHtml(part.text)}`
    case 'list':
      return `${part.items
        .slice(0, part.max)
        .map(([name, text]) => `<p style="${styles.item}"><b>${escapeHtml(name)}</b><br>${strangersHtml(text)}</p>`)
        .join('\n')}${part.items.length > part.max ? `\n<p style="${styles.p}">${escapeHtml(part.more)}</p>` : ''}`
  }
}

function whoHtml({ above, text, email }: Extract<EmailPart, { kind: 'who' }>): string {
  const head = `<p class="second serif" style="${styles.above}">${escapeHtml(above)}</p>`
  if (text === email.text) return `${head}\n<h1 style="${styles.whoAddress}">${linkHtml(email, styles.whoLink)}</h1>`
  return `${head}
<h1 style="${styles.who}"><bdi>${strangersHtml(text)}</bdi></h1>
<p style="${styles.p}">${linkHtml(email)}</p>`
}

function quoteHtml({ label, facts = [], text, isOurs }: Extract<EmailPart, { kind: 'quote' }>): string {
  const lines = facts.map(([name, value]) => `<b>${escapeHtml(name)}:</b> ${strangersHtml(value)}`).join('<br>')
  const look = isOurs ? `style="${styles.answer}"` : `class="tag" style="${styles.strangers}"`
  return `<p class="second serif" style="${styles.quoteLabel}">${escapeHtml(label)}:</p>
<blockquote dir="auto" ${look}>${[lines, strangersHtml(text)].filter(Boolean).join('<br><br>')}</blockquote>`
}

function factsHtml(facts: readonly Fact[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr valign="top"><th scope="row" align="left" class="second" style="${styles.factLabel}">${escapeHtml(label)}</th><td class="second" style="${styles.fact}">${strangersHtml(value)}</td></tr>`,
  )
  return `<table cellpadding="2" cellspacing="0" border="0" class="facts" style="${styles.facts}">${rows.join('\n')}</table>`
}

function ownHtml(text: string, { links = [] }: EmailContent): string {
  return links.reduce((html, link) => html.replaceAll(escapeHtml(link.text), () => linkHtml(link)), escapeHtml(text))
}

// In pixels.
const threadAt = 16
const threadWide = 2

export type Link = { text: string; href: string }

/** Name, site, look, and language of the sender. */
export type Brand = Link & { look: EmailLook; lang: string }

export type Framed = {
  title: string
  preview: string
  brand: Brand
  parts: readonly string[]
}

export const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const beside = `padding:0 0 0 20px;border-left:${threadWide}px solid @thread;${styles.text}`

/** Tables, because Outlook for Windows has no other layout. Loads nothing, so that opening the email isn't tracked. */
export function emailFrame({ title, preview, brand, parts }: Framed): string {
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

/** One row per part, because Outlook breaks taller ones in the wrong places. Their borders make one thread. */
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
