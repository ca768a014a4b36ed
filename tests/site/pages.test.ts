import { readFileSync } from 'node:fs'
import { Blob, Face } from 'harfbuzzjs'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import {
  all,
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

test.each(built)('$path is valid, and says what it is to people and to search engines', async ({ path }) => {
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
  find(page, 'nav[aria-label=Main]')
  expect(wordsOf(find(page, 'footer.footer'))).toContain('Stay Updated')
  const levels = all(page, 'main :is(h1, h2, h3, h4)').map(({ tagName }) => Number(tagName[1]))
  for (const [i, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1)
})

test('no two pages share a title or a description', () => {
  const pages = built.map(({ path }) => readPage(path))
  expect(new Set(pages.map(({ title }) => title)).size).toBe(built.length)
  const descriptions = pages.flatMap((page) => valuesOf(page, 'meta[name=description]', 'content'))
  expect(new Set(descriptions).size).toBe(built.length)
})

test('every link of every page leads to a page that exists, and to an element of it', () => {
  const rendered = ['/contact', '/contact/consultation', '/call', '/newsletter', '/search', '/uncounted']
  const { files }: { files: { path: string }[] } = JSON.parse(readFileSync('dist/sample/static.json', 'utf8'))
  const known = new Set([...files.map(({ path }) => path), ...rendered])
  const pages = new Map(built.map(({ path }) => [path, readPage(path)]))
  const dead = [...pages].flatMap(([from, page]) =>
    valuesOf(page, 'a[href]', 'href').filter((href) => {
      const url = new URL(href, origin + from)
      if (url.origin !== origin) return !/^(https:|mailto:)/.test(href)
      const target = pages.get(url.pathname)
      if (target === undefined || url.hash === '') return !known.has(url.pathname)
      return target.getElementById(decodeURIComponent(url.hash.slice(1))) === null
    }),
  )
  expect(dead).toEqual([])
})

test.each([
  ['Start Your Project', '#contact'],
  ['View Our Work', '#services'],
  ['Get Started Now', '#contact'],
  ['Contact Us for Pricing', '#contact'],
  ['Privacy Policy', '/privacy'],
  ['Terms of Service', '/terms'],
  ['Sitemap', '/sitemap'],
  ['Blog', '/blog'],
  ['Our Process', '#process'],
  ['Why Choose Us', '#why-choose'],
  ['About Us', '#about'],
  ['hello@kitewright.example', 'mailto:hello@kitewright.example'],
])('“%s” on the home page leads to %s', (name, address) => {
  const links = all(readPage('/'), 'a').filter((link) => wordsOf(link) === name)
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect(link.getAttribute('href')?.replace(/^\/#/, '#')).toBe(address)
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

test('the sections of the home page stand in their order, each with a heading and its claims', () => {
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

test('the sitemap page lists every page that the XML sitemaps list, and no other', () => {
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
  for (const link of all(page, 'main a[target]')) {
    expect(link.getAttribute('href')).toMatch(/^http/)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      expect.stringMatching(/noopener/),
    ])
  }
})

test.each(['/privacy', '/terms'])('%s says when it changed last, and lists its sections', (path) => {
  const page = readPage(path)
  expect(wordsOf(find(page, '.drawn-remark'))).toMatch(/Last updated June 1, 2025/)
  const headings = all(page, '.prose h2')
  expect(all(page, '.contents a').map(wordsOf)).toEqual(headings.map(wordsOf))
  for (const cell of all(page, '.prose td + td')) expect(cell.getAttribute('data-head')).toMatch(/\w/)
})

test('the terms have thirteen numbered sections and the notice for material changes', () => {
  const page = readPage('/terms')
  const numbers = all(page, '.prose h2').map((heading) => Number.parseInt(wordsOf(heading), 10))
  expect(numbers).toEqual([...Array(13).keys()].map((i) => i + 1))
  expect(wordsOf(find(page, '.prose'))).toContain('30 days')
})

test('the typeface has every letter, figure and quotation mark that the pages show', async () => {
  const texts = built.map(({ path }) => wordsOf(find(readPage(path), 'main')))
  const shown = [...new Set(texts.join(''))].filter((each) => /[\p{L}\p{N}’“”–…]/u.test(each))
  expect(shown).toEqual(expect.arrayContaining(['’', '“', '–']))
  const fonts = [...new Set(readHtml('/').match(/(?<=\/)_astro\/[^"')]+\.woff2/g))]
  expect(fonts).toHaveLength(2)
  for (const font of fonts) {
    const file = await subsetFont(readFileSync(`dist/sample/client/${font}`), shown.join(''), {
      targetFormat: 'sfnt',
    })
    const characters = new Face(new Blob(Uint8Array.from(file).buffer)).collectUnicodes()
    expect(shown.filter((each) => !characters.includes(each.codePointAt(0) ?? 0))).toEqual([])
  }
})

test('pages load their print styles only to print', () => {
  for (const { path } of built) {
    const [media = ''] = valuesOf(readPage(path), 'link[rel=stylesheet]', 'media')
    expect(media).toBe('print, (forced-colors: active)')
  }
  const [file = ''] = valuesOf(readPage('/'), 'link[rel=stylesheet]', 'href')
  expect(readBuilt(file)).toContain('print')
})
