import { expect, test } from 'vitest'
import { filledText } from './fill-facts.ts'
import { typedByHand } from './typed-facts.ts'

const offers = { leadTimes: { mvpWeeks: { from: 2, to: 4 } }, price: 12_997, claims: { uptime: '99.9%' } }

test.each([
  ['over {claims.uptime of the time', 'has a {'],
  ['claims.uptime} of the time', 'has a }'],
  ['a <b>word</b>', 'has <b>'],
  ['a **word**', 'has **'],
  ['[a page](/about)', 'has ]('],
])('%s is no text: a brace that is not closed, HTML and Markdown would stand there as they are', (text, reason) => {
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

const inWords = (text: string, lang = 'en') => typedByHand(text, facts, lang, 'words')
const inArticle = (text: string) => typedByHand(text, facts, 'en', 'article')

test('a price that is an offer’s is named by its place, however it is written', () => {
  const written = '“$2,999” is typed by hand: write {packages.small.price}'
  expect(inWords('An MVP costs $2,999.')).toEqual([written])
  const orOwn = `${written}; a number that only happens to be the same is {=$2,999}`
  expect(inArticle('(It was $2,999, all in.)')).toEqual([orOwn])
  expect(inArticle('Another asks for {=$2,999}.')).toEqual([])
  expect(inWords('from €1,200 a day')[0]).toContain('write {weddings.from}')
  expect(inWords('desde 1.200 € por dia', 'pt')[0]).toContain('write {weddings.from}')
})

test('any other price or claim has to become a fact in the site’s own words; an article may have its own', () => {
  expect(inWords('only 1,234 EUR')).toEqual([
    '“1,234 EUR” is typed by hand: give it a name in content/offers.yaml, and write that name in braces',
  ])
  expect(inWords('trusted by 30+ studios')).toHaveLength(1)
  expect(inArticle('An agency asks for $30,000, and 30% say no; an hour is $40.')).toEqual([])
  expect(inArticle('Trusted by 50+ companies.')[0]).toContain('write {claims.companies}')
})

test('a number in words, in thousands or in groups is one, too', () => {
  const found = (text: string) => inWords(text).map((message) => /“(.*)”/.exec(message)?.[1])
  const prices = ['two thousand nine hundred euros', '3 500 EUR', '$3k']
  expect(found('From two thousand nine hundred euros to 3 500 EUR, or $3k.')).toEqual(prices)
  const shares = ['Ninety-nine percent', '10k', 'ten percent']
  expect(found('Ninety-nine percent of 10k people, ten percent off')).toEqual(shares)
  expect(inWords('a reply in twenty-four hours')[0]).toContain('write {promises.replyWithinHours}')
  expect(inWords('87 por cento', 'pt')[0]).toContain('write {claims.saved}')
  expect(found('One or two people, three hundred users, PHP 8, the 3k run of 2025 300 times')).toEqual(['3k'])
})

test('a time is found with its unit, in the language of the site', () => {
  expect(inWords('I reply within 24 hours.')[0]).toContain('write {promises.replyWithinHours}')
  expect(inWords('resposta em 24 horas', 'pt-PT')[0]).toContain('write {promises.replyWithinHours}')
  expect(inWords('live in 2–4 weeks')[0]).toContain('write {leadTimes.weeks}')
  expect(inWords('a 24-hour shop')).toHaveLength(1)
  expect(inWords('open for 5 years, 24 tests, Next.js 16, 2-4 people')).toEqual([])
})

test.each([
  ...['Fr. 90', '90 Fr', '90 Franken', 'CHF 90.-', '90.- CHF', 'CHF 90.–', 'SFr. 90', '90 Swiss francs', '90.-'],
  ...["Fr. 1'200.–", "1'200 SFr", "1'200.-- CHF", '45 Rappen', '$90', 'two hundred francs'],
])('“%s” is found in the texts of a studio with prices in francs', (price) => {
  const swiss = { lang: 'en', day: { name: 'A day', from: '90 Fr.' } }
  const [problem, ...others] = typedByHand(`A portrait costs ${price}, with prints.`, swiss, 'en', 'words')
  expect([others, problem]).toEqual([[], expect.stringContaining('is typed by hand')])
  expect(problem?.includes('write {day.from}')).toBe(/\b90/.test(price) && !price.includes('$'))
  expect(filledText(swiss).parse('From {day.from}, a day is {day.from}. Nothing else.')).toBe(
    'From 90 Fr., a day is 90 Fr. Nothing else.',
  )
})

test('a sign that several currencies share is the studio’s own', () => {
  const prices = (from: string, text: string) => typedByHand(text, { day: { name: 'A day', from } }, 'en', 'words')
  for (const [from, written] of [
    ['NOK 900', '900 kr'],
    ['900 SEK', '900:-'],
    ['CAD 900', '$900'],
    ['900 €', '900,-'],
  ] as const)
    expect(prices(from, `A day is ${written} here.`)[0]).toContain('write {day.from}')
  expect(prices('900 €', 'Open Fr 9 to 12, kr 900, version 2.1, one real day, two won')).toEqual([])
})
