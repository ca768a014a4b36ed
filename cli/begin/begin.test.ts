import { cpSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dayOf } from '../../platform/text/time-text.ts'
import { enterFolder, leaveFolder, readContentIn } from '../../tests/support/content.ts'
import { type Place, sqlite, temporaryFolder } from '../../tests/support/databases.ts'
import { runStudio, studioIsDone } from '../../tests/support/run-studio.ts'
import { beginLines } from '../../tests/support/studios.ts'
import { firstContent } from './first-content.ts'
import { problemWith, questions, type Typed, withAssumed } from './questions.ts'

/** Enters a project with the sample as its content. */
function newProject(): string {
  const folder = temporaryFolder()
  cpSync('sample', join(folder, 'content'), { recursive: true })
  enterFolder(folder)
  onTestFinished(async () => {
    // A test that took too long leaves a command running.
    await studioIsDone()
    leaveFolder()
  })
  return folder
}

const typedLines: Typed = Object.fromEntries(questions.map((question, i) => [question, beginLines[i] ?? '']))

const about = beginLines.slice(0, 8)
const offers = beginLines.slice(8)
const beginAt = async (place: Place, ...answers: string[]) =>
  runStudio(place, ['begin'], {}, answers.map((answer) => `${answer}\n`).join(''))
const begin = async (...answers: string[]) => beginAt(await sqlite.createPlace(), ...answers)

test('writes content from the answers, and asks again after an invalid or empty one', async () => {
  const folder = newProject()
  const wrong = [...about.slice(0, 5), '', 'Spain, Portgual', 'Portugal, es', '7', '3', 'nobody', ...about.slice(7)]
  const { code, stderr } = await begin(...wrong, 'A wedding day', ...offers, '13', '11', 'A day, 900 CHF', 'yes')
  expect(code).toBe(0)
  for (const words of [
    'Couldn’t find a country called “Portgual”. Enter countries by name or code',
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
  ])
    expect(stderr).toContain(words)
  const { studio, calls, facts, home, answers } = readContentIn(folder)
  expect([studio.name, studio.voice, studio.founder.name, studio.areasServed]).toEqual([
    ...['Atelier Nove', 'I', undefined],
    ['PT', 'ES'],
  ])
  expect(calls?.zone).toBe('Europe/Lisbon')
  expect(facts).toMatchObject({ packages: [{ name: 'A wedding day', from: '1.200 €' }, {}, {}] })
  expect(home.sections.map(({ id }) => id)).toEqual(['hero', 'services', 'process', 'pricing', 'about', 'contact'])
  expect(answers.find(({ id }) => id === 'package-second')?.says[0]).toBe('A portrait, at home starts from €180.')
  const own = globSync(`${folder}/content/**/*.{yaml,md}`).map((file) => readFileSync(file, 'utf8'))
  const dates = own.flatMap((text) => /^updated: (\d.*)/m.exec(text)?.[1] ?? [])
  expect(new Set(dates)).toEqual(new Set([dayOf(new Date())]))
  expect(own.join('\n')).not.toMatch(/kitewright|^zone: Asia/im)
})

test('keeps the answers if it’s interrupted, goes back, and changes an answer by its number', async () => {
  const [folder, place] = [newProject(), await sqlite.createPlace()]
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  expect(await beginAt(place, ...about, 'A day, €90')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was changed'),
  })
  const [kept] = globSync(`${place.dataDir}/begin*`)
  expect(statSync(kept ?? '').mode.toString(8)).toBe('100600')
  const { code, stderr } = await beginAt(place, 'back', ...offers, '1', 'Lumen', '6', 'France', 'yes')
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Your last answers .*\n.*\n\n10 of 12 /)])
  expect(globSync(`${place.dataDir}/begin*`)).toEqual([])
  const modes = globSync('content/**').map((file) => `${statSync(file).mode.toString(8)}`)
  expect(new Set(modes)).toEqual(new Set(['40755', '100644']))
  const { studio, calls, facts } = readContentIn(folder)
  expect(calls?.zone).toBe('Europe/Paris')
  expect([studio.name, facts]).toMatchObject(['Lumen', { packages: [{ name: 'A wedding day' }, {}, {}] }])
})

test('never overwrites own content', async () => {
  const mark = join(newProject(), 'content/drawings/mark.svg')
  const own = readFileSync(mark, 'utf8').replace('<svg', '<svg fill="teal"')
  writeFileSync(mark, own)
  const refused = expect.stringContaining('content/ has your own texts')
  expect(await begin(...beginLines, 'yes')).toMatchObject({ code: 1, stderr: refused })
  expect(readFileSync(mark, 'utf8')).toBe(own)
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
  ['CH', 'A day, 90 francs', undefined],
  ['Norge', 'A day, 900,- kr', 'NOK 900'],
  ['Mexico', 'A day, 900 pesos', 'MX$900'],
  ['UK', 'A day, £1,200.50', '£1,200.50'],
  ['SE', 'A day, 900 kr', 'SEK 900'],
  ['Norway', 'A day, 900 kr', 'NOK 900'],
  ['Denmark', 'A day, 900 kroner', 'DKK 900'],
  ['Canada', 'A day, $90', 'CA$90'],
  ['Mexico', 'A day, 90 dollars', undefined],
  ['Portugal', 'A day, $90', undefined],
  ['Portugal', 'A day, 90', undefined],
])('in %s, “%s” is %s, or the currency is asked', (countries, first, price) => {
  const typed = { ...typedLines, countries, zone: '', currency: '', first, second: 'A day, 1', third: 'A day, 2' }
  expect(problemWith('first', typed)).toBeUndefined()
  expect(problemWith('currency', typed)).toEqual(
    price === undefined ? expect.stringContaining('of a currency') : undefined,
  )
  const zone = withAssumed(typed).zone ?? '1'
  const offersFile = String(firstContent({ ...typed, zone, currency: price ? '' : 'yen' }).get('offers.yaml'))
  expect(/from: "?([^"\n]*)/.exec(offersFile)?.[1]).toBe(price ?? '¥90')
})

test.each(['A wedding day, 1,2000', 'A day, 0', 'A wedding day 1200', ', 12', '1200', 'A day, 12 xyz'])(
  'asks again after the offer “%s”',
  (first) =>
    expect(problemWith('first', { ...typedLines, first })).toMatch(
      /^(?:Enter a name|The price has an unclear number: write it like \$1,200|The price has an unknown currency, “xyz”)/,
    ),
)
