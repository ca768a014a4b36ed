import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['  fixed   price ', ['fixed', 'price']],
  ['72-hour MVP?', ['72', 'hour', 'MVP']],
  ['"; DROP TABLE sections; --', ['DROP', 'TABLE', 'sections']],
  ['NEAR(a b) OR * ^', ['NEAR', 'a', 'b', 'OR']],
  ['₹ 🪁 \u0000', []],
  ['', []],
])('%j holds %j', (query, words) => {
  expect(searchWords(query)).toEqual(words)
})

test('at most eight words count, and nobody types a hundred and one characters', () => {
  expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
  expect(searchWords('x'.repeat(101))).toBeUndefined()
})
