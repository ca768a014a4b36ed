import { expect, test } from 'vitest'
import { findLinks, stripMarks } from './ChatLog.tsx'

test('marks of bold, italic and headings go, and line breaks stay', () => {
  expect(stripMarks('## Prices\n\nAn **MVP** starts at __$2,999__, *fixed*, _in writing_.\nYes.')).toBe(
    'Prices\n\nAn MVP starts at $2,999, fixed, in writing.\nYes.',
  )
  expect(stripMarks('***both*** and **bold with *italic* in it** and **Note:**text')).toBe(
    'both and bold with italic in it and Note:text',
  )
})

test('what only looks like marks stays', () => {
  for (const text of [
    '2 * 3 * 4',
    'snake_case_name',
    '5*3*2',
    'issue #4',
    '#hashtag',
    'a ** b',
    'a_b and c_d',
    '* item',
  ])
    expect(stripMarks(text)).toBe(text)
})

function linksIn(text: string): string[] {
  return findLinks(text, 'hello@kitewright.example').flatMap(({ to }) => to || [])
}

test("the site's own paths and the studio's address become links, and no word is lost", () => {
  const text = 'See /blog/saas-mvp-cost-guide. Or /#pricing, /contact (hello@kitewright.example).'
  expect(linksIn(text)).toEqual([
    '/blog/saas-mvp-cost-guide',
    '/#pricing',
    '/contact',
    'mailto:hello@kitewright.example',
  ])
  expect(
    findLinks(text, 'hello@kitewright.example')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('a free time leads to its form, and is shown by the visitor’s clock', () => {
  const [, link] = findLinks('Free is /call?start=2026-11-26T09:00Z.', 'hello@kitewright.example')
  expect(link?.to).toBe('/call?start=2026-11-26T09:00Z')
  expect(link?.text).toMatch(/^\w+, November 2[5-7], 2026.* \d+:00/)
})

test('nothing else does: other sites, other addresses, and slashes in prose', () => {
  for (const text of [
    'https://evil.example/blog/x',
    '//evil.example/blog',
    'evil.example/privacy',
    'javascript:alert(1)',
    'and/or 24/7 $50 /month',
    'other@kitewright.example',
    'xhello@kitewright.example',
    '/blog/../etc/passwd',
    '<a href="/x">',
  ])
    expect(linksIn(text), text).toEqual([])
})
