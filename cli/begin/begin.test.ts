import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder, readContentIn } from '../../tests/support/content.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { beginLines } from '../../tests/support/studios.ts'
import { firstContent, problemWith, questions } from './first-content.ts'

const [lines, offers] = [beginLines.slice(0, 7), beginLines.slice(7)]

/** A project of which the content is the sample's. */
function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'begin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('sample', join(folder, 'content'), { recursive: true })
  return folder
}

async function begin(folder: string, answers: readonly string[]) {
  const place = await sqlite.createPlace()
  enterFolder(folder)
  try {
    return await runStudio(place, ['begin'], {}, `${answers.join('\n')}\n`)
  } finally {
    leaveFolder()
  }
}

test('ten answers make a content of one’s own, and a wrong one is asked for again', async () => {
  const folder = newProject()
  const wrong = [...lines.slice(0, 5), 'nobody', ...lines.slice(5), 'A wedding day', ...offers]
  const { code, stderr } = await begin(folder, wrong)
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('What is asked for is an e-mail address, like hello@example.com.'),
  ])
  expect(stderr).toContain('What is asked for is a name, a comma and a number, like A wedding day, 1200.')
  expect(readFileSync(join(folder, 'content/offers.yaml'), 'utf8')).toContain(
    'name: A portrait, at home\n    from: €180',
  )

  const { studio, home, answers } = readContentIn(folder)
  expect([studio.name, studio.founder.name, studio.areasServed]).toEqual(['Atelier Nove', undefined, ['PT', 'ES']])
  expect(home.sections.map(({ id }) => id)).toEqual(['hero', 'services', 'process', 'pricing', 'about', 'contact'])
  expect(answers.find(({ id }) => id === 'package-second')?.says[0]).toBe('A portrait, at home starts from €180.')
})

test('what is one’s own is never overwritten, and a talk that breaks off changes nothing', async () => {
  const folder = newProject()
  expect(await begin(folder, lines)).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was changed') })
  const mark = join(folder, 'content/drawings/mark.svg')
  const own = readFileSync(mark, 'utf8').replace('<svg', '<svg fill="teal"')
  writeFileSync(mark, own)
  expect(await begin(folder, [...lines, ...offers])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('content/ holds texts of your own'),
  })
  expect(readFileSync(mark, 'utf8')).toBe(own)
})

test('every currency of the world is written so that the site reads it again', () => {
  for (const currency of ['EUR', 'USD', 'INR', 'GBP', 'CHF', 'JPY', 'BRL', 'PLN', 'AED', 'SEK']) {
    expect(problemWith('currency', currency.toLowerCase())).toBeUndefined()
    const answers = Object.fromEntries(questions.map(([name], i) => [name, [...lines, ...offers][i] ?? '']))
    expect(firstContent({ ...answers, currency })['offers.yaml']).toMatch(/from: .*1,200/)
  }
  expect(problemWith('currency', 'XXQ')).toBe('is three letters of a currency, like EUR')
})

test('a price is taken as it is written, marks and cents too, or asked for again', () => {
  const answers = Object.fromEntries(questions.map(([name], i) => [name, [...lines, ...offers][i] ?? '']))
  const priceOf = (first: string) => /from: (.*)/.exec(firstContent({ ...answers, first })['offers.yaml'])?.[1]
  expect(priceOf('A wedding day, 1,200')).toBe('€1,200')
  expect(priceOf('A wedding day, 1.200,50')).toBe('€1,200.50')
  expect(priceOf('Level 2, 8 hours, 90')).toBe('€90')
  for (const wrong of ['A wedding day, 1,2000', 'A wedding day, 0', 'A wedding day 1200', ', 12', '1200']) {
    expect(problemWith('first', wrong)).toBe('is a name, a comma and a number, like A wedding day, 1200')
  }
})
