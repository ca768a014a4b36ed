import highlight from 'highlight.js/lib/common'
import http from 'highlight.js/lib/languages/http'
import MarkdownIt, { type Token } from 'markdown-it'
import { unbroken } from '../../lib/text/plain-text.ts'
import { type Picture, photoSources } from '../pictures.ts'
import { replaceOutsideCode } from './fill-prose.ts'
import { columnsOf, type Prose, plainText } from './prose.ts'
import { type Scale, scaleFigure, scaleMarkdown, scaleTable } from './scale.ts'
import { isFigure, tableRoom, tableRows } from './table-room.ts'

type PageContext = { pictures: ReadonlyMap<string, Picture> }

highlight.registerLanguage('http', http)
const page = new MarkdownIt()
const plain = new MarkdownIt()
const escapeHtml = page.utils.escapeHtml
const target = /(?<before>\]\(<?|^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?)(?<to>[^)\s>]+)/gms

type Env = Record<string, unknown> | undefined

// The link bears the id: reader views throw out headings whose id reads like a page's frame (`13-contact`).
page.renderer.rules['heading_open'] = (tokens, i) => {
  const token = tokens[i]
  const id = attribute(token, 'id')
  return `<${token?.tag}><a id="${id}" href="#${id}">`
}
page.renderer.rules['heading_close'] = (tokens, i) => `</a></${tokens[i]?.tag}>\n`
page.renderer.rules['table_open'] = (tokens, i) => {
  const table = tableRows(tokens, i)
  const room = tableRoom(table)
  // Names each cell's column, for the layout that sets the rows below each other.
  for (const row of table.slice(1))
    for (const [column, { cell }] of row.entries())
      if (column > 0) cell.attrSet('data-head', plainText(table[0]?.[column]?.words ?? cell))
  return `<div class="table${room && ` ${room}`}" role="group" aria-label="${escapeHtml(columnsOf(table))}" tabindex="0"><table>\n`
}
page.renderer.rules['table_close'] = () => '</table></div>\n'
// Alignment is a class: the content security policy refuses style attributes.
page.renderer.rules['th_open'] = page.renderer.rules['td_open'] = (tokens, i) => {
  const token = tokens[i]
  const classes = [
    attribute(token, 'style').endsWith('right') ? 'number' : '',
    isFigure(tokens[i + 1]?.content ?? '') ? 'unbroken' : '',
  ]
  const list = classes.filter(Boolean).join(' ')
  const tag = cellTag(token, tokens[i + 1])
  const head = escapeHtml(attribute(token, 'data-head'))
  return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${list && ` class="${list}"`}${head && ` data-head="${head}"`}>`
}
page.renderer.rules['th_close'] = (tokens, i) => `</${cellTag(tokens[i], tokens[i - 1])}>\n`
page.renderer.rules['text'] = (tokens, i) =>
  escapeHtml(tokens[i]?.content ?? '').replaceAll(new RegExp(unbroken, 'gu'), '<span class="unbroken">$1</span>')
page.renderer.rules['fence'] = (tokens, i, _options, env) => {
  const token = tokens[i]
  if (token === undefined) return ''
  const scale = scaleOf(token, env)
  if (scale) return scaleFigure(scale, escapeHtml)
  const [language = ''] = token.info.split(' ', 1)
  const isKnown = highlight.getLanguage(language) !== undefined
  // By classes: the content security policy refuses style attributes.
  const code = isKnown ? highlight.highlight(token.content, { language }).value : escapeHtml(token.content)
  return `<pre tabindex="0"><code>${code}</code></pre>\n`
}
page.renderer.rules['image'] = (tokens, i, _options, env) => {
  const token = tokens[i]
  const picture = picturesOf(env).get(attribute(token, 'src')) ?? { file: '', src: '', width: 0, height: 0 }
  const { src, width, height } = picture
  const img = `<img src="${src}" alt="${escapeHtml(token?.content ?? '')}" width="${width}" height="${height}" loading="lazy" decoding="async">`
  const sources = photoSources(picture).map(
    ({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" sizes="(width >= 46em) 43em, 92vw">`,
  )
  return withCaption(sources.length > 0 ? `<picture>${sources.join('')}${img}</picture>` : img, token)
}
page.renderer.rules['task_start'] = (tokens, i) =>
  `<label><input type="checkbox" disabled${tokens[i]?.content === '☑ ' ? ' checked' : ''}> `
page.renderer.rules['task_end'] = () => '</label>'
// The roles name these links in the language of the screen reader.
page.renderer.rules['footnote_ref'] = (tokens, i) => {
  const { note, ref } = noteOf(tokens[i])
  return `<sup><a id="fnref:${ref}" href="#fn:${note}" role="doc-noteref">${note}</a></sup>`
}
page.renderer.rules['footnote_open'] = (tokens, i) => `<li id="fn:${noteOf(tokens[i]).note}">`
page.renderer.rules['footnote_anchor'] = (tokens, i) => {
  const { ref } = noteOf(tokens[i])
  return ` <a href="#fnref:${ref}" role="doc-backlink" aria-label="${ref}">↩\uFE0E</a>`
}

for (const type of ['task_start', 'task_end']) plain.renderer.rules[type] = (tokens, i) => tokens[i]?.content ?? ''
plain.renderer.rules['footnote_ref'] = (tokens, i, _options, env) => {
  const { note } = noteOf(tokens[i])
  return `<sup><a href="${escapeHtml(absolute(`#fn:${note}`, env))}">${note}</a></sup>`
}
plain.renderer.rules['footnote_anchor'] = () => ''
plain.renderer.rules['heading_open'] = (tokens, i) => `<${tokens[i]?.tag}>`
plain.renderer.rules['th_open'] = plain.renderer.rules['td_open'] = (tokens, i) => `<${tokens[i]?.tag}>`
plain.renderer.rules['fence'] = (tokens, i, _options, env) => {
  const token = tokens[i]
  if (token === undefined) return ''
  const scale = scaleOf(token, env)
  if (scale) return scaleTable(scale, escapeHtml)
  return `<pre><code>${escapeHtml(token.content)}</code></pre>\n`
}
plain.renderer.rules['link_open'] = (tokens, i, _options, env) =>
  `<a href="${escapeHtml(absolute(attribute(tokens[i], 'href'), env))}">`
plain.renderer.rules['image'] = (tokens, i, _options, env) => {
  const token = tokens[i]
  const { src } = picturesOf(env).get(attribute(token, 'src')) ?? { src: '' }
  const img = `<img src="${escapeHtml(absolute(src, env))}" alt="${escapeHtml(token?.content ?? '')}">`
  return withCaption(img, token)
}

export function proseHtml({ tokens, scales }: Prose, context: PageContext): string {
  return page.renderer.render(tokens, page.options, { scales, ...context })
}

/** For feeds and mails: plain elements, absolute addresses. */
export function plainProseHtml({ tokens, scales }: Prose, context: PageContext & { base: URL }): string {
  return plain.renderer.render(tokens, plain.options, { scales, ...context })
}

/** Markdown with figures as tables and absolute addresses. */
export function proseMarkdown(
  { source, tokens, scales }: Prose,
  { base, pictures }: PageContext & { base: URL },
): string {
  const lines = source.split('\n')
  for (const token of tokens.toReversed()) {
    const scale = scales.get(token)
    if (scale === undefined || !token.map) continue
    const [from, to] = token.map
    lines.splice(from, to - from, scaleMarkdown(scale))
  }
  return replaceOutsideCode(lines.join('\n'), target, ({ groups: { before = '', to = '' } = {} }) => {
    return before + new URL(pictures.get(to)?.src ?? to, base).href
  })
}

function scaleOf(token: Token, env: Env): Scale | undefined {
  return env?.['scales'] instanceof Map ? env['scales'].get(token) : undefined
}

function picturesOf(env: Env): PageContext['pictures'] {
  return env?.['pictures'] instanceof Map ? env['pictures'] : new Map()
}

function withCaption(img: string, token: Token | undefined): string {
  const caption = attribute(token, 'title')
  return caption ? `${img}<figcaption>${escapeHtml(caption)}</figcaption>` : img
}

/** The number of a footnote, and which of the places that name it this is. */
function noteOf(token: Token | undefined): { note: number; ref: string } {
  const [note, again] = [Number(token?.meta?.['id']) + 1, Number(token?.meta?.['subId'] ?? 0)]
  return { note, ref: again === 0 ? `${note}` : `${note}.${again + 1}` }
}

function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '')
}

function absolute(href: string, env: Env): string {
  return env?.['base'] instanceof URL ? new URL(href, env['base']).href : href
}

/** An empty head would be announced as one. */
export function cellTag(token: Token | undefined, words: Token | undefined): string {
  return token?.type.startsWith('th') && words?.content === '' ? 'td' : String(token?.tag)
}
