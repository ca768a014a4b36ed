import { readFileSync } from 'node:fs'
import { Blob, Face } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  all,
  articlePaths,
  find,
  invalidIn,
  listed,
  readBuilt,
  readHtml,
  readPage,
  valuesOf,
  wordsOf,
} from '../support/built-site.ts'

const built = listed.filter(({ path }) => path !== '/contact')
const origin = 'http://localhost:4321'
const titles: Record<string, string> = {
  '/': 'Kitewright · Web and SaaS development by one careful person',
  '/blog': 'Blog · Kitewright',
}

test.each(built)('$path is valid, and has a title and description for people and search engines', async ({ path }) => {
  const html = readHtml(path)
  expect(await invalidIn(html)).toEqual([])
  expect(html).not.toMatch(/<meta name="robots"/)
  const page = readPage(path)
  const heading = wordsOf(find(page, 'h1'))
  expect(page.title).toBe(titles[path] ?? `${heading} · Kitewright`)
  expect(valuesOf(page, 'meta[name=description]', 'content')).toEqual([expect.stringMatching(/.{50,}/)])
  expect(valuesOf(page, 'link[rel=canonical]', 'href')).toEqual([origin + path])
  expect(valuesOf(page, 'link[rel=alternate][type="application/rss+xml"]', 'href')).toEqual(['/rss.xml'])
  expect(valuesOf(page, 'meta[property="og:image"]', 'content')).toEqual([expect.stringMatching(/\.png$/)])
  const type = path.startsWith('/blog/') ? 'article' : 'website'
  expect(valuesOf(page, 'meta[property="og:type"]', 'content')).toEqual([type])
  // Without JavaScript, too.
  expect(find(page, 'nav[aria-label=Main] button:has(+ #menu[popover])').outerHTML).toMatch(/popovertarget="menu"/i)
  expect(wordsOf(find(page, 'footer.footer'))).toContain('Stay Updated')
  const levels = all(page, 'main :is(h1, h2, h3, h4)').map(({ tagName }) => Number(tagName[1]))
  for (const [i, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1)
})

test('no two pages share a title or a description', () => {
  const pages = built.map(({ path }) => readPage(path))
  const texts = pages.flatMap((page) => [page.title, ...valuesOf(page, 'meta[name=description]', 'content')])
  expect(new Set(texts).size).toBe(2 * built.length)
})

test.each([
  ['#contact', 'Start Your Project', 'Get Started Now', 'Contact Us for Pricing'],
  ['#services', 'View Our Work'],
  ['#process', 'Our Process'],
  ['#why-choose', 'Why Choose Us'],
  ['#about', 'About Us'],
  ['mailto:hello@kitewright.example', 'hello@kitewright.example'],
])('the home page leads to %s', (address, ...names) => {
  for (const name of names) {
    const links = all(readPage('/'), 'a').filter((link) => wordsOf(link) === name)
    expect(links.length, name).toBeGreaterThan(0)
    for (const link of links) expect(link.getAttribute('href')?.replace(/^\/#/, '#'), name).toBe(address)
  }
})

const claims = [
  ['.hero', 'One of the Fastest Growing SaaS Development Companies', 'SaaS Made Simple', 'Full-Stack Excellence'],
  ['.hero', 'Your Tech Partner', 'Rapid Development: Launch your MVP in weeks, not months'],
  ['#services', 'Web Development', 'SaaS MVP Development', 'Full-Stack Applications', 'Ongoing Support'],
  ['#why-choose', 'Speed & Performance', 'Precision & Focus', 'Scalable Growth', 'Premium Quality', 'Fixed Pricing'],
  ['#why-choose', 'Long-Term Partnership', '99.9%', '2-4 weeks', '72 hours'],
  ['#process', 'Discovery Call', 'Project Planning', 'Rapid Development', 'Launch & Support'],
  ['#partners', 'Trusted by 50+ companies worldwide', '200+ institutions'],
  ['#pricing', '10,000 INR', '116 USD', 'Free initial consultation', 'Milestone-based payments'],
  ['#testimonials', '87% reduction in errors'],
  ['#about', 'Full-Stack Developer', 'Product Strategist', 'Startup Mentor', 'SaaS Expert'],
  ['#about', '72-hour MVP development available'],
  ['#contact', 'Ready to Grow Your SaaS Business?', 'Why Work With Us', 'Scalable Architecture'],
  ['body', '90%', '10% discount on all projects, valid till August 2025', 'SAVE NOW', 'Ready to Scale Your SaaS?'],
  ['footer.footer', 'Stay Updated', 'Fast Development', 'Scalable Solutions'],
]

test('the sections of the home page are in order, each with a heading and its claims', () => {
  const sections = all(readPage('/'), 'main section')
  const ids = sections.map(({ id }) => id).filter(Boolean)
  const order = 'services why-choose technology process partners pricing testimonials about contact'
  expect(ids).toEqual(order.split(' '))
  for (const section of sections) expect(wordsOf(find(section, 'h1, h2'))).toMatch(/\w/)
  for (const [place = '', ...texts] of claims) {
    const words = wordsOf(find(readPage('/'), place))
    for (const text of texts) expect(words, place).toContain(text)
  }
})

test('the sitemap page lists the same pages as the XML sitemaps', () => {
  const page = readPage('/sitemap')
  const links = valuesOf(page, 'main a[href^="/"]', 'href').map((href) => new URL(href, origin).pathname)
  const paths = listed.map(({ path }) => path)
  expect(links.filter((path) => !paths.includes(path))).toEqual([])
  expect(paths.filter((path) => path !== '/contact' && !links.includes(path))).toEqual([])
  const group = (name: string) => {
    const region = all(page, 'main section').find((each) => wordsOf(find(each, 'h2')) === name)
    return region ? valuesOf(region, 'a', 'href') : []
  }
  const parts = ['services', 'process', 'pricing', 'about', 'why-choose', 'contact']
  expect(group('Main Pages')).toEqual(['/', ...parts.map((part) => `/#${part}`)])
  expect(group('Blog')).toHaveLength(8)
  expect(group('Legal and Company')).toEqual(['/privacy', '/terms', '/sitemap'])
  expect(group('Case Studies')).toEqual(Array(6).fill('/#partners'))
  expect(group('For machines')).toEqual(expect.arrayContaining([`${origin}/sitemap.xml`, `${origin}/blog-sitemap.xml`]))
  for (const link of all(page, 'main a[target]'))
    expect(link.outerHTML).toMatch(/^<a(?=[^>]* href="http)(?=[^>]* target="_blank")[^>]* rel="[^"]*noopener/)
})

test.each(['/privacy', '/terms'])('%s shows when it was last updated, and lists its sections', (path) => {
  const page = readPage(path)
  expect(wordsOf(find(page, '.drawn-remark'))).toMatch(/Last updated June 1, 2025/)
  const headings = all(page, '.prose h2')
  expect(all(page, '.contents a').map(wordsOf)).toEqual(headings.map(wordsOf))
  for (const cell of all(page, '.prose td + td')) expect(cell.getAttribute('data-head')).toMatch(/\w/)
  if (path === '/privacy') return
  const numbers = headings.map((heading) => Number.parseInt(wordsOf(heading), 10))
  expect(numbers).toEqual([...Array(13).keys()].map((i) => i + 1))
  expect(wordsOf(find(page, '.prose'))).toContain('30 days')
})

test('the typeface has every letter, digit and quotation mark on the pages', async () => {
  const texts = built.map(({ path }) => wordsOf(find(readPage(path), 'main')))
  const shown = [...new Set(texts.join(''))].filter((each) => /[\p{L}\p{N}’“”–…]/u.test(each))
  expect(shown).toEqual(expect.arrayContaining(['’', '“', '–']))
  const fonts = [...new Set(readHtml('/').match(/(?<=\/)_astro\/[^"')]+\.woff2/g))]
  expect(fonts).toHaveLength(2)
  for (const font of fonts) {
    const bytes = readFileSync(`dist/sample/client/${font}`)
    const file = await subsetFont(bytes, shown.join(''), { targetFormat: 'sfnt' })
    const characters = new Face(new Blob(Uint8Array.from(file).buffer)).collectUnicodes()
    expect(shown.filter((each) => !characters.includes(each.codePointAt(0) ?? 0))).toEqual([])
  }
})

test('pages load print styles only for printing, and the home page after its first screen', () => {
  for (const { path } of built.filter(({ path }) => path !== '/'))
    expect(valuesOf(readPage(path), 'link[rel=stylesheet]', 'media')[0]).toBe('print, (forced-colors: active)')
  const [file = ''] = valuesOf(readPage('/'), 'link[rel=stylesheet]', 'href')
  expect(readBuilt(file)).toContain('print')
})

test('the blog shows seven cards, newest first, each linked to its article', () => {
  const cards = all(readPage('/blog'), '.card')
  const days = cards.map((card) => find(card, 'time').getAttribute('datetime') ?? '')
  expect(days).toEqual(days.toSorted().reverse())
  expect(wordsOf(find(readPage('/blog'), '.card:has([datetime="2025-12-06"]) time'))).toBe('December 6, 2025')
  expect(wordsOf(find(readPage('/blog'), '.card:has([datetime="2025-06-06"])'))).toMatch(/20 min read.*72-hour/)
  const links = cards.map((card) => {
    expect(all(card, 'svg')).toHaveLength(1)
    expect(wordsOf(card)).toMatch(/\d+ min read/)
    const link = all(card, 'a').find((each) => wordsOf(each).startsWith('Read more'))
    return link?.getAttribute('href')?.replace('/blog/', '')
  })
  const specified =
    'india-saas-ecosystem kitewright-72-hour-mvp-development mvp-development-guide rise-of-solo-development-studios ' +
    'saas-mvp-cost-guide saas-trends-2025 solo-founders-saas-guide'
  expect(links.toSorted()).toEqual(specified.split(' '))
  expect(articlePaths.toSorted()).toEqual(specified.split(' ').map((slug) => `/blog/${slug}`))
  expect(links[0]).toBe('rise-of-solo-development-studios')
})

/** What a page tells search engines. */
const graphOf = (path: string): Record<string, unknown>[] =>
  JSON.parse(find(readPage(path), 'script[type="application/ld+json"]').textContent ?? '')['@graph']

describe.each(articlePaths)('%s', (path) => {
  const page = readPage(path)

  test('has a reading time, drawing, contents, tables, three contact links, topics and author', () => {
    expect(all(page, 'a[href="/blog"]').map(wordsOf)).toContain('← Back to Blog')
    expect(wordsOf(find(page, '.drawn-remark'))).toMatch(/20\d\d(?:[89]|1\d|20) min read/)
    find(page, 'article .drawn-place svg')
    expect(wordsOf(find(page, '.contents h2'))).toBe('In this article')
    expect(all(page, '.contents a').map(wordsOf)).toEqual(all(page, '.prose h2').map(wordsOf))
    expect(all(page, '.prose .table, .prose .chart').length).toBeGreaterThan(0)
    for (const table of all(page, '.table')) expect(table.getAttribute('aria-label')).toMatch(/\w/)
    const subjects = ['Project Consultation', 'Free Strategy Call', 'Get Started 72 Hour MVP']
    expect(valuesOf(page, '.long-foot .row a[href^="mailto:"]', 'href')).toEqual(
      subjects.map((subject) => `mailto:hello@kitewright.example?subject=${encodeURIComponent(subject)}`),
    )
    expect(valuesOf(page, '.call a', 'href')).toEqual(['/contact', '/call'])
    for (const topic of all(page, '[aria-label=Topics] a')) expect(wordsOf(topic)).toMatch(/^#\w+$/)
    expect(wordsOf(find(page, '#author'))).toBe('Who wrote this')
  })

  test('gives search engines the same data as its page', () => {
    const loc = origin + path
    const typed = (type: string) => graphOf(path).find((each) => each['@type'] === type)
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

test('the home page describes the studio to search engines, and other pages have breadcrumbs', () => {
  expect(graphOf('/').map((each) => each['@type'])).toEqual(['Organization', 'WebSite'])
  for (const price of ['"minPrice":10000,"priceCurrency":"INR"', '"minPrice":116,"priceCurrency":"USD"'])
    expect(JSON.stringify(graphOf('/'))).toContain(price)
  for (const path of ['/blog', '/terms', '/privacy', '/sitemap']) {
    const steps = graphOf(path).find((each) => each['@type'] === 'BreadcrumbList')?.['itemListElement']
    expect(steps, path).toHaveLength(2)
    expect(steps).toContainEqual(expect.objectContaining({ item: origin + path }))
  }
})

test('the three older articles link to each other', () => {
  const older = ['/blog/saas-trends-2025', '/blog/india-saas-ecosystem', '/blog/mvp-development-guide']
  for (const path of older) {
    const related = valuesOf(readPage(path), '[aria-labelledby=related] a', 'href')
    expect(related.toSorted()).toEqual(older.filter((other) => other !== path).toSorted())
  }
})

test('previous and next lead through all seven articles and back', () => {
  const step = (path: string, rel: string) => valuesOf(readPage(path), `.neighbors [rel=${rel}]`, 'href')[0]
  const seen = ['/blog/rise-of-solo-development-studios']
  for (let next = step(seen[0] ?? '', 'prev'); next !== undefined; next = step(next, 'prev')) {
    expect(step(next, 'next')).toBe(seen.at(-1))
    seen.push(next)
  }
  expect(seen.toSorted()).toEqual(articlePaths.toSorted())
})

test('prices are those of offers.yaml', () => {
  const { packages, custom } = parse(readFileSync('sample/offers.yaml', 'utf8'))
  const article = wordsOf(find(readPage('/blog/kitewright-72-hour-mvp-development'), '.prose'))
  const prices = { ...Object.fromEntries(packages.map(({ name, price }: Record<string, string>) => [name, price])) }
  expect(Object.values(prices)).toEqual(['$4,997', '$7,997', '$12,997'])
  for (const words of Object.entries(prices).flat()) expect(article).toContain(words)
  expect(custom.from).toEqual({ inr: '10,000 INR', usd: '116 USD' })
  for (const price of ['10,000 INR', '116 USD']) expect(wordsOf(find(readPage('/'), '.tag'))).toContain(price)
})
