import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['  fixed   price ', ['fixed', 'price']],
  ['72-hour MVP?', ['72', 'hour', 'MVP']],
  ['"; DROP TABLE sections; --', ['DROP', 'TABLE', 'sections']],
  ['NEAR(a b) OR * ^', ['NEAR', 'b']],
  ['₹ 🪁 \u0000', []],
  ['', []],
  ['How long does it take?', ['long', 'take']],
  ['who are you', ['who', 'are', 'you']],
])('%j holds %j', (query, words) => {
  expect(searchWords(query)).toEqual(words)
})

test('at most eight words count, and nobody types a hundred and one characters', () => {
  expect(searchWords('b c d e f g h j k l')).toHaveLength(8)
  expect(searchWords('x'.repeat(101))).toBeUndefined()
})
