import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readDrawings } from '../../../content/drawings.ts'
import { readFacts } from '../../../content/facts/facts.ts'
import { firstOf, readHome } from '../../../content/home/home.ts'
import { Banner } from './Banner.tsx'
import { Pricing } from './Pricing.tsx'
import { Testimonials } from './Testimonials.tsx'
import { WhyChoose } from './WhyChoose.tsx'

const { sections } = readHome(readFacts(), readDrawings())
const missing = () => expect.fail('a section is missing')
const banner = firstOf(sections, 'banner')?.words ?? missing()
const reasons = firstOf(sections, 'why-choose')?.words ?? missing()
const pricing = firstOf(sections, 'pricing')?.words ?? missing()
const quotes = firstOf(sections, 'testimonials')?.words ?? missing()
const text = (html: string) => html.replaceAll(/<[^>]+>/g, '')

test('the banner repeats its message six times and has one of them read aloud', () => {
  const html = renderToStaticMarkup(<Banner {...banner} hasEnded={false} />)
  expect(html.match(/Limited-time offer\./g)).toHaveLength(6)
  expect(html.match(/<li[^>]*aria-hidden="true"/g)).toHaveLength(5)
})

test('the banner of an offer that has ended says so outside of the strip', () => {
  const html = renderToStaticMarkup(<Banner {...banner} hasEnded />)
  expect(html).toMatch(/<p class="banner-ended">Ended August 31, 2025<\/p><ul class="banner-strip">/)
})

test('the scale drawing gives a week the same width in every row', () => {
  const html = renderToStaticMarkup(<WhyChoose id="why" {...reasons} contact="#contact" />)
  const bars = [...html.matchAll(/<rect[^>]* x="([\d.]+)%"[^>]* width="([\d.]+)%"/g)].map(([, x, width]) => [x, width])
  // Of eight weeks: three days; weeks two to four; weeks six to eight.
  expect(bars).toEqual([
    ['0', '5.36'],
    ['25', '25'],
    ['75', '25'],
  ])
})

test('the tag shows the price in both currencies, in this order', () => {
  const html = renderToStaticMarkup(<Pricing id="pricing" {...pricing} side="right" contact="#contact" />)
  expect(text(html)).toMatch(/starting from10,000 INR ?or 116 USD/)
})

test('a quote is shown whole, with its highlight in it', () => {
  const html = renderToStaticMarkup(<Testimonials id="said" {...quotes} />)
  for (const { quote } of quotes.items) expect(text(html)).toContain(`“${quote}”`)
  expect(html).toContain('<em>87% reduction in errors</em>')
})
