import { createContext, Fragment, createElement as h, type ReactNode, useContext } from 'react'
import type { Article } from '../../../platform/content/articles.ts'
import type { Prose } from '../../../platform/content/prose/prose.ts'
import { type ProseViews, proseElements } from '../../../platform/content/prose/prose-elements.ts'
import type { Scale } from '../../../platform/content/prose/scale.ts'
import { cellLook } from '../../../platform/content/prose/tables.ts'
import { attribute, scaleOf, type Token } from '../../../platform/content/prose/tokens.ts'
import { alignedTop, Code, Lines, layoutTable } from '../../../platform/email/layout/EmailLayout.tsx'

/** Targets for the article's links and pictures in an email. */
type IssueLinks = {
  /** The page that `#anchor` links open. Few email apps support links within an email. */
  page: string
  pictures: Article['pictures']
  pictureWord: string
}

/** Splits prose into sections. All but the first start with an h2. */
export function proseSections({ tokens }: Prose, links: IssueLinks): ReactNode[] {
  const isStart = ({ type, tag, level }: Token) => type === 'heading_open' && tag === 'h2' && level === 0
  const starts = [0]
  for (const [i, token] of tokens.entries()) if (i > 0 && isStart(token)) starts.push(i)
  const views = issueViews(links)
  return starts.map((start, i) => proseElements(tokens.slice(start, starts[i + 1]), views))
}

/** Renders each kind of element for email. */
function issueViews({ page, pictures, pictureWord }: IssueLinks): ProseViews {
  const absolute = (href: string) => new URL(href, page).href
  return {
    // Don't use figure elements, which Outlook doesn't support.
    paragraph: ({ token, children }) => (token.hidden ? children : h('p', null, children)),
    link: ({ token, children }) => h(Link, { href: absolute(attribute(token, 'href')) }, children),
    image: ({ token }) => {
      const name = attribute(token, 'src')
      const { src, width, height } = pictures.get(name) ?? { src: name, width: 0, height: 0 }
      const displayWidth = Math.min(width, maxPictureWidth)
      const size = { width: displayWidth, height: Math.round((height * displayWidth) / width) }
      // No major email app shows SVG. Lazy loading keeps React from adding a preload link.
      const picture =
        width > 0 && !name.endsWith('.svg')
          ? h('img', { src: absolute(src), alt: token.content, ...size, loading: 'lazy' })
          : h(Link, { href: absolute(src) }, `${pictureWord}: ${token.content}`)
      const caption = attribute(token, 'title')
      return caption ? h(Lines, { lines: [picture, h('i', { className: 'second serif' }, caption)] }) : picture
    },
    fence: ({ token }) => h(Code, { text: token.content.replace(/\n$/, '') }),
    scale: ({ token }) => h(ScaleBars, scaleOf(token)),
    table: ({ children }) => h('div', { className: 'scroll' }, h('table', dataTable, children)),
    tr: ({ children }) => h('tr', alignedTop, children),
    th: cellView,
    td: cellView,
  }
}

/** Outlook reads a picture's width only from its attribute. */
const maxPictureWidth = 540
const dataTable = { width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, className: 'data' }
const IsInLink = createContext(false)

/** A link, or just its text inside another link. */
function Link({ href, children }: { href: string; children?: ReactNode }) {
  return useContext(IsInLink) ? children : h('a', { href }, h(IsInLink, { value: true }, children))
}

function cellView({ token, children }: Parameters<ProseViews[string]>[0]) {
  const { tag, classes } = cellLook(token)
  const className = [token.tag === 'th' ? 'head' : 'cell', ...classes].join(' ')
  const scope = tag === 'th' ? 'col' : undefined
  return h(tag, { scope, className }, token.content === '' ? '\u00a0' : children)
}

/** A bar chart as a table: few email apps support CSS for it. */
function ScaleBars({ caption, rows }: Scale) {
  const maxValue = Math.max(...rows.map(({ to }) => to)) || 1
  const lines = rows.map(({ label, figure, unit, from, to }) => {
    const name = h('th', { scope: 'row', className: 'scaled' }, label)
    const value = h('td', { className: 'scaled number unbroken' }, `${figure}\u00a0${unit}`)
    const bar = h('td', { colSpan: 2, className: 'flush' }, h(Bar, { from: from / maxValue, to: to / maxValue }))
    return h(
      Fragment,
      { key: label },
      h('tr', { valign: 'bottom' }, name, value),
      h('tr', { 'aria-hidden': true }, bar),
    )
  })
  const title = h('p', { className: 'second serif caption' }, caption)
  return h(Fragment, null, title, h('div', { className: 'scroll' }, h('table', dataTable, lines)))
}

/** A bar made of table cells, after a thin line from the axis. */
function Bar({ from, to }: { from: number; to: number }) {
  const percents = [from, to - from, 1 - to].map((part) => Math.round(part * 100))
  const cells = percents.map((percent, i) => {
    const isBar = i === 1 && to > 0
    if (percent < 1 && !isBar) return null
    const content = i === 0 ? h('div', { className: 'thread line' }, '\u00a0') : '\u00a0'
    const look = { width: `${Math.max(percent, 1)}%`, className: isBar ? 'bare bar' : 'bare' }
    return h('td', { key: i, ...look }, content)
  })
  return h('table', { ...layoutTable, width: '100%' }, h('tr', null, cells))
}
