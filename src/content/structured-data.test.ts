import { expect, test } from 'vitest'
import { siteContent } from './site-content.ts'
import { siteTexts } from './site-texts.ts'
import { articleData, breadcrumbs, studioData } from './structured-data.ts'

const site = new URL('https://studio.example')
const { facts, studio, blog, home } = siteContent()
const article = siteTexts().articles[0] ?? expect.fail('there is no article')
const url = `https://studio.example${article.path}`

test('says what the page shows: headline, days, minutes, topics, picture', () => {
  const updated = { ...article, updated: '2025-12-24' }
  expect(articleData(updated, facts, blog.name, site)).toMatchObject({
    '@graph': [
      {
        '@type': 'BlogPosting',
        headline: article.title,
        description: article.description,
        datePublished: article.date,
        dateModified: '2025-12-24',
        timeRequired: `PT${article.minutes}M`,
        keywords: article.tags,
        mainEntityOfPage: url,
        image: `${url}.png`,
        publisher: { '@type': 'Organization', '@id': 'https://studio.example/#studio', name: studio.name },
      },
      { '@type': 'BreadcrumbList' },
    ],
  })
})

test('leads from the home page over the blog to the article, in absolute addresses', () => {
  const step = (position: number, name: string, item: string) => ({ '@type': 'ListItem', position, name, item })
  expect(articleData(article, facts, blog.name, site)).toMatchObject({
    '@graph': [
      {},
      {
        itemListElement: [
          step(1, studio.name, 'https://studio.example/'),
          step(2, blog.name, 'https://studio.example/blog'),
          step(3, article.title, url),
        ],
      },
    ],
  })
})

test('names a person only when the founder is named; else the studio is the author', () => {
  const { profile, called } = studio.founder
  const authorWith = (founder: typeof studio.founder) =>
    JSON.parse(JSON.stringify(articleData(article, { ...facts, studio: { ...studio, founder } }, blog.name, site)))[
      '@graph'
    ][0].author
  expect(authorWith({ profile, called })).toMatchObject({ '@type': 'Organization', name: studio.name })
  expect(authorWith({ profile, called, name: 'Ada Lovelace' })).toEqual({
    '@type': 'Person',
    '@id': 'https://studio.example/#founder',
    name: 'Ada Lovelace',
    url: profile,
  })
})

test('tells search engines the price in both currencies, as content/offers.yaml has it, and that it is the lowest', () => {
  const data = JSON.stringify(studioData(facts, home.sections, site))
  for (const [price, currency] of [
    [10_000, 'INR'],
    [116, 'USD'],
  ]) {
    expect(data).toContain(`"minPrice":${price},"priceCurrency":"${currency}"`)
  }
  expect(data).toContain('"url":"https://studio.example/"')
})

test('names the founder beside the studio only where there is a name', () => {
  const founder = { profile: studio.founder.profile, called: studio.founder.called }
  expect(JSON.stringify(studioData({ ...facts, studio: { ...studio, founder } }, home.sections, site))).not.toContain(
    'Person',
  )
  const named = studioData(
    { ...facts, studio: { ...studio, founder: { ...founder, name: 'Ada Lovelace' } } },
    home.sections,
    site,
  )
  expect(JSON.stringify(named)).toContain('"founder":{"@type":"Person"')
})

test('the way to a page begins at the home page, counts from 1 and bears whole addresses', () => {
  expect(breadcrumbs('Studio', [{ name: 'Blog', path: '/blog' }], site)).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Studio', item: 'https://studio.example/' },
      { '@type': 'ListItem', position: 2, name: 'Blog', item: 'https://studio.example/blog' },
    ],
  })
})
