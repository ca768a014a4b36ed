import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Article, socialPreviewPath } from '../../platform/content/articles.ts'
import type { Facts } from '../../platform/content/facts/facts.ts'
import { captioned, type ProseViews, proseElements } from '../../platform/content/prose/prose-elements.ts'
import { attribute, footnoteOf, scaleOf } from '../../platform/content/prose/tokens.ts'
import type { Blog } from '../../platform/content/site-copy.ts'
import { escapeXml, xmlDocument, xmlElement } from '../../platform/http/xml.ts'

/** Maximum number of articles in a feed. Feed readers only expect recent articles. */
const maxItems = 50

type Feed = ReturnType<typeof jsonFeed>

/** Makes a JSON Feed 1.1 (jsonfeed.org). The RSS feed is derived from it. */
export function jsonFeed(
  articles: readonly Article[],
  blog: Blog,
  { studio, lang }: Pick<Facts, 'studio' | 'lang'>,
  site: URL,
) {
  const { name, profile } = studio.founder
  const urlOf = (path: string) => new URL(path, site).href
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${studio.name} · ${blog.name}`,
    description: blog.description,
    home_page_url: urlOf('/blog'),
    feed_url: urlOf('/feed.json'),
    icon: urlOf('/icon-512.png'),
    language: lang,
    authors: [name === undefined ? { name: studio.name, url: site.href } : { name, url: profile }],
    items: articles.slice(0, maxItems).map(({ title, description, date, updated, tags, path, prose, pictures }) => ({
      id: urlOf(path),
      url: urlOf(path),
      title,
      summary: description,
      image: urlOf(socialPreviewPath(path)),
      date_published: rfc3339(date),
      date_modified: updated === undefined ? undefined : rfc3339(updated),
      tags,
      content_html: plainHtml({ prose, pictures }, new URL(path, site)),
    })),
  }
}

/** An article's HTML without classes and ids, which feed readers drop. */
function plainHtml({ prose, pictures }: Pick<Article, 'prose' | 'pictures'>, page: URL): string {
  const absolute = (href: string) => new URL(href, page).href
  const views: ProseViews = {
    link: ({ token, children }) => h('a', { href: absolute(attribute(token, 'href')) }, children),
    // React adds a link to preload images that aren't lazy.
    image: ({ token }) => {
      const src = absolute(pictures.get(attribute(token, 'src'))?.src ?? '')
      return captioned(h('img', { src, alt: token.content, loading: 'lazy' }), token)
    },
    scale: ({ token }) => {
      const { caption, unit, rows } = scaleOf(token)
      const lines = rows.map(({ label, figure }) =>
        h('tr', { key: label }, h('th', null, label), h('td', null, `${figure} ${unit}`)),
      )
      return h('table', null, h('caption', null, caption), lines)
    },
    footnote_ref: ({ token }) => {
      const { note } = footnoteOf(token)
      return h('sup', null, h('a', { href: absolute(`#fn:${note}`) }, note))
    },
  }
  return renderToStaticMarkup(proseElements(prose.tokens, views))
}

const namespaces =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"'

/** Converts the JSON Feed to RSS. @param self the feed's own URL (RSS Advisory Board, best practices) */
export function rssXml({ title, description, authors, language, home_page_url: page, items }: Feed, self: string) {
  const changeTimes = items.map((item) => item.date_modified ?? item.date_published).toSorted()
  const entries = items.map(
    (item) => `<item>
${xmlElement('title', item.title)}${xmlElement('link', item.url)}<guid isPermaLink="true">${escapeXml(item.url)}</guid>
${xmlElement('pubDate', rfc822(item.date_published))}${xmlElement('dc:creator', authors[0]?.name)}${item.tags.map((tag) => xmlElement('category', tag)).join('')}${xmlElement('description', asHtml(item.summary))}${xmlElement('content:encoded', item.content_html)}</item>
`,
  )
  return xmlDocument(`<rss version="2.0" ${namespaces}>
<channel>
${xmlElement('title', title)}${xmlElement('link', page)}<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>
${xmlElement('description', asHtml(description))}${xmlElement('language', language)}${xmlElement('lastBuildDate', rfc822(changeTimes.at(-1)))}${entries.join('')}</channel>
</rss>`)
}

/** Escapes text for a feed's description, which feed readers parse as HTML. */
function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** RFC 822 with a four-digit year, as RSS recommends: `Sat, 06 Dec 2025 00:00:00 GMT`. */
function rfc822(moment: string | undefined): string | undefined {
  return moment && new Date(moment).toUTCString()
}

function rfc3339(day: string): string {
  return `${day}T00:00:00Z`
}
