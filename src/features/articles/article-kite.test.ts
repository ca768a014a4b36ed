import { expect, test } from 'vitest'
import { readScenes, sceneOf } from '../../content/drawings.ts'
import { parseProse } from '../../content/prose/prose.ts'
import { siteTexts } from '../../content/site-texts.ts'
import { articlePicture } from './article-kite.ts'

type Point = readonly [number, number]

const { articles } = siteTexts()
const scenes = readScenes()
const box = { width: 400, height: 300 }
const slugs = Array.from({ length: 200 }, (_, i) => `article-${i}`)

function pictureOf(slug: string, parts = 12, name?: string) {
  const source = Array.from({ length: parts }, (_, i) => `## Part ${i}\n\n### Of part ${i}\n\n`).join('')
  const scene = sceneOf({ scene: name, slug }, scenes)
  return articlePicture({ slug, scene, prose: parseProse(source, { file: 'articles/a.md', line: 1 }) })
}

/** All articles, and every scene under two hundred seeds, with six bows. */
const pictures = [
  ...articles.map((article) => [article.slug, articlePicture(article)] as const),
  ...slugs.flatMap((slug) =>
    [...scenes.keys()].map((scene) => [`${slug}, ${scene}`, pictureOf(slug, 12, scene)] as const),
  ),
]

function pointsIn(path: string): Point[] {
  const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number)
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0])
}

/** The two wings of each bow. */
function bowsIn(path: string): Point[][] {
  const wings = path.split('Z').slice(0, -1).map(pointsIn)
  return Array.from({ length: wings.length / 2 }, (_, i) => [...(wings[2 * i] ?? []), ...(wings[2 * i + 1] ?? [])])
}

/** Whether a straight line parts two sets of points: one that is drawn through two of them, or beside it. */
function areApart(some: readonly Point[], others: readonly Point[]): boolean {
  const all = [...some, ...others]
  return all.some((from) =>
    all.some((to) => {
      const side = ([x, y]: Point) => (x - from[0]) * (to[1] - from[1]) - (y - from[1]) * (to[0] - from[0])
      const [mine, theirs] = [some.map(side), others.map(side)]
      return Math.max(...mine) < Math.min(...theirs) || Math.max(...theirs) < Math.min(...mine)
    }),
  )
}

test('an article always has the same picture, and no two have one alike', () => {
  const drawings = slugs.map((slug) => JSON.stringify(pictureOf(slug)))
  expect(slugs.map((slug) => JSON.stringify(pictureOf(slug)))).toEqual(drawings)
  expect(new Set(drawings).size).toBe(slugs.length)
})

test('each article’s kite stands at its own height, over its own ground, beside its own object', () => {
  const drawn = articles.map(articlePicture)
  for (const part of ['ground', 'object'] as const) {
    expect(new Set(drawn.map((picture) => picture[part])).size).toBe(articles.length)
  }
  expect(new Set(drawn.map(({ kite }) => kite.fold.centre[1])).size).toBe(articles.length)
})

test('an article without a scene gets one by its slug, and all scenes come in turn', () => {
  const objects = slugs.map((slug) => pictureOf(slug).object)
  expect(new Set(objects)).toEqual(new Set([...scenes.values()].map(({ object }) => object)))
})

test('the tail has four to six bows, more for a longer text', () => {
  expect([0, 1, 10, 12, 500].map((parts) => bowsIn(pictureOf('a', parts).kite.bows).length)).toEqual([4, 4, 5, 6, 6])
})

test('no bow touches another', () => {
  for (const [name, { kite }] of pictures) {
    const bows = bowsIn(kite.bows)
    bows.forEach((bow, i) => {
      for (const other of bows.slice(i + 1)) expect(areApart(bow, other), `${name}: ${kite.bows}`).toBe(true)
    })
  }
})

test('kite and tail stay inside their box, and off the ground below them', () => {
  for (const [name, { kite }] of pictures) {
    const drawn = [...kite.fold.corners, ...kite.fold.inner, ...pointsIn(kite.tail), ...pointsIn(kite.bows)]
    for (const [x, y] of drawn) {
      expect(x, name).toBeGreaterThanOrEqual(0)
      expect(x, name).toBeLessThanOrEqual(box.width)
      expect(y, name).toBeGreaterThanOrEqual(0)
      expect(y, name).toBeLessThanOrEqual(box.height - 40)
    }
  }
})
