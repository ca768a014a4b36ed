import { DomUtils, parseDocument } from 'htmlparser2'
import { escapeMarkdown, markdownLink } from './markdown.ts'
import { endOf } from './plain-text.ts'

type HtmlNode = ReturnType<typeof parseDocument>['children'][number]
type HtmlElement = Extract<HtmlNode, { attribs: object }>

/** A heading (`level` 1 to 6), or a paragraph, list or quotation (`level` 0). */
export type PageBlock = { level: number; anchor?: string | undefined; markdown: string; plain: string }

/** Its page, and the id of the innermost element around it that has one. */
type PageContext = { page: URL; anchor?: string | undefined }

const skippedTags = new Set(['input', 'search', 'script', 'select', 'style', 'svg', 'template', 'textarea'])
const inlineTags = new Set('a abbr b br button cite code em i mark small span strong sub sup time'.split(' '))

/** What a screen reader would read of React's HTML, in linear time; a form's button links to where the form stands. */
export function pageBlocks(html: string, page: URL): PageBlock[] {
  return headingFirst(blocksIn(parseDocument(html), { page }))
}

export function blocksMarkdown(blocks: readonly PageBlock[]): string {
  const isItem = (block: PageBlock | undefined) => block?.markdown.startsWith('- ')
  const parts = blocks.map((block, i) => {
    const gap = i === 0 ? '' : isItem(block) && isItem(blocks[i - 1]) ? '\n' : '\n\n'
    return gap + block.markdown
  })
  return `${parts.join('')}\n`
}

export function blocksPlain(blocks: readonly PageBlock[]): string {
  return sentences(blocks.map(({ level, plain }) => (level > 0 && endOf(plain) ? `${plain}.` : plain)))
}

function blocksIn({ children }: { children: readonly HtmlNode[] }, context: PageContext): PageBlock[] {
  const blocks: PageBlock[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    const block = paragraph(line, context)
    if (block.plain !== '') blocks.push(block)
    line = []
  }
  for (const child of children) {
    if (!DomUtils.isTag(child) || inlineTags.has(child.name)) line.push(child)
    else if (!isSkipped(child)) {
      endLine()
      blocks.push(...blocksOf(child, { ...context, anchor: child.attribs['id'] ?? context.anchor }, context))
    }
  }
  endLine()
  return blocks
}

function isSkipped({ name, attribs }: HtmlElement): boolean {
  return skippedTags.has(name) || attribs['aria-hidden'] === 'true' || attribs['hidden'] !== undefined
}

function blocksOf(element: HtmlElement, context: PageContext, around: PageContext): PageBlock[] {
  const { name: tag, attribs } = element
  if (/^h[1-6]$/.test(tag)) return [heading(element, around)]
  if (tag === 'ul' && attribs['class']?.split(' ').includes('dots')) return [dotted(items(element, context))]
  if (tag === 'ul' || tag === 'ol') return [list(items(element, context), tag === 'ol')]
  if (tag === 'dl') return [list(definitions(element, context), false)]
  if (tag === 'label') return blocksIn(element, context).map((block) => list([block], false))
  if (tag === 'blockquote') return blocksIn(element, context).map(quoted)
  const blocks = blocksIn(element, context)
  if (tag === 'figure') return captioned(blocks)
  return ['article', 'aside', 'section'].includes(tag) ? headingFirst(blocks) : blocks
}

/** A remark above its heading follows it, so that it reads as a part of it. */
function headingFirst(blocks: PageBlock[]): PageBlock[] {
  const first = blocks.findIndex(({ level }) => level > 0)
  return first > 0 ? [...blocks.slice(first, first + 1), ...blocks.slice(0, first), ...blocks.slice(first + 1)] : blocks
}

function heading(element: HtmlElement, context: PageContext): PageBlock {
  const level = Number(element.name.slice(1))
  const { markdown, plain } = paragraph(element.children, context)
  return { level, anchor: context.anchor, markdown: `${'#'.repeat(level)} ${markdown}`, plain }
}

function paragraph(nodes: readonly HtmlNode[], context: PageContext): PageBlock {
  const pieces = linePieces(nodes, context)
  const plain = squeezed(pieces.map(({ text }) => text).join(''))
  const markdown = pieces.map(({ text, href }) => {
    const words = href === undefined ? escapeMarkdown(text) : markdownLink(text, href)
    return `${/^\s/.test(text) ? ' ' : ''}${words}${/\s$/.test(text) ? ' ' : ''}`
  })
  return { level: 0, plain, markdown: squeezed(markdown.join('')) }
}

type LinePiece = { text: string; href?: string | undefined }

function linePieces(nodes: readonly HtmlNode[], context: PageContext): LinePiece[] {
  const pieces: LinePiece[] = []
  for (const node of nodes) {
    for (const piece of piecesOf(node, context)) {
      const last = pieces.at(-1)
      if (last?.href !== undefined && piece.href !== undefined) pieces.push({ text: ' · ' }, piece)
      else if (last && last.href === undefined && piece.href === undefined) last.text += piece.text
      else pieces.push({ ...piece })
    }
  }
  return pieces
}

function piecesOf(node: HtmlNode, context: PageContext): LinePiece[] {
  if (DomUtils.isText(node)) return [{ text: node.data }]
  if (!DomUtils.isTag(node) || isSkipped(node)) return []
  if (node.name === 'br') return [{ text: ' ' }]
  const pieces = linePieces(node.children, context)
  const to = node.name === 'button' ? `#${context.anchor ?? ''}` : node.attribs['href']
  if (to === undefined) return pieces
  const { href } = new URL(to, context.page)
  return [{ text: pieces.map(({ text }) => text).join(''), href: href.replace(/#$/, '') }]
}

function items(element: HtmlElement, context: PageContext): PageBlock[] {
  return elementsIn(element, 'li').map((item) => {
    const [first, ...rest] = headingFirst(blocksIn(item, context))
    return first && first.level > 0 ? titled(first.plain, joined(rest)) : joined(first ? [first, ...rest] : [])
  })
}

function definitions(element: HtmlElement, context: PageContext): PageBlock[] {
  const rows: { term: string; said: PageBlock[] }[] = []
  const parts = element.children.flatMap((child) => (isElement(child, 'div') ? child.children : [child]))
  for (const part of parts) {
    if (isElement(part, 'dt')) rows.push({ term: paragraph(part.children, context).plain, said: [] })
    else if (isElement(part, 'dd')) rows.at(-1)?.said.push(joined(blocksIn(part, context)))
  }
  const commas = (texts: string[]) => texts.join(', ')
  return rows.map(({ term, said }) => titled(term, asOne(said, commas)))
}

function titled(title: string, { markdown, plain }: PageBlock): PageBlock {
  const before = (name: string, said: string) => [name, said].filter(Boolean).join(': ')
  return { level: 0, markdown: before(`**${escapeMarkdown(title)}**`, markdown), plain: before(title, plain) }
}

function asOne(blocks: readonly PageBlock[], join: (texts: string[]) => string): PageBlock {
  return {
    level: 0,
    markdown: join(blocks.map(({ markdown }) => markdown)),
    plain: join(blocks.map(({ plain }) => plain)),
  }
}

function joined(blocks: readonly PageBlock[]): PageBlock {
  return asOne(blocks, (texts) => texts.reduce((said, text) => `${said}${endOf(said) && ' ·'} ${text}`, '.').slice(2))
}

function dotted(blocks: readonly PageBlock[]): PageBlock {
  return asOne(blocks, (texts) => texts.join(' · '))
}

function list(entries: readonly PageBlock[], isOrdered: boolean): PageBlock {
  const lines = entries.map(({ markdown }, i) => `${isOrdered ? `${i + 1}.` : '-'} ${markdown}`)
  return { ...dotted(entries), markdown: lines.join('\n') }
}

function quoted({ markdown, plain }: PageBlock): PageBlock {
  return { level: 0, markdown: `> ${markdown.replaceAll('\n', '\n> ')}`, plain }
}

function captioned(blocks: PageBlock[]): PageBlock[] {
  const [quotation, caption, ...rest] = blocks
  if (!quotation?.markdown.startsWith('>') || caption === undefined || rest.length > 0) return blocks
  const markdown = `${quotation.markdown}\n>\n> — ${caption.markdown}`
  return [{ level: 0, markdown, plain: `${caption.plain}: ${quotation.plain}` }]
}

function isElement(node: HtmlNode, tag: string): node is HtmlElement {
  return DomUtils.isTag(node) && node.name === tag && !isSkipped(node)
}

function elementsIn(element: HtmlElement, tag: string): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (isElement(child, tag)) return [child]
    return DomUtils.isTag(child) && !isSkipped(child) ? elementsIn(child, tag) : []
  })
}

function sentences(texts: readonly string[]): string {
  const said = texts.filter(Boolean)
  return said.map((text, i) => (i < said.length - 1 ? text + endOf(text) : text)).join(' ')
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** A stretch under one heading; a page's first one has neither anchor nor heading. */
export type TextSection = { path: string; title: string; anchor: string; heading: string; text: string }
