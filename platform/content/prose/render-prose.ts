import highlight from 'highlight.js/lib/common'
import http from 'highlight.js/lib/languages/http'
import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml } from '../../email/escape.ts'
import { unbroken } from '../../text/plain-text.ts'
import { type Picture, photoSources } from '../pictures.ts'
import { replaceOutsideCode } from './fill-prose.ts'
import { attribute, cellTag, columnsOf, isFigure, type Prose, plainText, tableRoom, tableRows } from './prose.ts'
import { scaleFigure, scaleMarkdown, scaleTable } from './scale.ts'

type PageContext = { pictures: ReadonlyMap<string, Picture> }

highlight.registerLanguage('http', http)

const target = /(?<before>\]\(<?|^ {0,3}\[(?!\^)[^\]\n]+\]:\s*<?)(?<to>[^)\s>]+)/gms

export function proseHtml({ tokens, scales }: Prose, { pictures }: PageContext): string {
  const { renderer, options } = new MarkdownIt()
  const { rules } = renderer
  // The link has the id: reader views drop headings whose id sounds like navigation (`13-contact`).
  rules['heading_open'] = (tokens, i) => {
    const id = attribute(tokens[i], 'id')
    return `<${tokens[i]?.tag}><a id="${id}" href="#${id}">`
  }
  rules['heading_close'] = (tokens, i) => `</a></${tokens[i]?.tag}>\n`
  rules['table_open'] = (tokens, i) => {
    const table = tableRows(tokens, i)
    const room = tableRoom(table)
    // Each cell gets its column's name, for the stacked layout.
    for (const row of table.slice(1))
      for (const [column, { cell }] of row.entries())
        if (column > 0) cell.attrSet('data-head', plainText(table[0]?.[column]?.words ?? cell))
    return `<div class="table${room && ` ${room}`}" role="group" aria-label="${escapeHtml(columnsOf(table))}" tabindex="0"><table>\n`
  }
  rules['table_close'] = () => '</table></div>\n'
  // Alignment is a class: the content security policy refuses style attributes.
  rules['th_open'] = rules['td_open'] = (tokens, i) => {
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
  rules['th_close'] = (tokens, i) => `</${cellTag(tokens[i], tokens[i - 1])}>\n`
  rules['text'] = (tokens, i) =>
    escapeHtml(tokens[i]?.content ?? '').replaceAll(new RegExp(unbroken, 'gu'), '<span class="unbroken">$1</span>')
  rules['fence'] = (tokens, i) => {
    const token = tokens[i]
    const scale = token && scales.get(token)
    if (scale) return scaleFigure(scale)
    const { info = '', content = '' } = token ?? {}
    const [language = ''] = info.split(' ', 1)
    const isKnown = highlight.getLanguage(language) !== undefined
    const code = isKnown ? highlight.highlight(content, { language }).value : escapeHtml(content)
    return `<pre tabindex="0"><code>${code}</code></pre>\n`
  }
  rules['image'] = (tokens, i) => {
    const token = tokens[i]
    const picture = pictures.get(attribute(token, 'src')) ?? { file: '', src: '', width: 0, height: 0 }
    const { src, width, height } = picture
    const img = `<img src="${src}" alt="${escapeHtml(token?.content ?? '')}" width="${width}" height="${height}" loading="lazy" decoding="async">`
    const sources = photoSources(picture).map(
      ({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" sizes="(width >= 46em) 43em, 92vw">`,
    )
    return withCaption(sources.length > 0 ? `<picture>${sources.join('')}${img}</picture>` : img, token)
  }
  rules['task_start'] = (tokens, i) =>
    `<label><input type="checkbox" disabled${tokens[i]?.content === '☑ ' ? ' checked' : ''}> `
  rules['task_end'] = () => '</label>'
  // Screen readers announce these roles in their own language.
  rules['footnote_ref'] = (tokens, i) => {
    const { note, ref } = footnoteOf(tokens[i])
    return `<sup><a id="fnref:${ref}" href="#fn:${note}" role="doc-noteref">${note}</a></sup>`
  }
  rules['footnote_open'] = (tokens, i) => `<li id="fn:${footnoteOf(tokens[i]).note}">`
  rules['footnote_anchor'] = (tokens, i) => {
    const { ref } = footnoteOf(tokens[i])
    return ` <a href="#fnref:${ref}" role="doc-backlink" aria-label="${ref}">↩\uFE0E</a>`
  }
  return renderer.render(tokens, options, {})
}

export function plainProseHtml({ tokens, scales }: Prose, { pictures, base }: PageContext & { base: URL }): string {
  const { renderer, options } = new MarkdownIt()
  const { rules } = renderer
  const absolute = (href: string) => escapeHtml(new URL(href, base).href)
  for (const type of ['task_start', 'task_end']) rules[type] = (tokens, i) => tokens[i]?.content ?? ''
  rules['footnote_ref'] = (tokens, i) => {
    const { note } = footnoteOf(tokens[i])
    return `<sup><a href="${absolute(`#fn:${note}`)}">${note}</a></sup>`
  }
  rules['footnote_anchor'] = () => ''
  for (const type of ['heading_open', 'th_open', 'td_open']) rules[type] = (tokens, i) => `<${tokens[i]?.tag}>`
  rules['fence'] = (tokens, i) => {
    const token = tokens[i]
    const scale = token && scales.get(token)
    return scale ? scaleTable(scale) : `<pre><code>${escapeHtml(token?.content ?? '')}</code></pre>\n`
  }
  rules['link_open'] = (tokens, i) => `<a href="${absolute(attribute(tokens[i], 'href'))}">`
  rules['image'] = (tokens, i) => {
    const { src = '' } = pictures.get(attribute(tokens[i], 'src')) ?? {}
    return withCaption(`<img src="${absolute(src)}" alt="${escapeHtml(tokens[i]?.content ?? '')}">`, tokens[i])
  }
  return renderer.render(tokens, options, {})
}

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

function withCaption(img: string, token: Token | undefined): string {
  const caption = attribute(token, 'title')
  return caption ? `${img}<figcaption>${escapeHtml(caption)}</figcaption>` : img
}

function footnoteOf(token: Token | undefined): { note: number; ref: string } {
  const [note, again] = [Number(token?.meta?.['id']) + 1, Number(token?.meta?.['subId'] ?? 0)]
  return { note, ref: again === 0 ? `${note}` : `${note}.${again + 1}` }
}
