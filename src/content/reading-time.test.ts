import { expect, test } from 'vitest'
import { countWords, readingMinutes } from './reading-time.ts'

test('a word holds a letter or a digit, in any script; a dash or an emoji is none', () => {
  expect(countWords('It takes 3-4 weeks — or $4,997, 🪁 i.e. हिन्दी.\n\n')).toBe(8)
  expect(countWords(' \n')).toBe(0)
})

test('225 words are a minute, and one more begins the next', () => {
  expect([0, 1, 225, 226, 450, 4_500].map(readingMinutes)).toEqual([0, 1, 1, 2, 2, 20])
})
