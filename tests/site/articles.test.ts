import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { all, articlePaths, find, readPage, valuesOf, wordsOf } from '../support/built-site.ts'

test('the blog shows seven cards, the newest first, each leading to its article', () => {
  const cards = all(readPage('/blog'), '.card')
  const days = cards.map((card) => find(card, 'time').getAttribute('datetime') ?? '')
  expect(days).toEqual(days.toSorted().reverse())
  expect(wordsOf(find(readPage('/blog'), '.card:has([datetime="2025-12-06"]) time'))).toBe('December 6, 2025')
  expect(wordsOf(find(readPage('/blog'), '.card:has([datetime="2025-06-06"])'))).toMatch(/20 min read.*72-hour/)
  const links = cards.map((card) => {
    expect(all(card, 'svg')).toHaveLength(1)
    expect(wordsOf(card)).toMatch(/\d+ min read/)
    const link = all(card, 'a').find((each) => wordsOf(each).startsWith('Read more'))
    return link?.getAttribute('href')
  })
  expect(links.toSorted()).toEqual(articlePaths.toSorted())
  const specified =
    'india-saas-ecosystem kitewright-72-hour-mvp-development mvp-development-guide rise-of-solo-development-studios ' +
    'saas-mvp-cost-guide saas-trends-2025 solo-founders-saas-guide'
  expect(links.toSorted()).toEqual(specified.split(' ').map((slug) => `/blog/${slug}`))
  expect(links[0]).toBe('/blog/rise-of-solo-development-studios')
})

describe.each(articlePaths)('%s', (path) => {
  const page = readPage(path)

  test('has its time to read, drawing, contents, tables, three ways to write, topics and author', () => {
    expect(all(page, 'a[href="/blog"]').map(wordsOf)).toContain('← Back to Blog')
    expect(wordsOf(find(page, '.drawn-remark'))).toMatch(/20\d\d(?:[89]|1\d|20) min read/)
    find(page, 'article .drawn-place svg')
    expect(wordsOf(find(page, '.contents h2'))).toBe('In this article')
    expect(all(page, '.contents a').map(wordsOf)).toEqual(all(page, '.prose h2').map(wordsOf))
    expect(all(page, '.prose .table, .prose .chart').length).toBeGreaterThan(0)
    for (const table of all(page, '.table')) expect(table.getAttribute('aria-label')).toMatch(/\w/)
    const subjects = ['Project Consultation', 'Free Strategy Call', 'Get Started 72 Hour MVP']
    expect(valuesOf(page, '.end-links a[href^="mailto:"]', 'href')).toEqual(
      subjects.map((subject) => `mailto:hello@kitewright.example?subject=${encodeURIComponent(subject)}`),
    )
    expect(valuesOf(page, '.call a', 'href')).toEqual(['/contact', '/call'])
    for (const topic of all(page, '[aria-label=Topics] a')) expect(wordsOf(topic)).toMatch(/^#\w+$/)
    expect(wordsOf(find(page, '#author'))).toBe('Who wrote this')
  })

  test('tells search engines the same as its page', () => {
    const { '@graph': things }: { '@graph': Record<string, unknown>[] } = JSON.parse(
      find(page, 'script[type="application/ld+json"]').textContent ?? '',
    )
    const loc = `http://localhost:4321${path}`
    const typed = (type: string) => things.find((each) => each['@type'] === type)
    const steps = typed('BreadcrumbList')?.['itemListElement']
    expect(steps).toHaveLength(3)
    expect(steps).toContainEqual(expect.objectContaining({ item: loc }))
    expect(typed('BlogPosting')).toMatchObject({
      headline: wordsOf(find(page, 'h1')),
      description: valuesOf(page, 'meta[name=description]', 'content')[0],
      datePublished: valuesOf(page, '.drawn-remark time', 'datetime')[0],
      mainEntityOfPage: loc,
      image: valuesOf(page, 'meta[property="og:image"]', 'content')[0],
    })
  })
})

test('search engines read who the studio is on the home page, and the way to every other', () => {
  const graphOf = (path: string): Record<string, unknown>[] =>
    JSON.parse(find(readPage(path), 'script[type="application/ld+json"]').textContent ?? '')['@graph']
  expect(graphOf('/').map((each) => each['@type'])).toEqual(['Organization', 'WebSite'])
  for (const price of ['"minPrice":10000,"priceCurrency":"INR"', '"minPrice":116,"priceCurrency":"USD"'])
    expect(JSON.stringify(graphOf('/'))).toContain(price)
  for (const path of ['/blog', '/terms', '/privacy', '/sitemap']) {
    const steps = graphOf(path).find((each) => each['@type'] === 'BreadcrumbList')?.['itemListElement']
    expect(steps, path).toHaveLength(2)
    expect(steps).toContainEqual(expect.objectContaining({ item: `http://localhost:4321${path}` }))
  }
})

test('the three older articles lead to each other', () => {
  const older = ['/blog/saas-trends-2025', '/blog/india-saas-ecosystem', '/blog/mvp-development-guide']
  for (const path of older) {
    const related = valuesOf(readPage(path), '[aria-labelledby=related] a', 'href')
    expect(related.toSorted()).toEqual(older.filter((other) => other !== path).toSorted())
  }
})

test('earlier and later lead through all seven articles and back', () => {
  const step = (path: string, rel: string) => valuesOf(readPage(path), `.neighbours [rel=${rel}]`, 'href')[0]
  const seen = ['/blog/rise-of-solo-development-studios']
  for (let next = step(seen[0] ?? '', 'prev'); next !== undefined; next = step(next, 'prev')) {
    expect(step(next, 'next')).toBe(seen.at(-1))
    seen.push(next)
  }
  expect(seen.toSorted()).toEqual(articlePaths.toSorted())
})

test('an article ends with one table, whose every row says what it holds', () => {
  const labels = all(readPage('/blog/mvp-development-guide'), '.long-foot .end-row .remark')
  expect(labels.map(wordsOf)).toEqual([
    'Or by e-mail',
    'Who wrote this',
    'Topics',
    'Related Articles',
    'Earlier',
    'Later',
  ])
})

type Offers = { packages: { name: string; price: string }[]; custom: { from: { inr: string; usd: string } } }

test('prices are those of offers.yaml', () => {
  const { packages, custom }: Offers = parse(readFileSync('sample/offers.yaml', 'utf8'))
  const article = wordsOf(find(readPage('/blog/kitewright-72-hour-mvp-development'), '.prose'))
  const tag = wordsOf(find(readPage('/'), '.tag'))
  expect(packages.map(({ price }) => price)).toEqual(['$4,997', '$7,997', '$12,997'])
  for (const { name, price } of packages) {
    expect(article).toContain(name)
    expect(article).toContain(price)
  }
  expect(custom.from).toEqual({ inr: '10,000 INR', usd: '116 USD' })
  for (const price of Object.values(custom.from)) expect(tag).toContain(price)
})
