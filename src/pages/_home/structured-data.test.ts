import { expect, test } from 'vitest'
import { readOffers } from '../../content/offers.ts'
import { readStudio } from '../../content/studio.ts'
import { structuredData } from './structured-data.ts'

test('tells search engines the price in both currencies, as content/offers.yaml has it', () => {
  const offers = readOffers()
  const data = JSON.stringify(structuredData(readStudio(), offers, new URL('https://studio.example')))
  expect(data).toContain(`"price":${offers.startingFrom.inr},"priceCurrency":"INR"`)
  expect(data).toContain(`"price":${offers.startingFrom.usd},"priceCurrency":"USD"`)
  expect(data).toContain('"url":"https://studio.example/"')
})
