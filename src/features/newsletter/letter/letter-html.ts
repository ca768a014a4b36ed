import type { Token } from 'markdown-it'
import type { Prose } from '../../../content/prose/prose.ts'
import {
  type Block,
  type Cell,
  type Inline,
  type ListBlock,
  proseParts,
  type TableBlock,
} from '../../../content/prose/prose-blocks.ts'
import type { Scale } from '../../../content/prose/scale.ts'
import { isFigure } from '../../../content/prose/table-room.ts'
import { escapeHtml } from '../../../lib/mail/escape.ts'
import { buttonHtml, codeBoxHtml, layout, linkHtml, mailFrame, smallHtml } from '../../../lib/mail/mail-frame.ts'
import { styles } from '../../../lib/mail/mail-look.ts'
import { hrefOf, type Letter, type LetterLinks, pictureOf } from './letter.ts'

export function letterHtml(letter: Letter): string {
  const { article, links, from, meta, onSite } = letter
  const title = `<h1 style="${styles.h1}">${escapeHtml(article.title)}</h1>
<p class="second" style="${styles.meta}">${escapeHtml(meta)} · ${linkHtml(onSite)}</p>`
  return mailFrame({
    title: article.title,
    preview: article.description,
    brand: from,
    parts: [title, ...proseLetterParts(article.prose, links), callHtml(letter), footHtml(letter)],
  })
}

function callHtml({ call }: Letter): string {
  const { heading, text, button, byMail, mails } = call
  return `<table ${layout} width="100%" style="${styles.box}"><tr><td class="tag box" bgcolor="@panel" style="${styles.boxCell}">
<h2 style="${styles.boxHeading}">${escapeHtml(heading)}</h2>
<p style="${styles.p}">${escapeHtml(text)}</p>
${buttonHtml(button)}
<p style="${styles.mails}"><i class="second serif" style="${styles.remark}">${escapeHtml(byMail)}</i><br>
${mails.map((mail) => linkHtml(mail, styles.boxLink)).join('<br>\n')}</p>
</td></tr></table>`
}

function footHtml({ reason, unsubscribe, privacy, sender, from }: Letter): string {
  const [who = '', ...where] = sender
  return [
    `<hr style="${styles.hr}">`,
    smallHtml(escapeHtml(reason)),
    smallHtml([unsubscribe, privacy].map((each) => linkHtml(each)).join(' &nbsp;·&nbsp; ')),
    smallHtml(
      [`${escapeHtml(who)}, ${linkHtml({ ...from, text: from.href })}`, ...where.map(escapeHtml)].join('<br>\n'),
    ),
  ].join('\n')
}

/** Outlook takes a picture's width from its attribute alone. */
const widestPicture = 540

type Surroundings = { links: LetterLinks; paragraph: keyof typeof styles; isInLink?: boolean }

export function proseLetterParts(prose: Prose, links: LetterLinks): string[] {
  return proseParts(prose).map((part) => blocksHtml(part, { links, paragraph: 'p' }))
}

function blocksHtml(blocks: readonly Block[], place: Surroundings): string {
  return blocks.map((block) => blockHtml(block, place)).join('\n')
}

function blockHtml(block: Block, place: Surroundings): string {
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
      return codeBoxHtml(block.text)
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

function listHtml({ start, isTight, items }: ListBlock, place: Surroundings): string {
  const inside = (block: Block) =>
    isTight && block.kind === 'paragraph' ? inlineHtml(block.inline, place) : blockHtml(block, place)
  const lines = items.map((item) => `<li style="${styles.li}">${item.map(inside).join('\n')}</li>`).join('')
  if (start === undefined) return element('ul', lines)
  return `<ol${start === 1 ? '' : ` start="${start}"`} style="${styles.ol}">${lines}</ol>`
}

function figureHtml(token: Token, place: Surroundings): string {
  const { caption } = pictureOf(token, place.links)
  const picture = pictureHtml(token, place)
  if (caption === '') return `<p style="${styles.p}">${picture}</p>`
  return `<p style="${styles.pictureAbove}">${picture}</p>
<p class="second serif" style="${styles.caption}">${escapeHtml(caption)}</p>`
}

function pictureHtml(token: Token, { links, isInLink }: Surroundings): string {
  const { src, width, height, alt, isDrawn } = pictureOf(token, links)
  if (isDrawn) {
    const shown = Math.min(width, widestPicture)
    const size = `width="${shown}" height="${Math.round((height * shown) / width)}"`
    return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" ${size} style="${styles.img}">`
  }
  const words = escapeHtml(`${links.pictureWord}: ${alt}`)
  return isInLink ? words : `<a href="${escapeHtml(src)}" style="${styles.a}">${words}</a>`
}

function tableHtml({ head, rows }: TableBlock, place: Surroundings): string {
  const cells = (row: readonly Cell[], kind: 'th' | 'td') =>
    row.map((cell, i) => cellHtml(cell, kind, row[i - 1]?.isNumber === true, place)).join('')
  const lines = rows.map((row) => `<tr valign="top">${cells(row, 'td')}</tr>`)
  return `<div style="${styles.scroll}"><table width="100%" cellpadding="0" cellspacing="0" border="0" class="data" style="${styles.table}">
<tr valign="bottom">${cells(head, 'th')}</tr>
${lines.join('\n')}
</table></div>`
}

function cellHtml({ inline, isNumber }: Cell, kind: 'th' | 'td', isAfterNumber: boolean, place: Surroundings): string {
  const tag = inline.length > 0 ? kind : 'td'
  let look: keyof typeof styles = isAfterNumber ? `${kind}AfterNumber` : kind
  if (isNumber) look = `${kind}Number`
  const content = inline.map(({ content }) => content).join('')
  const style = styles[look] + (isFigure(content) ? styles.unbroken : '')
  return `<${tag}${tag === 'th' ? ' scope="col"' : ''} style="${style}">${inlineHtml(inline, place) || '&nbsp;'}</${tag}>`
}

function inlineHtml(inline: Inline, place: Surroundings): string {
  let isInLink = false
  return inline
    .map((token) => {
      if (token.type === 'link_open') isInLink = true
      if (token.type === 'link_close') isInLink = false
      return tokenHtml(token, { ...place, isInLink })
    })
    .join('')
}

function tokenHtml(token: Token, place: Surroundings): string {
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

function scaleHtml({ caption, unit, rows }: Scale): string {
  const longest = Math.max(...rows.map(({ to }) => to)) || 1
  const lines = rows.map(({ label, figure, from, to }) => {
    const shares = [from / longest, (to - from) / longest, 1 - to / longest].map((share) => Math.round(share * 100))
    const cells = shares.map((share, i) => barCell(share, i === 1 && to > 0, i === 0)).join('')
    return `<tr valign="bottom"><th scope="row" style="${styles.scaleLabel}">${escapeHtml(label)}</th><td style="${styles.scaleFigure}">${figure}&nbsp;${escapeHtml(unit)}</td></tr>
<tr aria-hidden="true"><td colspan="2" style="${styles.scaleBar}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cells}</tr></table></td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="scale" style="${styles.table}">
${lines.join('\n')}
</table>
<p class="second serif" style="${styles.caption}">${escapeHtml(caption)}</p>`
}

function barCell(share: number, isBar: boolean, isBefore: boolean): string {
  if (share < 1 && !isBar) return ''
  const colour = isBar ? ` bgcolor="@thread"` : ''
  const content = isBefore ? `<div class="thread" style="${styles.scaleLine}">&nbsp;</div>` : '&nbsp;'
  return `<td width="${Math.max(share, 1)}%"${colour} style="font-size:1px;line-height:10px">${content}</td>`
}
