import { expect, test } from 'vitest'
import { articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { nearestPath } from '../../server/search/routes.ts'
import { searchWords } from '../../server/search/search-words.ts'
import { pagesOf } from './listed-pages.tsx'
import { xmlSitemap } from './page-lists.ts'
import { pageMarkdown } from './page-markdown.ts'

const content = siteContent()
const texts = articlesAndPages()
const site = new URL('https://studio.example')
const asked: string[][] = []
const lastChange = (files: readonly string[]) => {
  asked.push([...files])
  return '2026-03-09'
}
const pages = pagesOf(content, texts, { site, now: new Date('2025-08-01'), lastChange })

const page = (path: string) => pages.find((each) => each.path === path) ?? expect.fail(`${path} is not listed`)

test('dates each page by its front matter, its newest article, or the history of its files', () => {
  const [newest] = texts.articles
    .map(({ date, updated }) => updated ?? date)
    .toSorted()
    .reverse()
  const changes = ['/privacy', '/blog', '/sitemap', '/'].map((path) => page(path).lastChanged)
  expect(changes).toEqual(['2025-06-01', newest, newest, '2026-03-09'])
  expect(asked).toContainEqual(['home/contact.yaml', 'studio.yaml'])
})

test('a promotion that has ended is hidden here too, if it should be', () => {
  const promotion = { endsOn: '2025-08-31', afterEnd: 'hide' as const }
  const hiding = { ...content, facts: { ...content.facts, promotion } }
  const [home] = pagesOf(hiding, texts, { site, now: new Date('2026-01-01'), lastChange })
  expect(home?.markdown).not.toContain('SAVE NOW')
})

test('Markdown has absolute addresses, escapes special characters, and skips what screen readers skip', () => {
  const markdown = (html: string) => pageMarkdown(html, new URL('/blog', site)).trimEnd()
  const links = '\\*See\\* [b](https://studio.example/blog#b) · [c \\[d\\]](https://studio.example/c?d=1&e).'
  expect(markdown('<p>*See* <a href="#b">b</a><a href="/c?d=1&amp;e">c [d]</a>.</p>')).toBe(links)
  const unseen = '<svg viewBox="0 0 1 1"><text>b</text></svg><span aria-hidden="true">c</span></p><p hidden="">d</p>'
  const controls = '<search><label>f</label></search><label><input type="checkbox"/></label><br/>'
  expect(markdown(`<p>a${unseen}<script>e</script>${controls}`)).toBe('a')
})

test('a sitemap leaves out unknown days of change', () => {
  const text = xmlSitemap([{ ...page('/'), lastChanged: undefined }], site)
  expect(text).toContain('<url>\n<loc>https://studio.example/</loc>\n</url>')
})

const places = '/ /#pricing /blog /blog/saas-trends-2025 /blog/mvp-development-guide /terms /privacy'
  .split(' ')
  .map((path) => ({ path, title: path }))

test.each([
  ['/blgo', '/blog'],
  ['/pricing', '/#pricing'],
  ['/saas-trends-2025', '/blog/saas-trends-2025'],
  ['/blog/MVP-Development-Guide.html', '/blog/mvp-development-guide'],
])('%s is most likely %s', (path, expected) => {
  expect(nearestPath(path, places)?.path).toBe(expected)
})

test.each(['/wp-admin/setup.php', '/%E0%A4%A', '/~', `/${'x'.repeat(100_000)}`])('%.30s resembles no page', (path) => {
  expect(nearestPath(path, places)).toBeUndefined()
})

test.each([
  ['  fixed   price ', ['fixed', 'price']],
  ['72-hour MVP?', ['72', 'hour', 'MVP']],
  ['"; NEAR(a b) OR * ^ --', ['NEAR', 'b']],
  ['How long does it take?', ['long', 'take']],
])('%j holds %j', (query, words) => {
  expect(searchWords(query)).toEqual(words)
})

test('a search uses at most eight words, and refuses 101 characters', () => {
  expect(searchWords('b c d e f g h j k l')).toHaveLength(8)
  expect(searchWords('x'.repeat(101))).toBeUndefined()
})
