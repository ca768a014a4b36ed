import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { encodePhoto } from '../build/encode-photo.ts'
import { photoSources, readPicture } from './pictures.ts'
import { siteContent } from './site-content.ts'
import { siteTexts } from './site-texts.ts'
import { studioData } from './structured-data.ts'

const { articles } = siteTexts()
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

  test.each(articles.map((article) => [article.slug, article] as const))(
    '%s takes 8 to 20 minutes and shows a table or a figure',
    (_, { minutes, prose }) => {
      expect(minutes).toBeGreaterThanOrEqual(8)
      expect(minutes).toBeLessThanOrEqual(20)
      expect(prose.headings.length).toBeGreaterThan(2)
      expect(prose.tokens.filter(({ type }) => type === 'table_open').length + prose.scales.size).toBeGreaterThan(0)
    },
  )
})

const site = new URL('https://studio.example')
const { facts, home } = siteContent()

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

const folder = mkdtempSync(join(tmpdir(), 'kitewright-pictures-'))

/** Noise: nothing is harder to make small. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888888', noise: { type: 'gaussian', sigma: 15, mean: 128 } },
  })

beforeAll(async () => {
  mkdirSync(join(folder, 'content/pictures'), { recursive: true })
  enterFolder(folder)
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 0/1' } }
  writeFileSync('content/pictures/large.jpg', await photo(2400, 1800).withExif(place).jpeg().toBuffer())
  writeFileSync(
    'content/pictures/upright.jpg',
    await photo(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  )
})
afterAll(() => {
  leaveFolder()
  rmSync(folder, { recursive: true })
})

test('a photo is there in the widths that screens ask for, up to its own', () => {
  const large = readPicture('large.jpg', 'home/hero.yaml', 'pictures/')
  expect(large).toMatchObject({ width: 1600, height: 1200, photo: { widths: [480, 960, 1600] } })
  expect(photoSources(large).map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(large.src).toMatch(/^\/pictures\/large-[0-9a-f]{8}-1200\.jpg$/)
  const upright = readPicture('upright.jpg', 'home/hero.yaml', 'pictures/')
  expect(upright).toMatchObject({ width: 200, height: 300, photo: { widths: [200] } })
})

test.each(['avif', 'webp', 'jpg'])(
  'as %s no photo weighs more than 200 kB, and none tells where it was taken',
  async (format) => {
    const made = await encodePhoto('content/pictures/large.jpg', { name: `large-1600.${format}`, width: 1600 })
    expect(made.length).toBeLessThanOrEqual(200_000)
    expect(await sharp(made).metadata()).toMatchObject({ width: 1600, height: 1200 })
    expect((await sharp(made).metadata()).exif).toBeUndefined()
  },
)
