import { expect, test } from 'vitest'
import { filledText } from './filled-text.ts'
import { hardcodedFigures } from './hardcoded-figures.ts'

const offers = { leadTimes: { mvpWeeks: { from: 2, to: 4 } }, price: 12_997, claims: { uptime: '99.9%' } }

test.each([
  ['over {claims.uptime of the time', 'has an unmatched {'],
  ['claims.uptime} of the time', 'has an unmatched }'],
  ['a <b>word</b>', 'has <b>'],
  ['a **word**', 'has **'],
  ['[a page](/about)', 'has ]('],
])('“%s” is invalid: visitors would see an unmatched brace, HTML, or Markdown as typed', (text, reason) => {
  expect(filledText(offers).safeParse(text).error?.issues[0]?.message).toContain(reason)
  expect(filledText(offers).safeParse('1 < 2, 3 * 4, [a], {=$130}, a <3').success).toBe(true)
})

const facts = {
  hourlyRate: '$40',
  packages: [{ id: 'small', name: 'Small', price: '$2,999' }],
  weddings: { name: 'Weddings', from: '1.200 €' },
  leadTimes: { weeks: { from: 2, to: 4 } },
  promises: { replyWithinHours: 24 },
  claims: { companies: '50+', saved: '87%' },
}

const onSite = (text: string, lang = 'en') => hardcodedFigures(text, facts, lang, 'site')
const inArticle = (text: string) => hardcodedFigures(text, facts, 'en', 'article')

test('names the fact that an offer’s price is, however it’s written', () => {
  const written = '“$2,999” is typed by hand. Write {packages.small.price}'
  expect(onSite('An MVP costs $2,999.')).toEqual([written])
  const orOwn = `${written}. If that’s a coincidence, write {=$2,999}`
  expect(inArticle('(It was $2,999, all in.)')).toEqual([orOwn])
  expect(inArticle('Another asks for {=$2,999}.')).toEqual([])
  expect(onSite('from €1,200 a day')[0]).toContain('Write {weddings.from}')
  expect(onSite('desde 1.200 € por dia', 'pt')[0]).toContain('Write {weddings.from}')
})

test('any other price or claim has to become a fact on the site, but an article can have its own', () => {
  expect(onSite('only 1,234 EUR')).toEqual([
    '“1,234 EUR” is typed by hand. Add it to content/offers.yaml, and write its name in braces',
  ])
  expect(onSite('trusted by 30+ studios')).toHaveLength(1)
  expect(inArticle('An agency asks for $30,000, and 30% say no; an hour is $40.')).toEqual([])
  expect(inArticle('Trusted by 50+ companies.')[0]).toContain('Write {claims.companies}')
})

test('finds numbers in words, in thousands, and in groups', () => {
  const found = (text: string) => onSite(text).map((message) => /“(.*)”/.exec(message)?.[1])
  const prices = ['two thousand nine hundred euros', '3 500 EUR', '$3k']
  expect(found('From two thousand nine hundred euros to 3 500 EUR, or $3k.')).toEqual(prices)
  const shares = ['Ninety-nine percent', '10k', 'ten percent']
  expect(found('Ninety-nine percent of 10k people, ten percent off')).toEqual(shares)
  expect(onSite('a reply in twenty-four hours')[0]).toContain('Write {promises.replyWithinHours}')
  expect(onSite('87 por cento', 'pt')[0]).toContain('Write {claims.saved}')
  expect(found('One or two people, three hundred users, PHP 8, the 3k run of 2025 300 times')).toEqual(['3k'])
})

test('finds a duration by its unit, in the site’s language', () => {
  expect(onSite('I reply within 24 hours.')[0]).toContain('Write {promises.replyWithinHours}')
  expect(onSite('resposta em 24 horas', 'pt-PT')[0]).toContain('Write {promises.replyWithinHours}')
  expect(onSite('live in 2–4 weeks')[0]).toContain('Write {leadTimes.weeks}')
  expect(onSite('a 24-hour shop')).toHaveLength(1)
  expect(onSite('open for 5 years, 24 tests, Next.js 16, 2-4 people')).toEqual([])
})

test.each([
  ...['Fr. 90', '90 Fr', '90 Franken', 'CHF 90.-', '90.- CHF', 'CHF 90.–', 'SFr. 90', '90 Swiss francs', '90.-'],
  ...["Fr. 1'200.–", "1'200 SFr", "1'200.-- CHF", '45 Rappen', '$90', 'two hundred francs'],
])('finds “%s” for a studio with prices in francs', (price) => {
  const swiss = { lang: 'en', day: { name: 'A day', from: '90 Fr.' } }
  const [problem, ...others] = hardcodedFigures(`A portrait costs ${price}, with prints.`, swiss, 'en', 'site')
  expect([others, problem]).toEqual([[], expect.stringContaining('is typed by hand')])
  expect(problem?.includes('Write {day.from}')).toBe(/\b90/.test(price) && !price.includes('$'))
  expect(filledText(swiss).parse('From {day.from}, a day is {day.from}. Nothing else.')).toBe(
    'From 90 Fr., a day is 90 Fr. Nothing else.',
  )
})

test('a sign shared by currencies means the studio’s own', () => {
  const prices = (from: string, text: string) => hardcodedFigures(text, { day: { name: 'A day', from } }, 'en', 'site')
  for (const [from, written] of [
    ['NOK 900', '900 kr'],
    ['900 SEK', '900:-'],
    ['CAD 900', '$900'],
    ['900 €', '900,-'],
  ] as const)
    expect(prices(from, `A day is ${written} here.`)[0]).toContain('Write {day.from}')
  expect(prices('900 €', 'Open Fr 9 to 12, kr 900, version 2.1, one real day, two won')).toEqual([])
})
