import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTextIndex, type MarkedText, openTextIndex } from './text-index.ts'

const sections = [
  { path: '/a', title: 'What an MVP costs', anchor: '', heading: '', text: 'The prices of a first version.' },
  { path: '/a', title: 'What an MVP costs', anchor: 'sum', heading: 'The sum', text: 'A naïve café costs €5.' },
  { path: '/b', title: 'Terms', anchor: '', heading: '', text: 'A price is fixed in writing.' },
]
const unread = [
  { path: '/', title: 'Home', anchor: 'contact', heading: 'Ready?', text: 'Write me an e-mail.' },
  { path: '/b', title: 'Terms', anchor: '13-contact', heading: '13. Contact', text: 'Letters arrive.' },
  { path: '/write', title: 'Ready?', anchor: '', heading: '', text: 'Three lines.' },
]
const index = createTextIndex(':memory:', sections)

function found(...words: string[]): string[] {
  return index.search(words).matches.map(({ path }) => path)
}

function marks(text: MarkedText | undefined): string[] {
  return (text ?? []).filter(({ isMatch }) => isMatch).map((part) => part.text)
}

test('a word finds its other forms, its beginnings, and itself without accents', () => {
  expect(found('price').toSorted()).toEqual(['/a', '/b'])
  expect(found('PRICED').toSorted()).toEqual(['/a', '/b'])
  expect(found('cafe')).toEqual(['/a#sum'])
  expect(found('naiv')).toEqual(['/a#sum'])
})

test('a section is also found by its address, and a word with a hyphen also as one', () => {
  const named = createTextIndex(':memory:', unread)
  expect(named.search(['contact']).matches.map(({ path }) => path)).toContain('/#contact')
  expect(named.search(['email']).matches.map(({ path }) => path)).toEqual(['/#contact'])
  expect(named.search(['write']).matches.map(({ path }) => path)).toContain('/write')
})

test('what was searched is marked, in the title too', () => {
  const [match] = index.search(['version', 'costs']).matches
  expect(marks(match?.title)).toEqual(['costs'])
  expect(marks(match?.excerpt)).toEqual(['version'])
})

test('each page stands there once, with the section that fits best', () => {
  expect(found('sum')).toEqual(['/a#sum'])
  expect(found('costs')).toHaveLength(1)
})

test('where no page holds all words, those that hold some are found', () => {
  expect(found('writing', 'café').toSorted()).toEqual(['/a#sum', '/b'])
})

test('words that mean something to the engine mean nothing here', () => {
  for (const word of ['"', 'a"b', '*', 'NEAR(', 'title:x', '^', "';--", 'AND']) expect(() => found(word)).not.toThrow()
  expect(found()).toEqual([])
  expect(found('nowhere')).toEqual([])
})

test('an index is written once and read by those who come after', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-texts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'texts.sqlite')
  createTextIndex(file, []).close()
  createTextIndex(file, sections).close()
  const reader = openTextIndex(file)
  expect(reader.search(['fixed']).matches.map(({ path }) => path)).toEqual(['/b'])
  expect(reader.addresses().map(({ path }) => path)).toEqual(['/a', '/b'])
  reader.close()
})

test('a word that nothing holds is taken for the one that comes nearest', () => {
  expect(index.search(['versoin'])).toMatchObject({ isNear: true, matches: [{ path: '/a' }] })
  expect(index.search(['fixd'])).toMatchObject({ isNear: true, matches: [{ path: '/b' }] })
  expect(index.search(['version'])).toMatchObject({ isNear: false })
  expect(index.search(['zzzzzz'])).toEqual({ isNear: true, matches: [] })
})
