import { describe, expect, test } from 'vitest'
import { siteTexts } from './site-texts.ts'

const { articles, pages } = siteTexts()
const pageAt = (path: string) => pages.find((page) => page.path === path) ?? expect.fail(`there is no ${path}`)
const [privacy, terms] = [pageAt('/privacy'), pageAt('/terms')]
const bySlug = new Map(articles.map((article) => [article.slug, article]))

describe('the seven articles of the specification', () => {
  test('are all there, and those that it dates bear their dates', () => {
    expect([...bySlug.keys()]).toEqual(
      expect.arrayContaining([
        'saas-trends-2025',
        'india-saas-ecosystem',
        'mvp-development-guide',
        'solo-founders-saas-guide',
        'saas-mvp-cost-guide',
        'rise-of-solo-development-studios',
        'kitewright-72-hour-mvp-development',
      ]),
    )
    expect(bySlug.get('rise-of-solo-development-studios')?.date).toBe('2025-12-06')
    expect(bySlug.get('kitewright-72-hour-mvp-development')).toMatchObject({ date: '2025-06-06', minutes: 20 })
  })

  test('the three older ones are related to each other', () => {
    const older = ['saas-trends-2025', 'india-saas-ecosystem', 'mvp-development-guide']
    for (const slug of older) {
      expect(bySlug.get(slug)?.related.toSorted()).toEqual(older.filter((other) => other !== slug).toSorted())
    }
  })

  test('the 72-hour article has the packages, the support and the places of the offers', () => {
    const source = bySlug.get('kitewright-72-hour-mvp-development')?.prose.source
    for (const fact of ['$4,997', '$7,997', '$12,997', '30 days', 'December 2025']) expect(source).toContain(fact)
  })

  test.each(articles.map((article) => [article.slug, article] as const))(
    '%s takes 8 to 20 minutes and shows a table or a figure',
    (_, { minutes, prose }) => {
      expect(minutes).toBeGreaterThanOrEqual(8)
      expect(minutes).toBeLessThanOrEqual(20)
      expect(prose.headings.length).toBeGreaterThan(2)
      expect(prose.tokens.filter(({ type }) => type === 'table_open').length + prose.scales.size).toBeGreaterThan(0)
    },
  )

  test('hold about 19,000 words together', () => {
    const words = articles.reduce((sum, each) => sum + each.words, 0)
    expect(words).toBeGreaterThan(18_000)
    expect(words).toBeLessThan(22_000)
  })
})

describe('the legal texts', () => {
  test('the terms have 13 numbered sections, and both were updated on the day of the specification', () => {
    const sections = terms.prose.headings.filter(({ level }) => level === 2)
    expect(sections.map(({ text }) => Number.parseInt(text, 10))).toEqual([...Array(13).keys()].map((i) => i + 1))
    expect([terms.updated, privacy.updated]).toEqual(['2025-06-01', '2025-06-01'])
  })

  test('promise notice of material changes, for as long as the offers say', () => {
    expect(terms.prose.source).toContain('30 days')
  })
})
