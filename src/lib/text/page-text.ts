import { escapeMarkdown, markdownLink } from './markdown.ts'
import { endOf } from './plain-text.ts'

type HtmlElement = { tag: string; attributes: ReadonlyMap<string, string>; children: HtmlNode[] }
type HtmlNode = string | HtmlElement

/** A heading (`level` 1 to 6), or a paragraph, list or quotation (`level` 0). */
export type PageBlock = { level: number; anchor?: string | undefined; markdown: string; plain: string }

/** Its page, and the id of the innermost element around it that has one. */
type PageContext = { page: URL; anchor?: string | undefined }

const token = /<(\/?)([^<>]*)>|[^<]+|</g
const voidTags = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])
const skippedTags = new Set(['input', 'search', 'script', 'select', 'style', 'svg', 'template', 'textarea'])
const inlineTags = new Set('a abbr b br button cite code em i mark small span strong sub sup time'.split(' '))
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** What a screen reader would read of React's HTML, in linear time; a form's button links to where the form stands. */
export function pageBlocks(html: string, page: URL): PageBlock[] {
  return headingFirst(blocksIn(parseHtml(html), { page }))
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

function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: 'main', attributes: new Map(), children: [] }
  const open = [root]
  for (const [text, isEnd, inside] of html.matchAll(token)) {
    const parent = open.at(-1) ?? root
    if (inside === undefined) parent.children.push(decoded(text))
    else if (isEnd) open.pop()
    else if (!inside.startsWith('!')) {
      const [tag = ''] = inside.split(/[\s/]/, 1)
      const element: HtmlElement = { tag, attributes: attributesIn(inside.slice(tag.length)), children: [] }
      parent.children.push(element)
      if (!voidTags.has(tag) && !inside.endsWith('/')) open.push(element)
    }
  }
  return root
}

function attributesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  )
}

function decoded(text: string): string {
  return text.replaceAll(/&([a-z]+|#x?[0-9a-f]+);/gi, (all, name: string) => entities[name.toLowerCase()] ?? all)
}

function blocksIn(element: HtmlElement, context: PageContext): PageBlock[] {
  const blocks: PageBlock[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    const block = paragraph(line, context)
    if (block.plain !== '') blocks.push(block)
    line = []
  }
  for (const child of element.children) {
    if (typeof child === 'string' || inlineTags.has(child.tag)) line.push(child)
    else if (!isSkipped(child)) {
      endLine()
      blocks.push(...blocksOf(child, { ...context, anchor: child.attributes.get('id') ?? context.anchor }, context))
    }
  }
  endLine()
  return blocks
}

function isSkipped({ tag, attributes }: HtmlElement): boolean {
  return skippedTags.has(tag) || attributes.get('aria-hidden') === 'true' || attributes.has('hidden')
}

function blocksOf(element: HtmlElement, context: PageContext, around: PageContext): PageBlock[] {
  const { tag, attributes } = element
  if (/^h[1-6]$/.test(tag)) return [heading(element, around)]
  if (tag === 'ul' && attributes.get('class')?.split(' ').includes('dots')) return [dotted(items(element, context))]
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
  const level = Number(element.tag.slice(1))
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
    for (const piece of typeof node === 'string' ? [{ text: node }] : piecesOf(node, context)) {
      const last = pieces.at(-1)
      if (last?.href !== undefined && piece.href !== undefined) pieces.push({ text: ' · ' }, piece)
      else if (last && last.href === undefined && piece.href === undefined) last.text += piece.text
      else pieces.push({ ...piece })
    }
  }
  return pieces
}

function piecesOf(element: HtmlElement, context: PageContext): LinePiece[] {
  if (isSkipped(element)) return []
  if (element.tag === 'br') return [{ text: ' ' }]
  const pieces = linePieces(element.children, context)
  const to = element.tag === 'button' ? `#${context.anchor ?? ''}` : element.attributes.get('href')
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
  return typeof node !== 'string' && node.tag === tag && !isSkipped(node)
}

function elementsIn(element: HtmlElement, tag: string): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (isElement(child, tag)) return [child]
    return typeof child === 'string' || isSkipped(child) ? [] : elementsIn(child, tag)
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
