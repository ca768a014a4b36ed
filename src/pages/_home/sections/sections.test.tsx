import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readHome } from '../../../content/home/home.ts'
import { readOffers } from '../../../content/offers.ts'
import { readStudio } from '../../../content/studio.ts'
import { Banner } from './Banner.tsx'
import { Pricing } from './Pricing.tsx'
import { Testimonials } from './Testimonials.tsx'
import { WhyChoose } from './WhyChoose.tsx'

const offers = readOffers()
const home = readHome({ ...offers, studio: readStudio() })
const text = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test('the banner repeats its message six times and has one of them read aloud', () => {
  const html = renderToStaticMarkup(<Banner {...home.banner} />)
  expect(html.match(/Limited-time offer\./g)).toHaveLength(6)
  expect(html.match(/<li[^>]*aria-hidden="true"/g)).toHaveLength(5)
})

test('the scale drawing gives a week the same width in every row', () => {
  const html = renderToStaticMarkup(<WhyChoose {...home.whyChoose} leadTimes={offers.leadTimes} />)
  const bars = [...html.matchAll(/<rect[^>]* x="([\d.]+)%"[^>]* width="([\d.]+)%"/g)].map(([, x, width]) => [x, width])
  // Of eight weeks: three days; weeks two to four; weeks six to eight.
  expect(bars).toEqual([
    ['0', '5.36'],
    ['25', '25'],
    ['75', '25'],
  ])
})

test('the tag shows the price in both currencies, in this order', () => {
  const html = renderToStaticMarkup(<Pricing {...home.pricing} offer={offers.startingFrom} />)
  expect(text(html)).toMatch(/starting from10,000 INR ?or 116 USD/)
})

test('a quote is shown whole, with its highlight in it', () => {
  const html = renderToStaticMarkup(<Testimonials {...home.testimonials} />)
  for (const { quote } of home.testimonials.items) expect(text(html)).toContain(`“${quote}”`)
  expect(html).toContain('<em>87% reduction in errors</em>')
})
