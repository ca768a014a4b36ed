import { expect, test } from 'vitest'
import { deadLinks } from './dead-links.ts'

const home = {
  path: '/',
  html: '<h2 id="pricing">Price</h2><a href="/blog?a=1&amp;b=2">Blog</a><a href="#pricing">Price</a>',
}

function dead(html: string): string[] {
  return deadLinks({ pages: [home, { path: '/blog', html }], answers: (path) => path === '/rss.xml' })
}

test('links to pages, their parts, files and the own page are alive', () => {
  expect(dead('<p id="a"></p><a href="/">1</a><a href="/#pricing">2</a><a href="#a">3</a><a href="#">4</a>')).toEqual(
    [],
  )
  expect(
    dead('<a href="/rss.xml">1</a><a href="https://example.org/x">2</a><a href="mailto:a@b.example">3</a>'),
  ).toEqual([])
})

test('a link to no page, to no part, and a picture that is not there are found, with their page', () => {
  expect(dead('<a href="/nowhere">1</a><a href="/#price">2</a><img src="/no.svg"><a href="#b">3</a>')).toEqual([
    '  /blog leads to /nowhere, where there is nothing',
    '  /blog leads to /#price, where there is nothing',
    '  /blog leads to /no.svg, where there is nothing',
    '  /blog leads to #b, where there is nothing',
  ])
})
