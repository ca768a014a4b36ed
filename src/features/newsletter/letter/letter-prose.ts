import type { Token } from 'markdown-it'
import { isFigure } from '../../../content/prose/is-figure.ts'
import type { Prose } from '../../../content/prose/prose.ts'
import {
  type Block,
  type Cell,
  type Inline,
  type ListBlock,
  proseParts,
  type TableBlock,
} from '../../../content/prose/prose-blocks.ts'
import { escapeHtml } from '../../../lib/mail/escape.ts'
import { paper, styles } from '../../../lib/mail/mail-look.ts'
import { hrefOf, type LetterLinks, pictureOf } from './letter-links.ts'
import { scaleHtml } from './letter-scale.ts'

/** Outlook takes a picture's width from its attribute alone. */
const widestPicture = 540

/** Where a paragraph stands: in a quote it looks different, in a list it needs less room. */
type Place = { links: LetterLinks; paragraph: keyof typeof styles; isInLink?: boolean }

/** The article's parts, each as HTML whose every element carries its own style. */
export function proseLetterParts(prose: Prose, links: LetterLinks): string[] {
  return proseParts(prose).map((part) => blocksHtml(part, { links, paragraph: 'p' }))
}

function blocksHtml(blocks: readonly Block[], place: Place): string {
  return blocks.map((block) => blockHtml(block, place)).join('\n')
}

function blockHtml(block: Block, place: Place): string {
  switch (block.kind) {
    case 'heading':
      return element(block.level > 3 ? 'h4' : `h${block.level === 2 ? 2 : 3}`, inlineHtml(block.inline, place))
    case 'paragraph':
      return `<p style="${styles[place.paragraph]}">${inlineHtml(block.inline, place)}</p>`
    case 'figure':
      return figureHtml(block.picture, place)
    case 'list':
      return listHtml(block, place)
    case 'quote':
      return element('blockquote', blocksHtml(block.blocks, { ...place, paragraph: 'quoted' }))
    case 'code':
      return codeHtml(block.text)
    case 'scale':
      return scaleHtml(block.scale)
    case 'table':
      return tableHtml(block, place)
    case 'rule':
      return `<hr style="${styles.hr}">`
  }
}

function element(tag: 'h2' | 'h3' | 'h4' | 'ul' | 'blockquote' | 'code', content: string): string {
  return `<${tag} style="${styles[tag]}">${content}</${tag}>`
}

function listHtml({ start, isTight, items }: ListBlock, place: Place): string {
  const lines = items.map((item) => `<li style="${styles.li}">${itemHtml(item, isTight, place)}</li>`).join('')
  if (start === undefined) return element('ul', lines)
  return `<ol${start === 1 ? '' : ` start="${start}"`} style="${styles.ol}">${lines}</ol>`
}

/** In a tight list the words stand in the item itself. */
function itemHtml(item: readonly Block[], isTight: boolean, place: Place): string {
  return item
    .map((block) => (isTight && block.kind === 'paragraph' ? inlineHtml(block.inline, place) : blockHtml(block, place)))
    .join('\n')
}

function figureHtml(token: Token, place: Place): string {
  const { caption } = pictureOf(token, place.links)
  const picture = pictureHtml(token, place)
  if (caption === '') return `<p style="${styles.p}">${picture}</p>`
  return `<p style="${styles.pictureAbove}">${picture}</p>
<p class="second serif" style="${styles.caption}">${escapeHtml(caption)}</p>`
}

function pictureHtml(token: Token, { links, isInLink }: Place): string {
  const { src, width, height, alt, isDrawn } = pictureOf(token, links)
  if (isDrawn) {
    const shown = Math.min(width, widestPicture)
    const size = `width="${shown}" height="${Math.round((height * shown) / width)}"`
    return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" ${size} style="${styles.img}">`
  }
  const words = escapeHtml(`${links.pictureWord}: ${alt}`)
  return isInLink ? words : `<a href="${escapeHtml(src)}" style="${styles.a}">${words}</a>`
}

function codeHtml(text: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.codeBox}"><tr><td class="tag" bgcolor="${paper.tag}" style="${styles.codeCell}"><pre style="${styles.pre}">${escapeHtml(text)}</pre></td></tr></table>`
}

function tableHtml({ head, rows }: TableBlock, place: Place): string {
  const cells = (row: readonly Cell[], look: 'th' | 'td') =>
    row.map((cell, i) => {
      const tag = look === 'th' && cell.inline.length > 0 ? 'th' : 'td'
      return cellHtml(
        tag,
        cell.isNumber ? `${look}Number` : row[i - 1]?.isNumber ? `${look}AfterNumber` : look,
        cell,
        place,
      )
    })
  const heads = cells(head, 'th').join('')
  const lines = rows.map((row) => `<tr valign="top">${cells(row, 'td').join('')}</tr>`)
  return `<div style="${styles.scroll}"><table width="100%" cellpadding="0" cellspacing="0" border="0" class="data" style="${styles.table}">
<tr valign="bottom">${heads}</tr>
${lines.join('\n')}
</table></div>`
}

/** A head without words is none: it would be announced as one. */
function cellHtml(tag: 'th' | 'td', look: keyof typeof styles, { inline }: Cell, place: Place): string {
  const content = inline.map(({ content }) => content).join('')
  const style = styles[look] + (isFigure(content) ? styles.unbroken : '')
  return `<${tag}${tag === 'th' ? ' scope="col"' : ''} style="${style}">${inlineHtml(inline, place) || '&nbsp;'}</${tag}>`
}

function inlineHtml(inline: Inline, place: Place): string {
  let isInLink = false
  return inline
    .map((token) => {
      if (token.type === 'link_open') isInLink = true
      if (token.type === 'link_close') isInLink = false
      return tokenHtml(token, { ...place, isInLink })
    })
    .join('')
}

function tokenHtml(token: Token, place: Place): string {
  switch (token.type) {
    case 'softbreak':
      return '\n'
    case 'hardbreak':
      return '<br>\n'
    case 'code_inline':
      return element('code', escapeHtml(token.content))
    case 'link_open':
      return `<a href="${escapeHtml(hrefOf(token, place.links))}" style="${styles.a}">`
    case 'image':
      return pictureHtml(token, place)
    default:
      if (token.nesting === 0) return escapeHtml(token.content)
      return token.nesting === 1 ? `<${token.tag}>` : `</${token.tag}>`
  }
}
