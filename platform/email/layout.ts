import type { EmailAddress } from './email-address.ts'
import { escapeHtml, untrustedHtml } from './escape.ts'
import { htmlTexts } from './html-text.ts'
import { type EmailLook, outlookStyle, styled, styleSheets } from './look.ts'
import { automatic, type NewEmail } from './outbox-store.ts'

export type Link = { text: string; href: string }
export type Fact = readonly [label: string, value: string]

/** Name, site, look, and language of the sender. */
export type Brand = Link & { look: EmailLook; lang: string }

/** `parts`: HTML, made with `part`. `head`: by default, the subject as a heading. */
type EmailContent = {
  subject: string
  preview: string
  brand: Brand
  head?: string
  parts: readonly string[]
  facts?: readonly Fact[]
  foot?: readonly string[]
}

/** An email from the program to the owner, with its text in the code. */
export function noticeEmail(
  kind: string,
  { from, to, ...content }: EmailContent & { from: EmailAddress; to: EmailAddress },
): NewEmail {
  return { kind, about: undefined, from, to, ...renderEmail(content), headers: automatic }
}

/** Renders an email as HTML and as plain text. */
export function renderEmail({ subject, preview, brand, head, parts, facts = [], foot = [] }: EmailContent) {
  const sender = `${escapeHtml(brand.text)}, ${linkHtml({ ...brand, text: brand.href })}`
  const end = ['<hr>', factsHtml(facts), ...foot.map(trustedHtml).map(smallHtml), smallHtml(sender)].join('\n')
  const all = [head ?? part.heading(subject), ...parts, end]
  const text = htmlTexts([all.join('\n')]).join('')
  return { subject, text: `${text}\n`, html: emailFrame({ title: subject, preview, brand, parts: all }) }
}

/** Use only `who`, `quote`, `item`, and facts for a stranger's text: they never make links of it. */
export const part = {
  heading: (text: string) => `<h1>${escapeHtml(text)}</h1>`,
  section: (text: string) => `<h2>${escapeHtml(text)}</h2>`,
  line: (text: string) => `<p>${trustedHtml(text)}</p>`,
  steps: (items: readonly string[]) => `<ol>${items.map((item) => `<li>${trustedHtml(item)}</li>`).join('')}</ol>`,
  label: ([label, text]: Fact) => `<p><span class="second">${escapeHtml(label)}: </span><b>${escapeHtml(text)}</b></p>`,
  button: buttonHtml,
  buttonWithAddress: (link: Link) =>
    `${buttonHtml(link)}\n<p class="small address">${linkHtml({ ...link, text: link.href })}</p>`,
  signature: (lines: readonly string[]) => `<p class="serif">${lines.map(escapeHtml).join('<br>\n')}</p>`,
  command: (label: string, text: string) => `<p class="tight">${escapeHtml(label)}</p>\n${codeBoxHtml(text)}`,
  who(above: string, text: string, email: Link): string {
    const head = `<p class="second serif tight first">${escapeHtml(above)}</p>`
    if (text === email.text) return `${head}\n<h1 class="flush">${linkHtml(email)}</h1>`
    return `${head}\n<h1 class="flush"><bdi>${untrustedHtml(text)}</bdi></h1>\n<p>${linkHtml(email)}</p>`
  },
  quote(label: string, text: string, { facts = [], isOurs }: { facts?: readonly Fact[]; isOurs?: boolean } = {}) {
    const lines = facts.map(([name, value]) => `<b>${escapeHtml(name)}:</b> ${untrustedHtml(value)}`).join('<br>')
    return `<p class="second serif tight">${escapeHtml(label)}:</p>
<blockquote dir="auto" class="${isOurs ? 'ours' : 'tag typed'}">${[lines, untrustedHtml(text)].filter(Boolean).join('<br><br>')}</blockquote>`
  },
  item: ([name, text]: Fact) => `<p class="small item"><b>${escapeHtml(name)}</b><br>${untrustedHtml(text)}</p>`,
}

function factsHtml(facts: readonly Fact[]): string {
  if (facts.length === 0) return ''
  const rows = facts.map(
    ([label, value]) =>
      `<tr valign="top"><th scope="row" align="left" class="second label">${escapeHtml(label)}</th><td class="second fact">${untrustedHtml(value)}</td></tr>`,
  )
  return `<table cellpadding="2" cellspacing="0" border="0" class="facts">${rows.join('\n')}</table>`
}

/** Escapes our own text and links addresses in it. */
function trustedHtml(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/\S+|[^\s@]{1,64}@[^\s@]{1,250}[^\s@.,;:!?)]/g, (found) => {
    const href = found.startsWith('http') ? found : `mailto:${found}`
    return `<a href="${href}">${found}</a>`
  })
}

export function linkHtml({ text, href }: Link): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
}

export function buttonHtml({ text, href }: Link): string {
  return `<table ${layout} class="space"><tr><td class="button"><a href="${escapeHtml(href)}" class="press">${escapeHtml(text)}</a></td></tr></table>`
}

export function codeBoxHtml(text: string): string {
  return `<table ${layout} width="100%" class="space"><tr><td class="tag" bgcolor="@panel"><pre>${escapeHtml(text)}</pre></td></tr></table>`
}

export function smallHtml(content: string): string {
  return `<p class="second small tight">${content}</p>`
}

export const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
const margin = '<td width="16" class="bare">&nbsp;</td>'

type Framed = Pick<EmailContent, 'preview' | 'brand' | 'parts'> & { title: string }

/** Tables, because Outlook for Windows has no other layout. Loads nothing, so that opening the email isn't tracked. */
export function emailFrame({ title, preview, brand, parts }: Framed): string {
  const name = escapeHtml(title)
  const html = `<body>
<div role="article" aria-label="${name}" lang="${brand.lang}" class="letter">
<div class="preheader">${untrustedHtml(preview)}${' &zwnj;'.repeat(Math.max(0, 140 - preview.length))}</div>
<table ${layout} width="100%" class="ground" bgcolor="@ground">
<tr>
<td align="center" class="edge">
<!--[if mso]><table ${layout} width="600"><tr><td class="flush"><![endif]-->
<table ${layout} width="100%" class="column">
<colgroup><col width="16"><col></colgroup>
<tr><td colspan="2" class="flush">${headHtml(brand)}</td></tr>
${parts.map(threadedRow).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr>
</table>
</div>
</body>`
  return `<!doctype html>
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
${styled(html, brand.look)}
</html>
`
}

/** One row per part, because Outlook breaks taller rows in the wrong places. Their borders form the thread. */
function threadedRow(content: string): string {
  return `<tr>
${margin}
<td class="thread text">
${content}
</td>
</tr>`
}

/** The name, with the start of the thread beside it. */
function headHtml({ text, href }: Brand): string {
  return `<table ${layout}><tr>
${margin}
<td width="2" class="spar bare" bgcolor="@thread"></td>
<td class="title"><a href="${escapeHtml(href)}" class="name">${escapeHtml(text)}</a></td>
</tr></table>`
}
