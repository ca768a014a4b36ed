import { compile, type FormatCallback, type SelectorDefinition } from 'html-to-text'
import { indentText, tableText, textWidth, underlined, wrapText } from '../text/text-table.ts'

type Element = Parameters<FormatCallback>[0]

// Parts of HTML have names for styles: see `look.ts`.
const selectors: SelectorDefinition[] = [
  ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, format: 'heading' })),
  { selector: 'a', format: 'reference' },
  { selector: '.second > a', format: 'address' },
  { selector: '.button > a', format: 'address', options: { leadingLineBreaks: 1 } },
  // Repeats the address of a button.
  { selector: '[style="@address"]', format: 'skip' },
  { selector: 'blockquote', format: 'quote' },
  // A stranger's text keeps its spaces.
  { selector: 'blockquote[dir]', format: 'typed' },
  { selector: 'pre', format: 'code' },
  { selector: 'ul', format: 'unorderedList', options: { itemPrefix: '- ' } },
  ...['.data', '.scale'].map((selector) => ({ selector, format: 'columns' })),
  { selector: '.facts > tr', format: 'line' },
  { selector: '.facts > tr > th', format: 'inlineSurround', options: { suffix: ': ' } },
  { selector: '[style="@item"]', format: 'line' },
  { selector: '[style="@item"] > br', format: 'inlineString', options: { string: '  ' } },
]

const marks: Readonly<Record<string, string>> = { h1: '=', h2: '-' }

function block(
  blockTransform: (text: string, element: Element) => string,
  options: { isPre?: boolean; reservedLineLength?: number } = {},
): FormatCallback {
  return (element, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2, ...options })
    walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: 2, blockTransform: (text) => blockTransform(text, element) })
  }
}

const address: FormatCallback = (element, walk, builder, { leadingLineBreaks }) => {
  walk(element.children, builder)
  const href = hrefOf(element)
  if (href === undefined) return
  builder.addInline(':')
  if (leadingLineBreaks) builder.addLineBreak()
  builder.addInline(` ${href}`)
}

/** Not wrapped, so that no line begins with a stranger's text. */
const line: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  builder.startNoWrap()
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

const columns: FormatCallback = (element, walk, builder) => {
  const rows = childrenOf(element).filter(({ attribs }) => attribs['aria-hidden'] === undefined)
  builder.openTable()
  for (const row of rows) {
    builder.openTableRow()
    for (const cell of childrenOf(row)) {
      builder.openTableCell({ maxColumnWidth: Number.MAX_VALUE })
      walk(cell.children, builder)
      builder.closeTableCell()
    }
    builder.closeTableRow()
  }
  const tableToString = (table: { text: string }[][]) => {
    const cells = table.map((row, y) =>
      row.map(({ text }, x) => {
        const style = String(childrenOf(rows[y])[x]?.attribs['style'])
        return { text: text.replaceAll('\n', ' ').trim(), isNumber: /@(?:t[hd]Number|scaleFigure)/.test(style) }
      }),
    )
    return tableText(element.attribs['class'] === 'data' ? cells : [[], ...cells], textWidth - 4 * depthOf(element))
  }
  builder.closeTable({ tableToString })
}

const formatters = {
  heading: block((text, { name = '' }) => underlined(text, marks[name] ?? '.')),
  code: block((text) => indentText(text, '    '), { isPre: true }),
  quote: block(quoted, { reservedLineLength: 2 }),
  typed: block(quoted, { isPre: true }),
  address,
  line,
  columns,
}

/** The text of each part. Links and pictures are numbered, with the addresses at the end of their part. */
export function htmlTexts(parts: readonly string[], pictureWord = ''): string[] {
  let hrefs: string[] = []
  let first = 1
  const numberOf = (href: string) => {
    if (!hrefs.includes(href)) hrefs.push(href)
    return ` [${first + hrefs.indexOf(href)}]`
  }
  const reference: FormatCallback = (element, walk, builder) => {
    walk(element.children, builder)
    const href = hrefOf(element)
    if (href !== undefined) builder.addInline(numberOf(href))
  }
  const image: FormatCallback = ({ attribs }, _walk, builder) => {
    builder.addInline(`${pictureWord}: ${attribs['alt']}${numberOf(String(attribs['src']))}`)
  }
  const convert = compile({ wordwrap: textWidth, selectors, formatters: { ...formatters, reference, image } })
  return parts.map((html) => {
    // In plain text, links don't need to be prevented.
    const text = indentText(convert(html.replaceAll('&zwnj;', '').replaceAll('&nbsp;', ' ')), '')
    const list = hrefs.map((href, i) => `[${first + i}] ${href}`).join('\n')
    first += hrefs.length
    hrefs = []
    return list ? `${text}\n\n${list}` : text
  })
}

/** Undefined if the link's text is its address. */
function hrefOf({ attribs, children: [only] }: Element): string | undefined {
  const href = String(attribs['href'])
  return [only?.data, `mailto:${only?.data}`, `${only?.data}/`].includes(href) ? undefined : href
}

function childrenOf(element: Element | undefined): Element[] {
  return element?.children.filter(({ type }) => type === 'tag') ?? []
}

function depthOf({ name, parent }: Element): number {
  return (/^(?:li|blockquote)$/.test(name ?? '') ? 1 : 0) + (parent ? depthOf(parent) : 0)
}

/** Marks every line, including those that a mail program would wrap, so that none can pass for ours. */
function quoted(text: string): string {
  const lines = text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => (line.length < textWidth ? line : wrapText(line, textWidth - 2)))
  return indentText(lines.join('\n'), '> ')
}
