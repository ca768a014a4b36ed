import { type Article, changeDay, sharePath } from '../../content/articles.ts'
import { plainProseHtml } from '../../content/prose/render-prose.ts'
import type { Blog } from '../../content/site-words.ts'
import type { Studio } from '../../content/studio.ts'
import { escapeXml, xmlDocument, xmlElement } from '../../lib/net/xml.ts'

const longest = 50

type Feed = ReturnType<typeof feedOf>

export function feedOf(articles: readonly Article[], words: Blog, studio: Studio, site: URL) {
  const newest = articles.slice(0, longest)
  const { name, profile } = studio.founder
  const at = (path: string) => new URL(path, site).href
  return {
    title: `${studio.name} · ${words.name}`,
    description: words.description,
    author: name === undefined ? { name: studio.name, url: site.href } : { name, url: profile },
    page: at('/blog'),
    icon: at('/icon-512.png'),
    changed: newest.map(changeDay).toSorted().at(-1),
    items: newest.map(({ title, description, date, updated, tags, path, prose, pictures }) => ({
      title,
      description,
      date,
      updated,
      tags,
      url: at(path),
      picture: at(sharePath(path)),
      html: plainProseHtml(prose, { pictures, base: new URL(path, site) }),
    })),
  }
}

const namespaces =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"'

export function rssXml({ title, description, author, page, changed, items }: Feed, self: string): string {
  const entries = items.map(
    (item) => `<item>
${xmlElement('title', item.title)}${xmlElement('link', item.url)}<guid isPermaLink="true">${escapeXml(item.url)}</guid>
${xmlElement('pubDate', rfc822(item.date))}${xmlElement('dc:creator', author.name)}${item.tags.map((tag) => xmlElement('category', tag)).join('')}${xmlElement('description', asHtml(item.description))}${xmlElement('content:encoded', item.html)}</item>
`,
  )
  return xmlDocument(`<rss version="2.0" ${namespaces}>
<channel>
${xmlElement('title', title)}${xmlElement('link', page)}<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>
${xmlElement('description', asHtml(description))}${xmlElement('language', 'en')}${xmlElement('lastBuildDate', changed && rfc822(changed))}${entries.join('')}</channel>
</rss>`)
}

export function jsonFeed({ title, description, author, page, icon, items }: Feed, self: string): object {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: self,
    icon,
    language: 'en',
    authors: [author],
    items: items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      summary: item.description,
      image: item.picture,
      date_published: rfc3339(item.date),
      ...(item.updated !== undefined && { date_modified: rfc3339(item.updated) }),
      tags: item.tags,
      content_html: item.html,
    })),
  }
}

/** Readers take a description for HTML. */
function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** RFC 822 with a year of four digits, as RSS asks: `Sat, 06 Dec 2025 00:00:00 GMT`. */
function rfc822(day: string): string {
  return new Date(`${day}T00:00:00Z`).toUTCString()
}

function rfc3339(day: string): string {
  return `${day}T00:00:00Z`
}
