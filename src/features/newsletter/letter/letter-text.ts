import type { Token } from 'markdown-it'
import type { Prose } from '../../../content/prose/prose.ts'
import { type Block, type Cell, type Inline, type ListBlock, proseParts } from '../../../content/prose/prose-blocks.ts'
import type { Scale } from '../../../content/prose/scale.ts'
import { columnsOf, indentText, textWidth, underlined, wrapText } from '../../../lib/text/text-lines.ts'
import { hrefOf, type Letter, type LetterLinks, pictureOf } from './letter.ts'
import { type TextCell, tableText } from './text-table.ts'

const rule = '-'.repeat(textWidth)

export function letterText(letter: Letter): string {
  const { article, links, from, meta, onSite, call, reason, unsubscribe, privacy, sender } = letter
  const address = ({ text, href }: { text: string; href: string }) => `${text}: ${href}`
  const [who = '', ...where] = sender
  const parts = [
    from.text,
    underlined(wrapText(article.title), '='),
    `${meta}\n${address(onSite)}`,
    proseLetterText(article.prose, links),
    rule,
    underlined(wrapText(call.heading), '-'),
    wrapText(call.text),
    `${address(call.button)}\n${call.byMail}: ${call.email}\n${call.mails.map(({ text }) => `  - ${text}`).join('\n')}`,
    rule,
    wrapText(reason),
    `${address(unsubscribe)}\n${address(privacy)}`,
    [`${who}, ${from.href}`, ...where.map((line) => wrapText(line))].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

type References = { links: LetterLinks; first: number; found: string[] }

/** Links get numbers in brackets; their addresses follow at the end of the part. */
export function proseLetterText(prose: Prose, links: LetterLinks): string {
  let first = 1
  return proseParts(prose)
    .map((part) => {
      const references: References = { links, first, found: [] }
      const text = blocksText(part, textWidth, references)
      const list = references.found.map((href, i) => `[${first + i}] ${href}`).join('\n')
      first += references.found.length
      return list === '' ? text : `${text}\n\n${list}`
    })
    .join('\n\n\n')
}

function blocksText(blocks: readonly Block[], width: number, references: References): string {
  return blocks.map((block) => blockText(block, width, references)).join('\n\n')
}

function blockText(block: Block, width: number, references: References): string {
  switch (block.kind) {
    case 'heading':
      return underlined(wrapText(inlineText(block.inline, references), width), block.level === 2 ? '-' : '.')
    case 'paragraph':
      return wrapText(inlineText(block.inline, references), width)
    case 'figure':
      return wrapText(figureText(block.picture, references), width)
    case 'list':
      return listText(block, width, references)
    case 'quote':
      return indentText(blocksText(block.blocks, width - 2, references), '> ')
    case 'code':
      return indentText(block.text, '    ')
    case 'scale':
      return scaleText(block.scale, width)
    case 'table': {
      const cells = (row: readonly Cell[]) => row.map((cell) => cellText(cell, references))
      return tableText(cells(block.head), block.rows.map(cells), width)
    }
    case 'rule':
      return '* * *'
  }
}

function listText({ start, isTight, items }: ListBlock, width: number, references: References): string {
  const marks = items.map((_, i) => (start === undefined ? '- ' : `${start + i}. `))
  const indent = Math.max(...marks.map(columnsOf))
  return items
    .map((item, i) => {
      const inside = item.map((block) => blockText(block, width - indent, references)).join(isTight ? '\n' : '\n\n')
      return indentText(inside, ' '.repeat(indent), (marks[i] ?? '').padStart(indent))
    })
    .join(isTight ? '\n' : '\n\n')
}

function scaleText({ caption, unit, rows }: Scale, width: number): string {
  const cells = rows.map(({ label, figure }) => [
    { text: label, isNumber: false },
    { text: `${figure} ${unit}`, isNumber: true },
  ])
  return `${wrapText(caption, width)}\n\n${indentText(tableText([], cells, width - 2), '  ')}`
}

function figureText(token: Token, { links }: References): string {
  const { alt, caption } = pictureOf(token, links)
  return `${links.pictureWord}: ${alt}${caption && `\n${caption}`}`
}

function cellText({ inline, isNumber }: Cell, references: References): TextCell {
  return { text: inlineText(inline, references).replaceAll('\n', ' '), isNumber }
}

function inlineText(inline: Inline, references: References): string {
  let href: string | undefined
  let words = ''
  return inline
    .map((token) => {
      if (token.type === 'link_open') {
        href = hrefOf(token, references.links)
        words = ''
      }
      if (token.type === 'link_close') return href === undefined ? '' : referenceTo(href, words, references)
      const text = tokenText(token, references)
      words += text
      return text
    })
    .join('')
}

/** None for an address that is the link's own text. A repeat within a part has the number it had. */
function referenceTo(href: string, words: string, references: References): string {
  if ([words, `mailto:${words}`, `${words}/`].includes(href)) return ''
  const { found, first } = references
  if (!found.includes(href)) found.push(href)
  return ` [${first + found.indexOf(href)}]`
}

function tokenText(token: Token, { links }: References): string {
  if (token.type === 'softbreak') return ' '
  if (token.type === 'hardbreak') return '\n'
  if (token.type === 'image') return `[${links.pictureWord}: ${token.content}]`
  return token.content
}
