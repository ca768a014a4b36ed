import { compile, type FormatCallback, type SelectorDefinition } from 'html-to-text'
import { cleanText, quoted } from '../../text/clean-text.ts'
import { shortUrl } from '../../text/short-url.ts'

type Element = Parameters<FormatCallback>[0]

/** Maximum line length. Email apps don't rewrap such lines, even in a quoted reply. */
const maxLineLength = 72

const selectors: SelectorDefinition[] = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'heading' })),
  { selector: '.text', format: 'row' },
  { selector: 'a', format: 'link' },
  { selector: '.second > a', format: 'linkUrl' },
  { selector: '.button > a', format: 'linkUrl', options: { leadingLineBreaks: 1 } },
  // Keep the spaces in untrusted text.
  { selector: 'blockquote[dir]', format: 'typed' },
  { selector: 'pre', format: 'code' },
  { selector: 'ul', format: 'unorderedList', options: { itemPrefix: '- ' } },
  { selector: '.data', format: 'rows' },
  { selector: '.facts > tr', format: 'line' },
  { selector: '.facts > tr > th', format: 'inlineSurround', options: { suffix: ': ' } },
  { selector: '.item', format: 'line' },
  { selector: '.stub', format: 'skip' },
  { selector: '.entry', format: 'line' },
  { selector: '.term + br', format: 'inlineString', options: { string: ': ' } },
  { selector: '.item > br', format: 'inlineString', options: { string: '  ' } },
]

const underlines: Readonly<Record<string, string>> = { h1: '=', h2: '-' }

/** Converts an email to plain text. Links are numbered, and their URLs are listed below each row. */
export function emailText(html: string, pictureWord = ''): string {
  const hrefs: string[] = []
  let listedCount = 0
  const reference = (href: string) => {
    if (!hrefs.includes(href, listedCount)) hrefs.push(href)
    return ` [${hrefs.indexOf(href, listedCount) + 1}]`
  }
  const row: FormatCallback = (element, walk, builder) => {
    block((text) => text, false)(element, walk, builder, {})
    const list = hrefs.slice(listedCount).map((href, i) => `[${listedCount + i + 1}] ${href}`)
    listedCount = hrefs.length
    if (list.length === 0) return
    builder.openBlock({ leadingLineBreaks: 2, isPre: true })
    builder.addInline(list.join('\n'))
    builder.closeBlock({ trailingLineBreaks: 2 })
  }
  const link: FormatCallback = (element, walk, builder) => {
    if (isShortened(element)) return builder.addInline(String(element.attribs['href']))
    walk(element.children, builder)
    const href = hrefOf(element)
    if (href !== undefined) builder.addInline(reference(href))
  }
  const image: FormatCallback = ({ attribs }, _walk, builder) => {
    builder.addInline(`${pictureWord}: ${attribs['alt']}${reference(String(attribs['src']))}`)
  }
  const convert = compile({
    wordwrap: maxLineLength,
    baseElements: { selectors: ['.text'] },
    selectors,
    formatters: { ...formatters, row, link, image },
  })
  // Remove the invisible characters that prevent links, which plain text doesn't need.
  return `${indentLines(convert(html.replaceAll(/\u200c(?=[.:@])/g, '').replaceAll(/[\u00a0\u202f]/g, ' ')), '')}\n`
}

function block(blockTransform: (text: string, element: Element) => string, isPre = true): FormatCallback {
  return (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: element.name === 'h2' ? 3 : 2, isPre })
    walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: 2, blockTransform: (text) => blockTransform(text, element) })
  }
}

const linkUrl: FormatCallback = (element, walk, builder, { leadingLineBreaks }) => {
  if (isShortened(element)) return builder.addInline(String(element.attribs['href']))
  walk(element.children, builder)
  const href = hrefOf(element)
  if (href === undefined) return
  builder.addInline(':')
  if (leadingLineBreaks) builder.addLineBreak()
  builder.addInline(` ${href}`)
}

/** Indents wrapped lines, so a visitor's text can't look like a new line. */
const line: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1, isPre: true })
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 1, blockTransform: (text) => wrapped(text).join('\n  ') })
}

/** Lists a table's rows as items. Each cell is on its own line, after the column's name, to fit a narrow window. */
const rows: FormatCallback = (element, walk, builder) => {
  const [first = [], ...others] = rowsIn(element)
  const hasHeader = first.every(({ attribs }) => String(attribs['class']).startsWith('head'))
  builder.openList({ maxPrefixLength: 2, interRowLineBreaks: hasHeader ? 2 : 1 })
  for (const cells of hasHeader ? others : [first, ...others]) {
    builder.openListItem({ prefix: '- ' })
    for (const [i, cell] of cells.entries()) {
      if (isBlank(cell)) continue
      const labels = (hasHeader ? first.slice(i, i + 1) : cells.slice(0, i)).filter((label) => !isBlank(label))
      if (hasHeader && i > 0) builder.addLineBreak()
      if (hasHeader) for (const label of labels) walk(label.children, builder)
      if (labels.length > 0) builder.addInline(': ')
      walk(cell.children, builder)
    }
    builder.closeListItem()
  }
  builder.closeList({})
}

const formatters = {
  heading: block((text, { name = '' }) => {
    const length = Math.max(...text.split('\n').map((line) => [...line].length))
    return `${text}\n${(underlines[name] ?? '.').repeat(length)}`
  }, false),
  code: block((text) => indentLines(text, '    ')),
  typed: block((text) => quoted(cleanText(text).split('\n').flatMap(wrapped).join('\n'))),
  linkUrl,
  line,
  rows,
}

function isShortened({ attribs, children: [child] }: Element): boolean {
  return shortUrl(String(attribs['href'])) === child?.data
}

/** A link's URL. Undefined if the link's text is the same URL or a phone number. */
function hrefOf({ attribs, children: [child] }: Element): string | undefined {
  const href = String(attribs['href'])
  const isShown = [child?.data, `mailto:${child?.data}`, `${child?.data}/`].includes(href)
  return isShown || href.startsWith('tel:') ? undefined : href
}

function isBlank({ children }: Element): boolean {
  return children.every(({ data }) => data?.trim() === '')
}

/** The cells of a table's rows, without decorative rows. */
function rowsIn({ children }: Element): Element[][] {
  return children.flatMap((child) => {
    if (child.name !== 'tr') return child.type === 'tag' ? rowsIn(child) : []
    return child.attribs['aria-hidden'] === undefined ? [child.children.filter(({ type }) => type === 'tag')] : []
  })
}

function indentLines(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => `${prefix}${line}`.trimEnd())
    .join('\n')
}

/** Wraps a line at spaces. Breaks words longer than a line, so the recipient's email app doesn't. */
function wrapped(line: string): string[] {
  return line.match(/.{1,70}(?:\s+|$)|.{70}/gu)?.map((part) => part.trimEnd()) ?? [line]
}
