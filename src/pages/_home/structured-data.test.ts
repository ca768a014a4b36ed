import { expect, test } from 'vitest'
import { readOffers } from '../../content/offers.ts'
import { structuredData } from '../../content/structured-data.ts'
import { readStudio } from '../../content/studio.ts'

const offers = readOffers()
const studio = readStudio()
const site = new URL('https://studio.example')

test('tells search engines the price in both currencies, as content/offers.yaml has it, and that it is the lowest', () => {
  const data = JSON.stringify(structuredData(studio, offers, site))
  for (const [price, currency] of [
    [offers.startingFrom.inr, 'INR'],
    [offers.startingFrom.usd, 'USD'],
  ]) {
    expect(data).toContain(`"price":${price},"priceCurrency":"${currency}"`)
    expect(data).toContain(`"minPrice":${price},"priceCurrency":"${currency}"`)
  }
  expect(data).toContain('"url":"https://studio.example/"')
})

test('names a person only when the founder is named', () => {
  const founder = { profile: studio.founder.profile }
  expect(JSON.stringify(structuredData({ ...studio, founder }, offers, site))).not.toContain('Person')
  const named = structuredData({ ...studio, founder: { ...founder, name: 'Ada Lovelace' } }, offers, site)
  expect(JSON.stringify(named)).toContain('"founder":{"@type":"Person"')
})
