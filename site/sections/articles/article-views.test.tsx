import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Article } from '../../../platform/content/articles.ts'
import { articlesAndPages } from '../../../platform/content/articles-and-pages.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import { jsonFeed, rssXml } from '../../build/feeds.ts'
import { ArticlePage } from './ArticlePage.tsx'

const { facts, studio, blog } = siteContent()
const { articles } = articlesAndPages()
const site = new URL('https://studio.example')
const article = articles[0] ?? expect.fail('there is no article')

function page(shown: Article, all: readonly Article[] = articles): string {
  return renderToStaticMarkup(<ArticlePage article={shown} articles={all} copy={blog} studio={studio} site={site} />)
}

test('a card shows when it was updated, if it was', () => {
  const updatedLabel = 'January 2, 2026'
  const time = '<time dateTime="2026-01-02">January 2, 2026</time>'
  expect(page({ ...article, updated: '2026-01-02', updatedLabel })).toContain(time)
  expect(page({ ...article, updated: undefined })).not.toContain(blog.updated)
})

describe('the feed', () => {
  test('has the newest fifty articles, in order, and the time of the last change', () => {
    const many = [...Array(60).keys()].map((i) => ({ ...article, path: `/blog/a-${i}`, updated: undefined }))
    const all = [...many.slice(0, 30), { ...article, updated: '2026-02-03' }, ...many.slice(30)]
    const feed = jsonFeed(all, blog, facts, site)
    expect(feed.items).toHaveLength(50)
    expect(feed.items[0]?.url).toBe('https://studio.example/blog/a-0')
    expect(rssXml(feed, 'https://studio.example/rss.xml')).toContain(
      '<lastBuildDate>Tue, 03 Feb 2026 00:00:00 GMT</lastBuildDate>',
    )
  })

  test('names the founder as author, or the studio if the founder has no name', () => {
    const { profile, called } = studio.founder
    const signed = (founder: typeof studio.founder) =>
      jsonFeed([article], blog, { ...facts, studio: { ...studio, founder } }, site).authors
    expect(signed({ profile, called })).toEqual([{ name: studio.name, url: 'https://studio.example/' }])
    expect(signed({ profile, called, name: 'Ada' })).toEqual([{ name: 'Ada', url: profile }])
  })

  test('escapes every text of an article', () => {
    const odd = { ...article, title: 'A & B </title>\u0000', description: '<b>"R&D"</b> ]]>' }
    const xml = rssXml(jsonFeed([odd], blog, facts, site), 'https://studio.example/rss.xml')
    expect(xml).toContain('<title>A &amp; B &lt;/title&gt;</title>')
    expect(xml).toContain('<description>&amp;lt;b&gt;&quot;R&amp;amp;D&quot;&amp;lt;/b&gt; ]]&gt;</description>')
    expect(xml).not.toMatch(/\0|undefined/)
  })
})
