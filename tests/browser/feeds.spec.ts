import type { Page } from '@playwright/test'
import { expect, test } from '../support/site.ts'
import { parseXml, readSitemap, textOf, textsOf, type XmlElement } from '../support/xml.ts'

// What the W3C's feed validator and the specifications of RSS 2.0 and JSON Feed 1.1 ask for; neither validator runs
// without the net.

const rfc822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/
const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/
const namespaces: Record<string, string> = {
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
}
const known = {
  channel: ['title', 'link', 'atom:link', 'description', 'language', 'lastBuildDate', 'item'],
  item: ['title', 'link', 'guid', 'pubDate', 'dc:creator', 'category', 'description', 'content:encoded'],
}
/** What may stand more than once. */
const repeatable = ['item', 'category']

/** What a feed's HTML has that would not work, or would not be let through, in someone's feed reader. */
async function faultsOf(page: Page, html: string): Promise<string[]> {
  return page.evaluate((source) => {
    const { body, head } = new DOMParser().parseFromString(source, 'text/html')
    const all = [...head.querySelectorAll('*'), ...body.querySelectorAll('*')]
    const forbidden = /^(script|style|iframe|object|embed|form|input|svg|link|meta|base)$/i
    return all.flatMap((element) => [
      ...(forbidden.test(element.tagName) ? [`<${element.tagName}>`] : []),
      ...[...element.attributes]
        .filter(({ name, value }) =>
          /^(href|src)$/.test(name) ? !/^(https?:\/\/|mailto:)/.test(value) : /^on|^style$|^class$|^id$/.test(name),
        )
        .map(({ name, value }) => `${element.tagName} ${name}="${value}"`),
      ...(element.tagName === 'IMG' && !element.getAttribute('alt') ? ['a picture without a text alternative'] : []),
    ])
  }, html)
}

function expectKnownOnce({ name, children }: XmlElement, allowed: readonly string[]): void {
  const names = children.map((child) => child.name)
  expect(names.filter((each) => !allowed.includes(each))).toEqual([])
  expect(new Set(names).size, name).toBe(
    names.filter((each, i) => !repeatable.includes(each) || names.indexOf(each) === i).length,
  )
  for (const child of children) {
    const [prefix, local] = child.name.split(':')
    expect(child.namespace).toBe(local === undefined ? null : namespaces[prefix ?? ''])
  }
}

test('the RSS feed is valid RSS 2.0', async ({ request, page }) => {
  const response = await request.get('/rss.xml')
  expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const rss = await parseXml(page, await response.text())
  expect([rss.name, rss.attributes['version'], rss.children.length]).toEqual(['rss', '2.0', 1])
  const [channel] = rss.children
  if (channel === undefined) throw new Error('there is no channel')
  expectKnownOnce(channel, known.channel)
  for (const name of ['title', 'link', 'description']) expect(textOf(channel, name)).not.toBe('')
  expect(textOf(channel, 'language')).toMatch(/^[a-z]{2}(-[a-z]{2})?$/i)
  expect(textOf(channel, 'lastBuildDate')).toMatch(rfc822)
  const { origin } = new URL(textOf(channel, 'link'))
  const self = channel.children.find(({ name }) => name === 'atom:link')?.attributes
  expect(self).toEqual({ href: `${origin}/rss.xml`, rel: 'self', type: 'application/rss+xml' })

  const items = channel.children.filter(({ name }) => name === 'item')
  for (const item of items) {
    expectKnownOnce(item, known.item)
    expect(textOf(item, 'link')).toMatch(new RegExp(`^${origin}/blog/`))
    expect(textOf(item, 'guid')).toBe(textOf(item, 'link'))
    expect(item.children.find(({ name }) => name === 'guid')?.attributes).toEqual({ isPermaLink: 'true' })
    const date = textOf(item, 'pubDate')
    expect(date).toMatch(rfc822)
    expect(new Date(date).toUTCString(), 'the weekday is the right one').toBe(date)
    expect(await faultsOf(page, textOf(item, 'content:encoded'))).toEqual([])
    expect(await faultsOf(page, textOf(item, 'description'))).toEqual([])
  }
  expect(new Set(items.map((item) => textOf(item, 'guid'))).size).toBe(items.length)
  const times = items.map((item) => Date.parse(textOf(item, 'pubDate')))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

type JsonFeedItem = Record<'id' | 'url' | 'title' | 'summary' | 'content_html' | 'image' | 'date_published', string> & {
  tags: string[]
  date_modified?: string
}

test('the JSON feed is a valid JSON Feed 1.1, and says the same as the RSS feed', async ({ request, page }) => {
  const response = await request.get('/feed.json')
  expect(response.headers()['content-type']).toBe('application/feed+json')
  const feed = await response.json()
  const { origin } = new URL(feed.home_page_url)
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.stringMatching(/\w/),
    feed_url: `${origin}/feed.json`,
    icon: `${origin}/icon-512.png`,
    language: 'en',
    authors: [{ name: expect.stringMatching(/\w/), url: expect.stringMatching(/^https?:/) }],
  })
  expect(feed).not.toHaveProperty('author')
  const items: JsonFeedItem[] = feed.items
  for (const item of items) {
    expect(item.id).toBe(item.url)
    expect(item.url).toMatch(new RegExp(`^${origin}/blog/`))
    expect(item.date_published).toMatch(rfc3339)
    expect(item.date_modified ?? item.date_published).toMatch(rfc3339)
    expect(item.tags.every((tag) => typeof tag === 'string' && tag !== '')).toBe(true)
    expect((await request.get(new URL(item.image).pathname)).headers()['content-type']).toBe('image/png')
  }
  const rss = await parseXml(page, await (await request.get('/rss.xml')).text())
  const entries = rss.children[0]?.children.filter(({ name }) => name === 'item') ?? []
  expect(items.map(({ url, title, content_html, tags }) => [url, title, content_html, tags])).toEqual(
    entries.map((each) => [
      textOf(each, 'link'),
      textOf(each, 'title'),
      textOf(each, 'content:encoded'),
      textsOf(each, 'category'),
    ]),
  )
})

test('the feeds hold the newest articles whole: every paragraph, heading and row of their pages', async ({
  request,
  page,
}) => {
  const { items }: { items: JsonFeedItem[] } = await (await request.get('/feed.json')).json()
  const articles = await readSitemap(request, page, '/blog-sitemap.xml')
  expect(items.map(({ url }) => url)).toEqual(articles.slice(0, 50).map(({ loc }) => loc))
  for (const { url, content_html } of items) {
    await page.goto(new URL(url).pathname)
    const [shown, missing] = await page.evaluate((html) => {
      const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
      const words = squeeze(new DOMParser().parseFromString(html, 'text/html').body.textContent)
      const texts = [...document.querySelectorAll('.prose :is(p, h2, h3, li, td, th, figcaption, code)')].map(
        ({ textContent }) => squeeze(textContent),
      )
      return [texts.length, texts.filter((text) => !words.includes(text))] as const
    }, content_html)
    expect(shown, url).toBeGreaterThan(20)
    expect(missing, url).toEqual([])
  }
})

test('every page leads to the feed', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.locator('link[rel=alternate][type="application/rss+xml"]')).toHaveAttribute('href', '/rss.xml')
})
