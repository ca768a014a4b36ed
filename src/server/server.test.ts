import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { freeBytes, lowDisk } from './disk-room.ts'
import { newestDay, watchForNextDay } from './next-day.ts'
import { createTextIndex, type MarkedText, openTextIndex } from './text-index.ts'

test('a disk is low below the least that it must have left, and then says how much that is', async () => {
  const folder = temporaryFolder()
  const free = (await freeBytes(folder)) ?? 0
  expect(free).toBeGreaterThan(0)
  expect(await lowDisk(folder, 1)).toBeUndefined()
  expect(await lowDisk(folder, free * 2)).toMatch(new RegExp(`^the disk runs low: \\d+ MB left in ${folder}$`))
  expect(await lowDisk('/nowhere/at/all', Number.POSITIVE_INFINITY)).toBeUndefined()
})

describe('a site that is built ahead for a day', () => {
  const noon = (day: string) => new Date(`${day}T12:00:00Z`)

  /** A build, with others made ahead. */
  function buildWith(...days: string[]): string {
    const build = temporaryFolder()
    for (const day of days) mkdirSync(join(build, 'days', day), { recursive: true })
    return build
  }

  test('serves from that day on, also after a start on a later one', () => {
    const build = buildWith('2026-12-01', '2026-12-24')
    expect(newestDay(build, noon('2026-11-30'))).toBeUndefined()
    expect(newestDay(build, noon('2026-12-01'))).toBe('2026-12-01')
    expect(newestDay(join(build, 'days/2026-12-01'), noon('2026-12-23'))).toBe('2026-12-01')
    expect(newestDay(join(build, 'days/2026-12-01'), noon('2027-03-01'))).toBe('2026-12-24')
    expect(newestDay(buildWith(), noon('2026-12-24'))).toBeUndefined()
  })

  test('takes over once, when its day has come', () => {
    vi.useFakeTimers({ now: noon('2026-11-30') })
    onTestFinished(() => void vi.useRealTimers())
    const build = buildWith('2026-12-01')
    const take = vi.fn()
    watchForNextDay(build, take)
    watchForNextDay(join(build, 'days/2026-12-01'), () => expect.unreachable())
    vi.advanceTimersByTime(11 * 3_600_000)
    expect(take).not.toHaveBeenCalled()
    vi.setSystemTime(noon('2026-12-01'))
    vi.advanceTimersByTime(60_000)
    expect(take).toHaveBeenCalledOnce()
  })
})

describe('the text index', () => {
  const section = (path: string, title: string, text: string, anchor = '', heading = '') => ({
    path,
    title,
    anchor,
    heading,
    text,
  })
  const sections = [
    section('/a', 'What an MVP costs', 'The prices of a first version.'),
    section('/a', 'What an MVP costs', 'A naïve café costs €5.', 'sum', 'The sum'),
    section('/b', 'Terms', 'A price is fixed in writing.'),
    section('/', 'Home', 'Write me an e-mail.', 'contact', 'Ready?'),
    section('/b', 'Terms', 'Letters arrive.', '13-contact', '13. Contact'),
    section('/write', 'Ready?', 'Three lines.'),
  ]
  const index = createTextIndex(':memory:', sections)
  const found = (...words: string[]) =>
    index
      .search(words)
      .matches.map(({ path }) => path)
      .toSorted()
  const marks = (text: MarkedText = []) => text.filter(({ isMatch }) => isMatch).map((part) => part.text)

  test.each([
    ['a word in another form', ['price'], ['/a', '/b']],
    ['a word in capitals', ['PRICED'], ['/a', '/b']],
    ['a word without its accents', ['cafe'], ['/a#sum']],
    ['the beginning of a word', ['naiv'], ['/a#sum']],
    ['an address', ['contact'], ['/#contact', '/b#13-contact']],
    ['a hyphenated word as one', ['email'], ['/#contact']],
    ['the section of a page that fits best', ['sum'], ['/a#sum']],
    ['some words where no page holds all', ['fixed', 'café'], ['/a#sum', '/b']],
    ['nothing for no word', [], []],
    ['nothing for a word that is nowhere', ['nowhere'], []],
  ])('finds %s', (_, words, paths) => {
    expect(found(...words)).toEqual(paths)
  })

  test('lists each page once', () => {
    expect(found('costs')).toHaveLength(1)
    expect(found('write')).toContain('/write')
  })

  test('marks what was searched, in the title too', () => {
    const [match] = index.search(['version', 'costs']).matches
    expect(marks(match?.title)).toEqual(['costs'])
    expect(marks(match?.excerpt)).toEqual(['version'])
  })

  test('takes no word for a command to its engine', () => {
    for (const word of ['"', 'a"b', '*', 'NEAR(', 'title:x', '^', "';--", 'AND'])
      expect(() => found(word)).not.toThrow()
  })

  test('takes a word that nothing holds for the one that comes nearest', () => {
    expect(index.search(['versoin'])).toMatchObject({ isNear: true, matches: [{ path: '/a' }] })
    expect(index.search(['fixd'])).toMatchObject({ isNear: true, matches: [{ path: '/b' }] })
    expect(index.search(['version'])).toMatchObject({ isNear: false })
    expect(index.search(['zzzzzz'])).toEqual({ isNear: true, matches: [] })
  })

  test('is written once and read by those who come after', () => {
    const file = join(temporaryFolder(), 'texts.sqlite')
    createTextIndex(file, []).close()
    createTextIndex(file, sections.slice(0, 3)).close()
    const reader = openTextIndex(file)
    expect(reader.search(['fixed']).matches.map(({ path }) => path)).toEqual(['/b'])
    expect(reader.addresses().map(({ path }) => path)).toEqual(['/a', '/b'])
    reader.close()
  })
})
