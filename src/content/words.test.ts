import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { englishTexts } from '../lib/form.ts'
import { fillNumbers } from './facts/fill-numbers.ts'
import { readWords } from './words.ts'

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-words-'))
  mkdirSync(join(folder, 'content'))
  enterFolder(folder)
})
afterAll(() => leaveFolder())

test('the program says in English what the content leaves out', () => {
  expect(readWords()).toEqual({ lang: 'en', form: englishTexts })
  writeFileSync('content/words.yaml', 'lang: pt-PT\n')
  expect(readWords()).toEqual({ lang: 'pt-PT', form: { ...englishTexts, lang: 'pt-PT' } })
})

test('a language that nobody speaks and a limit without its number are told', () => {
  writeFileSync('content/words.yaml', 'lang: portuguese!\n')
  expect(readWords).toThrow('lang: must be a language, like en-US or pt-PT')
  const form = { ...englishTexts, lang: undefined, tooLong: 'Too long' }
  writeFileSync('content/words.yaml', JSON.stringify({ form }))
  expect(readWords).toThrow('form.tooLong: must name {most}')
})

test('days and numbers are written in the language of the site', () => {
  const facts = { lang: 'de', sold: 12_000, since: '2026-03-01' }
  expect(fillNumbers('{sold} seit {since}', facts)).toBe('12.000 seit 1. März 2026')
})
