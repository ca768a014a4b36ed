import './Prose.css'
import highlight from 'highlight.js/lib/common'
import http from 'highlight.js/lib/languages/http'
// `h` instead of JSX, for computed tags and for roles that Biome's JSX rules don't know.
import { createElement as h } from 'react'
import type { Article } from '../../platform/content/articles.ts'
import { photoSources } from '../../platform/content/pictures.ts'
import { captioned, type ProseViews, proseElements } from '../../platform/content/prose/prose-elements.ts'
import type { Scale } from '../../platform/content/prose/scale.ts'
import { cellLook } from '../../platform/content/prose/tables.ts'
import { attribute, footnoteOf, scaleOf } from '../../platform/content/prose/tokens.ts'
import { nonBreakingHyphen } from '../../platform/text/punctuation.ts'

highlight.registerLanguage('http', http)

export function Prose({ prose, pictures }: Pick<Article, 'prose' | 'pictures'>) {
  return <div className="prose">{proseElements(prose.tokens, { ...views, image: imageView(pictures) })}</div>
}

const views: ProseViews = {
  // Put the id on the link: reader views drop headings with an id that sounds like navigation (`13-contact`).
  heading: ({ token, children }) => {
    const id = attribute(token, 'id')
    return h(token.tag, null, h('a', { id, href: `#${id}` }, children))
  },
  text: ({ token }) => {
    const parts: string[] = token.content.split(nonBreakingHyphen)
    return parts.map((part, i) => (i % 2 === 0 ? part : h('span', { key: i, className: 'unbroken' }, part)))
  },
  fence: ({ token: { info, content } }) => {
    const [language = ''] = info.split(' ', 1)
    const isKnown = highlight.getLanguage(language) !== undefined
    if (!isKnown) return h('pre', { tabIndex: 0 }, <code>{content}</code>)
    const html = { dangerouslySetInnerHTML: { __html: highlight.highlight(content, { language }).value } }
    return h('pre', { tabIndex: 0 }, <code {...html} />)
  },
  scale: ({ token }) => <ScaleChart {...scaleOf(token)} />,
  table: ({ token, children }) => {
    const className = ['table', attribute(token, 'class')].join(' ').trim()
    const group = { className, role: 'group', 'aria-label': attribute(token, 'label'), tabIndex: 0 }
    return h('div', group, h('table', null, children))
  },
  th: cellView,
  td: cellView,
  task: ({ token, children }) => {
    const box = { type: 'checkbox', disabled: true, defaultChecked: token.content === '☑ ' }
    return h('label', null, h('input', box), ' ', children)
  },
  // Screen readers announce these roles in their own language.
  footnote_ref: ({ token }) => {
    const { note, ref } = footnoteOf(token)
    return (
      <sup>
        <a id={`fnref:${ref}`} href={`#fn:${note}`} role="doc-noteref">
          {note}
        </a>
      </sup>
    )
  },
  footnote: ({ token, children }) => <li id={`fn:${footnoteOf(token).note}`}>{children}</li>,
  footnote_anchor: ({ token }) => {
    const { ref } = footnoteOf(token)
    const back = { href: `#fnref:${ref}`, role: 'doc-backlink', 'aria-label': ref }
    return [' ', h('a', { key: ref, ...back }, '↩\uFE0E')]
  },
}

/**
 * Aligns cells by class: the content security policy rejects style attributes. On narrow screens, CSS shows `data-head` first.
 */
function cellView({ token, children }: Parameters<ProseViews[string]>[0]) {
  const { tag, classes } = cellLook(token)
  const attributes = {
    scope: tag === 'th' ? 'col' : undefined,
    className: classes.join(' ') || undefined,
    'data-head': attribute(token, 'head') || undefined,
  }
  return h(tag, attributes, children)
}

function imageView(pictures: Article['pictures']): ProseViews[string] {
  return ({ token }) => {
    const picture = pictures.get(attribute(token, 'src')) ?? { file: '', src: '', width: 0, height: 0 }
    const { src, width, height } = picture
    const img = h('img', { src, alt: token.content, width, height, loading: 'lazy', decoding: 'async' })
    const sources = photoSources(picture).map((source) =>
      h('source', { key: source.type, ...source, sizes: '(width >= 46em) 43em, 92vw' }),
    )
    return captioned(sources.length > 0 ? h('picture', null, sources, img) : img, token)
  }
}

function ScaleChart({ caption, rows }: Scale) {
  const maxValue = Math.max(...rows.map(({ to }) => to)) || 1
  const percent = (value: number) => `${Math.round((value / maxValue) * 10_000) / 100}%`
  const tableRows = rows.map(({ label, figure, unit, from, to }) => {
    const fromLine = from > 0 && <line x2={percent(from)} y1="50%" y2="50%" />
    const barClass = from > 0 ? 'chart-range' : 'facet-1'
    const bar = <rect className={barClass} x={percent(from)} width={percent(to - from)} height="100%" />
    return (
      <tr key={label}>
        <th scope="row">{label}</th>
        <td>{`${figure} ${unit}`}</td>
        <td>
          <svg className="chart-bar" aria-hidden="true">
            {fromLine}
            {bar}
          </svg>
        </td>
      </tr>
    )
  })
  return (
    <figure className="chart">
      <table>
        <tbody>{tableRows}</tbody>
      </table>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
