import { expect, test } from 'vitest'
import { parseProse } from '../../content/prose/prose.ts'
import { siteTexts } from '../../content/site-texts.ts'
import { articleKite, kiteBox } from './article-kite.ts'

const slugs = [
  ...siteTexts().articles.map(({ slug }) => slug),
  ...Array.from({ length: 500 }, (_, i) => `article-${i}`),
]

function kiteOf(slug: string, parts: number) {
  const source = Array.from({ length: parts }, (_, i) => `## Part ${i}\n\n### Of part ${i}\n\n`).join('')
  return articleKite({ slug, prose: parseProse(source, { file: 'articles/a.md', line: 1 }) })
}

test('an article always has the same kite, and no two have one alike', () => {
  const drawings = slugs.map((slug) => JSON.stringify(kiteOf(slug, 5)))
  expect(slugs.map((slug) => JSON.stringify(kiteOf(slug, 5)))).toEqual(drawings)
  expect(new Set(drawings).size).toBe(slugs.length)
})

test('the tail has a bow for each part, up to eight', () => {
  const bows = (parts: number) => kiteOf('a', parts).bows.match(/Z/g)?.length ?? 0
  expect([0, 1, 5, 8, 500].map(bows)).toEqual([0, 2, 10, 16, 16])
})

test('kite and tail stay inside their box', () => {
  for (const slug of slugs) {
    const { fold, tail, bows } = kiteOf(slug, 8)
    const drawn = `${[...fold.corners, ...fold.inner, fold.centre].join(' ')} ${tail} ${bows}`
    const numbers = [...drawn.matchAll(/-?[\d.]+/g)].map(Number)
    numbers.forEach((value, i) => {
      expect(value, `${slug}: ${drawn}`).toBeGreaterThanOrEqual(0)
      expect(value, `${slug}: ${drawn}`).toBeLessThanOrEqual(i % 2 ? kiteBox.height : kiteBox.width)
    })
  }
})
