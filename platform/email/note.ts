import { escapeHtml, strangersHtml } from './escape.ts'
import { htmlTexts } from './html-text.ts'
import { type Brand, buttonHtml, codeBoxHtml, type Link, linkHtml, mailFrame, smallHtml } from './mail-frame.ts'
import { styles } from './mail-look.ts'

/** What a stranger has typed is in `who`, `quote`, `list` and `facts` alone, which make no link of it. */
type Note = {
  subject: string
  preview: string
  brand: Brand
  parts: readonly NotePart[]
  facts?: readonly Fact[]
  foot?: readonly string[]
  links?: readonly Link[]
}

export type NotePart =
  | { kind: 'heading'; text: string }
  | { kind: 'who'; above: string; text: string; mail: Link }
  | { kind: 'line'; text: string }
  | { kind: 'section'; text: string }
  | { kind: 'steps'; items: readonly string[] }
  | { kind: 'label'; label: string; text: string }
  | { kind: 'button'; link: Link; isShown?: boolean }
  | { kind: 'signature'; lines: readonly string[] }
  | { kind: 'quote'; label: string; facts?: readonly Fact[]; text: string; isOurs?: boolean }
  | { kind: 'command'; label: string; text: string }
  | { kind: 'list'; items: readonly Fact[]; most: number; more: string }

export type Fact = readonly [label: string, value: string]

/** Its two forms, from the same HTML, so that neither says less; but the text lists all that a mail program would cut. */
export function noteWords(note: Note): { subject: string; text: string; html: string } {
  const { subject, preview, brand, facts = [], foot = [] } = note
  const end = [
    `<hr style="${styles.hr}">`,
    ...(facts.length > 0 ? [factsHtml(facts)] : []),
    ...foot.map((line) => smallHtml(ownHtml(line, note))),
    smallHtml(`${escapeHtml(brand.text)}, ${linkHtml({ ...brand, text: brand.href })}`),
  ].join('\n')
  const partsOf = (note: Note) => [...note.parts.map((part) => partHtml(part, note)), end]
  const whole = note.parts.map((part) => (part.kind === 'list' ? { ...part, most: part.items.length } : part))
  const text = htmlTexts([partsOf({ ...note, parts: whole }).join('\n')]).join('')
  return { subject, text: `${text}\n`, html: mailFrame({ title: subject, preview, brand, parts: partsOf(note) }) }
}

function partHtml(part: NotePart, note: Note): string {
  switch (part.kind) {
    case 'heading':
      return `<h1 style="${styles.h1}">${escapeHtml(part.text)}</h1>`
    case 'section':
      return `<h2 style="${styles.h2}">${escapeHtml(part.text)}</h2>`
    case 'who':
      return whoHtml(part)
    case 'line':
      return `<p style="${styles.p}">${ownHtml(part.text, note)}</p>`
    case 'steps':
      return `<ol style="${styles.ol}">${part.items.map((item) => `<li style="${styles.li}">${ownHtml(item, note)}</li>`).join('')}</ol>`
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
        .slice(0, part.most)
        .map(([name, text]) => `<p style="${styles.item}"><b>${escapeHtml(name)}</b><br>${strangersHtml(text)}</p>`)
        .join('\n')}${part.items.length > part.most ? `\n<p style="${styles.p}">${escapeHtml(part.more)}</p>` : ''}`
  }
}

function whoHtml({ above, text, mail }: Extract<NotePart, { kind: 'who' }>): string {
  const head = `<p class="second serif" style="${styles.above}">${escapeHtml(above)}</p>`
  if (text === mail.text) return `${head}\n<h1 style="${styles.whoAddress}">${linkHtml(mail, styles.whoLink)}</h1>`
  return `${head}
<h1 style="${styles.who}"><bdi>${strangersHtml(text)}</bdi></h1>
<p style="${styles.p}">${linkHtml(mail)}</p>`
}

function quoteHtml({ label, facts = [], text, isOurs }: Extract<NotePart, { kind: 'quote' }>): string {
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

function ownHtml(text: string, { links = [] }: Note): string {
  return links.reduce((html, link) => html.replaceAll(escapeHtml(link.text), () => linkHtml(link)), escapeHtml(text))
}
