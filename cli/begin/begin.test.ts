import { appendFileSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formatDay } from '../../platform/text/time-text.ts'
import { readContentIn } from '../../tests/support/content.ts'
import { type Place, sqlite } from '../../tests/support/databases.ts'
import { newProject } from '../../tests/support/new-project.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { beginLines } from '../../tests/support/studios.ts'
import { readCountries } from './countries.ts'
import { firstContent } from './first-content.ts'
import { problemWith, promptFor, questions, readAnswers, type Typed, withAssumed } from './questions.ts'

const typedLines: Typed = Object.fromEntries(questions.map((question, i) => [question, beginLines[i] ?? '']))

const about = beginLines.slice(0, 8)
const offers = beginLines.slice(8)
const beginAt = async (place: Place, ...answers: string[]) =>
  runStudio(place, ['begin'], {}, answers.map((answer) => `${answer}\n`).join(''))
const begin = async (...answers: string[]) => beginAt(await sqlite.createPlace(), ...answers)

test('writes content from the answers, and asks again after an invalid or empty one', async () => {
  const folder = newProject()
  const wrong = [...about.slice(0, 5), '', 'Spain, Portgual', 'Portugal, es', '7', '1', 'nobody', ...about.slice(7)]
  const { code, stderr } = await begin(...wrong, 'A wedding day', ...offers, '13', '11', 'A day, 900 CHF', 'yes')
  expect(code).toBe(0)
  for (const words of [
    'Couldn’t find “Portgual”. Did you mean Portugal?',
    '1  Western European Time (Lisbon), now ',
    'Enter a number from the list',
    'Enter an email address, like hello@example.com.',
    'Enter a name, a comma, and a price, like A wedding day, €1,200.',
    '6  Countries  PT, ES',
    '7  Zone       Europe/Lisbon',
    '4  Trade      I am a wedding photographer',
    '9  First      A wedding day from 1.200 €',
    'Type yes, or a number from 1 to 12.',
    'The prices are in different currencies: EUR, CHF.',
    '12  Currency   EUR',
    'npm run studio -- doctor',
    "git add content && git commit -m 'My content'",
  ])
    expect(stderr).toContain(words)
  const { studio, calls, facts, home, chat, answers } = readContentIn(folder)
  expect([studio.name, studio.voice, studio.founder.name, studio.areasServed]).toEqual([
    ...['Atelier Nove', 'I', undefined],
    ['PT', 'ES'],
  ])
  expect(calls?.zone).toBe('Europe/Lisbon')
  expect(facts).toMatchObject({ packages: [{ name: 'A wedding day', from: '1.200 €' }, {}, {}] })
  expect(home.sections.map(({ id }) => id)).toEqual(['hero', 'services', 'process', 'pricing', 'about', 'contact'])
  const portrait = answers.entries.find(({ id }) => id === 'package-second')
  expect([portrait?.title, portrait?.facts[0]?.text]).toEqual([
    'A portrait, at home: the price',
    'A portrait, at home starts at €180.',
  ])
  expect(chat.talk.offers.map(({ words }) => words)).toEqual([
    ['A wedding day', 'wedding day'],
    ['A portrait, at home', 'portrait'],
    ['A day', 'day'],
  ])
  const own = globSync(`${folder}/content/**/*.{yaml,md}`).map((file) => readFileSync(file, 'utf8'))
  const dates = own.flatMap((text) => /^updated: (\d.*)/m.exec(text)?.[1] ?? [])
  expect(new Set(dates)).toEqual(new Set([formatDay(new Date())]))
  expect(own.join('\n')).not.toMatch(/kitewright|^zone: Asia/im)
})

test('keeps the answers if it’s interrupted, goes back, and changes an answer by its number', async () => {
  const [folder, place] = [newProject(), await sqlite.createPlace()]
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  expect(await beginAt(place, ...about, 'A day, €90')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing changed'),
  })
  const [kept] = globSync(`${place.dataDir}/begin*`)
  expect(statSync(kept ?? '').mode.toString(8)).toBe('100600')
  const { code, stderr } = await beginAt(place, 'back', ...offers, '1', 'Lumen', '6', 'France', 'yes')
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Your last answers .*\n.*\n\n10 of 12 /)])
  const modes = globSync('content/**').map((file) => `${statSync(file).mode.toString(8)}`)
  expect(new Set(modes)).toEqual(new Set(['40755', '100644']))
  // On the second run, the answers are saved and content/ is unedited.
  expect(await beginAt(place, '1', 'Lumen Nove')).toMatchObject({ code: 1 })
  expect(await beginAt(place, 'maybe', '2', 'we', 'yes')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/Name +Lumen Nove\n[\s\S]*> Type yes, or a number from 1 to 12\.\n> /),
  })
  const studioFile = join(folder, 'content/studio.yaml')
  expect(readFileSync(studioFile, 'utf8')).toMatch(/^name: Lumen Nove$[\s\S]*^voice: we$/m)
  appendFileSync(studioFile, '# Mine\n')
  expect(await beginAt(place, 'yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('your own content') })
  const { studio, calls, facts } = readContentIn(folder)
  expect(calls?.zone).toBe('Europe/Paris')
  expect([studio.name, facts]).toMatchObject(['Lumen Nove', { packages: [{ name: 'A wedding day' }, {}, {}] }])
})

test('after back, each question comes again, and Enter keeps its answer', async () => {
  const folder = newProject()
  const start = [...about.slice(0, 3), 'back', 'back', 'back', 'Lumen', '', '', ...about.slice(3)]
  const { code, stderr } = await begin(...start, ...offers, 'yes')
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(`What’s your studio called?\nPress Enter for ${about[0]}.`),
  ])
  const { studio } = readContentIn(folder)
  expect([studio.name, studio.voice]).toEqual(['Lumen', 'I'])
})

test('accepts a zone’s other name, and no multiplier after a price', () => {
  const inIndia = { ...typedLines, countries: 'India', zone: undefined, currency: 'INR' }
  expect(problemWith('zone', { ...inIndia, zone: 'Asia/Kolkata' })).toBeUndefined()
  expect(problemWith('first', { ...inIndia, first: 'A year, ₹ 2.5 lakh' })).toMatch(/in full, without “lakh”/)
})

test('never overwrites own content', async () => {
  const mark = join(newProject(), 'content/drawings/mark.svg')
  const own = readFileSync(mark, 'utf8').replace('<svg', '<svg fill="teal"')
  writeFileSync(mark, own)
  const refused = expect.stringContaining('content/ already has your own content')
  expect(await begin(...beginLines, 'yes')).toMatchObject({ code: 1, stderr: refused })
  expect(readFileSync(mark, 'utf8')).toBe(own)
})

test.each([
  ...['USA', 'the US', 'U.S.', 'U.S.A.', 'America', 'United States of America'].map((text) => [text, 'US']),
  ...['Great Britain', 'England', 'UK', 'gbr'].map((text) => [text, 'GB']),
  ['United States and Canada', 'US CA'],
  ['United States; Canada', 'US CA'],
  ['Suisse, Espanha, and Bosnia & Herzegovina', 'CH ES BA'],
  ['Untied States', 'Couldn’t find “Untied States”. Did you mean United States?'],
  ['Spain & Canda', 'Couldn’t find “Canda”. Did you mean Canada?'],
  ['Spain, Nowhere', 'Couldn’t find a country called “Nowhere”.'],
])('of the countries “%s”, %s is understood', (countries, expected) => {
  const typed = { ...typedLines, countries, zone: 'Lisbon' }
  expect(problemWith('countries', typed) ?? readCountries(countries)?.join(' ')).toBe(expected)
})

test.each([
  ...['3', 'denver', 'Mountain', 'america/denver', 'MST'].map((zone) => ['US', zone, 'America/Denver']),
  ['US', 'Boise', 'America/Boise'],
  ['Brazil', 'sao paulo', 'America/Sao_Paulo'],
])('in %s, the time zone “%s” is %s', (countries, zone, expected) => {
  expect(readAnswers({ ...typedLines, countries, zone }).zone).toBe(expected)
  expect(promptFor('zone', { countries }).match(/ now /g)?.length).toBeLessThan(10)
})

test.each([
  ['Portugal', 'A day, 1.800 €', '1.800 €'],
  ['PT', 'A day, €950', '€950'],
  ['pt', 'A day, 180 euros', '180 euros'],
  ['España, Schweiz & USA', 'Level 2, 8 hours, 1,800 eur', '1,800 eur'],
  ['CH', "A day, 1'800 CHF", "1'800 CHF"],
  ['Schweiz', 'A day, 90 Fr.', '90 Fr.'],
  ['Suisse, Germany, and Bosnia and Herzegovina', 'A day, CHF 90.–', 'CHF 90.–'],
  ['CH LI', 'A day, 90 Franken', '90 Franken'],
  ['CH', 'A day, 90 francs', undefined, 'CHF', 'CHF 90'],
  ['Germany', 'A day, from €90', '€90'],
  ['Norge', 'A day, 900,- kr', 'NOK 900'],
  ['Mexico', 'A day, 900 pesos', 'MX$900'],
  ['UK', 'A day, £1,200.50', '£1,200.50'],
  ['SE', 'A day, 900 kr', 'SEK 900'],
  ['Norway', 'A day, 900 kr', 'NOK 900'],
  ['Denmark', 'A day, 900 kroner', 'DKK 900'],
  ['Canada', 'A day, $90', 'CA$90'],
  ['Mexico', 'A day, 90 dollars', undefined, 'AUD', 'A$90'],
  ['Portugal', 'A day, $90', undefined, 'USD', '$90'],
  ['Portugal', 'A day, 90', undefined, 'yen', '¥90'],
])('in %s, “%s” is %s, or the currency is asked', (countries, first, price, currency = '', inCurrency = price) => {
  const typed = { ...typedLines, countries, zone: '', currency: '', first, second: 'Another, 1', third: 'A third, 2' }
  expect(problemWith('first', typed)).toBeUndefined()
  expect(problemWith('currency', typed)).toEqual(
    price === undefined ? expect.stringContaining('a currency code') : undefined,
  )
  const zone = withAssumed(typed).zone ?? '1'
  const offersFile = String(firstContent({ ...typed, zone, currency }).get('offers.yaml'))
  expect(/from: "?([^"\n]*)/.exec(offersFile)?.[1]).toBe(inCurrency)
})

test.each([
  ['Clip, $650', '“$650” isn’t a price in EUR. Write the code of its currency'],
  ['a COMPANY day, 90', 'Another offer is called “a COMPANY day”'],
  ['Class, from $950 per person', 'Leave out “per person”.'],
  ['Class, 2 days, 950 € per person', 'Leave out “per person”.'],
  ['Class, 950 per person', 'Leave out “per person”.'],
  ['Class, €950/person', 'Leave out “/person”.'],
  ['Clip, US$ 650', undefined],
])('next to two offers in euros, says about “%s”: %s', (first, problem) => {
  const typed = { ...typedLines, currency: '', second: 'A day, €90', first }
  expect(problemWith('first', typed)).toEqual(problem && expect.stringContaining(problem))
  if (problem) expect(promptFor('first', typed)).toContain(`${first}: ${problemWith('first', typed)}`)
})

test.each(['A wedding day, 1,2000', 'A day, 0', 'A wedding day 1200', ', 12', '1200', 'A day, 12 xyz'])(
  'asks again after the offer “%s”',
  (first) =>
    expect(problemWith('first', { ...typedLines, first })).toMatch(
      /^(?:Enter a name|The price has an unclear number. Write it like \$1,200|The price has an unknown currency, “xyz”)/,
    ),
)
