import { existsSync, readFileSync } from 'node:fs'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { markdownPath } from '../../platform/http/site-files.ts'
import type { StaticManifest } from '../../platform/http/static-manifest.ts'
import {
  all,
  find,
  listed,
  parsePage,
  readBuilt,
  readHtml,
  readPage,
  readSitemap,
  readXml,
  valuesOf,
  wordsOf,
} from '../support/built-site.ts'

const origin = 'http://localhost:4321'
// As the W3C's feed validator and the specifications of RSS 2.0 and JSON Feed 1.1 ask.
const rfc822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/
const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/

/** The names of what an element holds, but for the one that may be there more than once. */
const namesIn = ({ children }: Element, repeated = '') =>
  [...children].map(({ tagName }) => tagName).filter((name) => name !== repeated)
const textOf = (element: Element, name: string) => {
  const [text, ...more] = [...element.children].filter(({ tagName }) => tagName === name).map(wordsOf)
  if (text === undefined || more.length > 0) throw new Error(`${element.tagName} must hold one ${name}`)
  return text
}

/** What a feed reader wouldn't show or let through. */
function faultsIn(html: string): string[] {
  const forbidden = /^(script|style|iframe|object|embed|form|input|svg|link|meta|base)$/i
  return all(parsePage(`<main>${html}</main>`), 'main *').flatMap((element) => [
    ...(forbidden.test(element.tagName) ? [`<${element.tagName}>`] : []),
    ...[...element.attributes]
      .filter(({ name, value }) =>
        /^(href|src)$/.test(name) ? !/^(https?:\/\/|mailto:)/.test(value) : /^(on|style$|class$|id$)/.test(name),
      )
      .map(({ name, value }) => `${element.tagName} ${name}="${value}"`),
    ...(element.tagName === 'IMG' && !element.getAttribute('alt') ? ['a picture without a text alternative'] : []),
  ])
}

test('the RSS feed is valid RSS 2.0', () => {
  const rss = readXml('rss.xml')
  const purl = 'http://purl.org'
  expect(Object.fromEntries([...rss.attributes].map(({ name, value }) => [name, value]))).toEqual({
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': `${purl}/rss/1.0/modules/content/`,
    'xmlns:dc': `${purl}/dc/elements/1.1/`,
  })
  const channel = find(rss, 'channel')
  const once = ['atom:link', 'description', 'language', 'lastBuildDate', 'link', 'title']
  expect(namesIn(channel, 'item').toSorted()).toEqual(once)
  for (const name of ['title', 'link', 'description']) expect(textOf(channel, name)).not.toBe('')
  expect(textOf(channel, 'language')).toBe('en')
  expect(textOf(channel, 'lastBuildDate')).toMatch(rfc822)
  expect(channel.innerHTML).toContain(`<atom:link href="${origin}/rss.xml" rel="self" type="application/rss+xml" />`)
  const items = all(channel, 'item')
  for (const item of items) {
    const names = ['content:encoded', 'dc:creator', 'description', 'guid', 'link', 'pubDate', 'title']
    expect(namesIn(item, 'category').toSorted()).toEqual(names)
    expect(textOf(item, 'link')).toMatch(`${origin}/blog/`)
    expect(textOf(item, 'guid')).toBe(textOf(item, 'link'))
    expect(find(item, 'guid').getAttribute('isPermaLink')).toBe('true')
    const date = textOf(item, 'pubDate')
    expect(date).toMatch(rfc822)
    expect(new Date(date).toUTCString(), 'the weekday is the right one').toBe(date)
    expect(['content:encoded', 'description'].flatMap((name) => faultsIn(textOf(item, name)))).toEqual([])
  }
  const times = items.map((item) => Date.parse(textOf(item, 'pubDate')))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

type FeedItem = Record<'id' | 'url' | 'title' | 'summary' | 'content_html' | 'image' | 'date_published', string> & {
  tags: string[]
  date_modified?: string
}

test('the JSON feed is a valid JSON Feed 1.1 with the same content as the RSS feed', () => {
  const feed = JSON.parse(readBuilt('feed.json'))
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.stringMatching(/\w/),
    home_page_url: expect.stringMatching(origin),
    feed_url: `${origin}/feed.json`,
    icon: `${origin}/icon-512.png`,
    language: 'en',
    authors: [{ name: expect.stringMatching(/\w/), url: expect.stringMatching(/^https?:/) }],
  })
  expect(feed).not.toHaveProperty('author')
  const items: FeedItem[] = feed.items
  for (const item of items) {
    expect(item.id).toBe(item.url)
    expect(item.date_published).toMatch(rfc3339)
    expect(item.date_modified ?? item.date_published).toMatch(rfc3339)
    for (const tag of item.tags) expect(tag).toMatch(/\w/)
    expect(imageSize(readFileSync(`dist/sample/client${new URL(item.image).pathname}`)).type).toBe('png')
  }
  const rss = all(readXml('rss.xml'), 'item').map((item) => [
    ...['link', 'title', 'content:encoded'].map((name) => textOf(item, name)),
    ...all(item, 'category').map(wordsOf),
  ])
  const whole = (item: FeedItem) => item.content_html.replaceAll(/\s+/g, ' ').trim()
  expect(items.map((item) => [item.url, item.title, whole(item), ...item.tags])).toEqual(rss)
})

test('the feeds have the newest articles in full: every paragraph, heading and row of their pages', () => {
  const { items }: { items: FeedItem[] } = JSON.parse(readBuilt('feed.json'))
  expect(items.map(({ url }) => url)).toEqual(readSitemap('blog-sitemap.xml').map(({ loc }) => loc))
  for (const { url, content_html } of items) {
    const whole = wordsOf(find(parsePage(`<main>${content_html}</main>`), 'main'))
    const page = readPage(new URL(url).pathname)
    const parts = all(find(page, '.prose'), 'p, h2, h3, li, td, th, figcaption, code').map(wordsOf)
    expect(parts.length).toBeGreaterThan(20)
    expect(parts.filter((text) => !whole.includes(text))).toEqual([])
  }
})

test.each(['sitemap.xml', 'blog-sitemap.xml'] as const)('/%s follows the schema of sitemaps.org', (file) => {
  const root = readXml(file)
  expect([root.tagName, root.getAttribute('xmlns')]).toEqual(['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'])
  for (const url of root.children)
    expect(['url loc', 'url loc lastmod']).toContain([url.tagName, ...namesIn(url)].join(' '))
  for (const { loc, lastmod = '2025-01-01' } of readSitemap(file)) {
    expect(loc).toMatch(/^https?:\/\/[^\s#?]{1,2000}$/)
    expect(lastmod).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(Date.parse(lastmod), 'a day that has come').toBeLessThanOrEqual(Date.now())
  }
})

test('every page is in exactly one of the two sitemaps, and nothing else is', () => {
  const { files }: StaticManifest = JSON.parse(readFileSync('dist/sample/static.json', 'utf8'))
  const pages = files.filter(({ type }) => type.startsWith('text/html')).map(({ path }) => path)
  const shown = pages.filter((path) => !readHtml(path).includes('name="robots"'))
  expect(listed.map(({ path }) => path).toSorted()).toEqual(['/contact', ...shown].toSorted())
  const articles = valuesOf(readPage('/blog'), '.card .card-link', 'href')
  expect(readSitemap('blog-sitemap.xml').map(({ path }) => path)).toEqual(articles)
})

test('robots.txt allows everything except pages for one visitor, and names both sitemaps', () => {
  const keptOut = ['/api/', '/newsletter/', '/search']
  const rules = ['User-agent: *', 'Allow: /', ...keptOut.map((start) => `Disallow: ${start}`), '']
  const sitemaps = ['sitemap.xml', 'blog-sitemap.xml'].map((file) => `Sitemap: ${origin}/${file}`)
  expect(readBuilt('robots.txt').trim().split('\n')).toEqual([...rules, ...sitemaps])
  expect(listed.filter(({ path }) => keptOut.some((start) => path.startsWith(start)))).toEqual([])
})

test('security.txt follows RFC 9116', () => {
  const lines = readBuilt('.well-known/security.txt').trim().split('\n')
  const fields = new Map(lines.map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]))
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toMatch(/^mailto:[^@\s]+@\S+$/)
  expect(fields.get('Preferred-Languages')).toBe('en')
  expect(fields.get('Canonical')).toBe(`${origin}/.well-known/security.txt`)
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days > 0 && days < 365, 'to come in less than a year, as 2.5.5 asks').toBe(true)
})

test('llms.txt has the form of llmstxt.org, prices in both currencies, and no dead link', () => {
  const text = readBuilt('llms.txt')
  expect(text).toMatch(/^# \S.*\n\n> \S.*\n\n/)
  expect(text.match(/^# /gm)).toHaveLength(1)
  expect(text).not.toMatch(/^#{3,} |\{|undefined/m)
  const [facts = '', ...sections] = text.split(/^## .*$/m)
  expect(facts).toMatch(/[\d,]+ INR or \d+ USD/)
  for (const line of sections.flatMap((section) => section.trim().split('\n')))
    expect(line).toMatch(/^- \[.+\]\(https?:\/\/\S+\.md\): \S/)
  for (const [, path = ''] of text.matchAll(/\]\(http:\/\/localhost:4321\/([^)]*\.md)\)/g))
    expect(existsSync(`dist/sample/client/${path}`), path).toBe(true)
})

test.each(listed.filter(({ path }) => path !== '/contact'))(
  '$path has its twin in Markdown: the same headings, the same numbers',
  ({ path }) => {
    const page = readPage(path)
    expect(valuesOf(page, 'link[rel=alternate][type="text/markdown"]', 'href')).toEqual([markdownPath(path)])
    const markdown = readBuilt(markdownPath(path).slice(1)).replaceAll('\\', '')
    expect(markdown).toContain(`# ${wordsOf(find(page, 'h1'))}\n`)
    expect(markdown.replaceAll(/`[^`]*`/g, '')).not.toMatch(/\{[a-zA-Z][\w.-]*\}|undefined/)
    const [whole = page] = [...all(page, '.prose'), ...all(page, 'main')]
    const words = all(whole, 'h2, h3, p, li, td, dd, blockquote').map(wordsOf).join('\n')
    expect(words.length).toBeGreaterThan(100)
    const parts = [...all(whole, 'h2').map(wordsOf), ...(words.match(/\d[\d,.]*\d|\d/g) ?? [])]
    expect(parts.filter((each) => !markdown.includes(each))).toEqual([])
  },
)

test('the manifest lists icons with their real sizes, maskable and not', () => {
  const manifest = JSON.parse(readBuilt('manifest.webmanifest'))
  expect(manifest).toMatchObject({ name: expect.any(String), short_name: expect.any(String), start_url: '/' })
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons
  const kinds = ['any 192x192', 'maskable 192x192', 'any 512x512', 'maskable 512x512']
  expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual(kinds)
  for (const { src, sizes } of icons) {
    const { width, height } = imageSize(readFileSync(`dist/sample/client${src}`))
    expect(`${width}x${height}`).toBe(sizes)
  }
})
