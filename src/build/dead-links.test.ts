import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { deadLinks, pageLinks } from './dead-links.ts'

const folder = mkdtempSync(join(tmpdir(), 'kitewright-links-'))

beforeEach(() => {
  mkdirSync(join(folder, 'content/articles'), { recursive: true })
  enterFolder(folder)
})

afterEach(() => {
  leaveFolder()
  rmSync(folder, { recursive: true })
})

const site = 'https://studio.example'
const home = '<h2 id="pricing">Price</h2><a href="/blog?a=1&amp;b=2">Blog</a><a href="#pricing">Price</a>'

function dead(html: string): string[] {
  const pages = [pageLinks('/', home, site), pageLinks('/blog/a', html, site)]
  return deadLinks(pages, (path) => ['/blog', '/rss.xml'].includes(path))
}

test('links to pages, their parts, files and the own page are alive', () => {
  expect(dead('<p id="a"></p><a href="/">1</a><a href="/#pricing">2</a><a href="#a">3</a><a href="#">4</a>')).toEqual(
    [],
  )
  expect(
    dead('<a href="/rss.xml">1</a><a href="https://example.org/x">2</a><a href="mailto:a@b.example">3</a>'),
  ).toEqual([])
  expect(dead('<a href="//example.org/x">1</a><a href="../blog">2</a><a href="?q=a">3</a><a href="">4</a>')).toEqual([])
})

test('an anchor in another script is alive as browsers write it, and one that cannot be read is dead', () => {
  expect(dead('<h2 id="größe">G</h2><a href="#gr%C3%B6%C3%9Fe">1</a>')).toEqual([])
  expect(dead('<a href="#%E0%A4%A">1</a>')).toHaveLength(1)
})

test('a link to no page, to no part, and a picture that is not there are found, with their page', () => {
  expect(
    dead('<a href="/nowhere">1</a><a href="/#price">2</a><img src="/no.svg"><a href="#b">3</a><a href="b">4</a>'),
  ).toEqual([
    '  /nowhere, to which /blog/a would lead',
    '  /#price, to which /blog/a would lead',
    '  /no.svg, to which /blog/a would lead',
    '  /blog/a#b, to which /blog/a would lead',
    '  /blog/b, to which /blog/a would lead',
  ])
})

test('one address is told once, with the file and the line where it is written', () => {
  writeFileSync('content/frame.yaml', 'legal:\n  - { text: Gone, to: /gone }\n  - { text: On, to: /gone/on }\n')
  writeFileSync('content/articles/a.md', '---\n---\nSee [it](/gone) and [that](#there).\n')
  // Another page may have such a part.
  writeFileSync('content/articles/c.md', 'See [that](#there).\n')
  const link = '<a href="/gone">Gone</a>'
  const pages = ['/', '/blog/a', '/blog/b'].map((path) => pageLinks(path, link, site))
  expect(deadLinks(pages, () => false)).toEqual([
    '  /gone, to which / and 2 more would lead, from content/articles/a.md:3, content/frame.yaml:2',
  ])
  expect(deadLinks([pageLinks('/blog/a', '<a href="#there">T</a>', site)], () => false)).toEqual([
    '  /blog/a#there, to which /blog/a would lead, from content/articles/a.md:3',
  ])
})

test('a share picture that is not there is found', () => {
  const share = (url: string) => dead(`<meta property="og:image" content="${url}">`)
  expect(share(`${site}/blog/a/share.png`)).toEqual(['  /blog/a/share.png, to which /blog/a would lead'])
  expect(share(`${site}/rss.xml`)).toEqual([])
  expect(share('https://elsewhere.example/share.png')).toEqual([])
})
