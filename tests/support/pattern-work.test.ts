import { expect, test } from 'vitest'
import { growthOf, searchesTwice } from './pattern-work.ts'

test('a pattern whose work doubles with each word is found, by exchange and by alternatives that read the same', () => {
  expect(growthOf(/^(?:\W*(?:hi|hello|so)\W+)*(?:do|can) you/iu)).toBe('exponential')
  expect(growthOf(/^\s*(?:(?:works|fine|works|too)\b\s*)*$/)).toBe('exponential')
  expect(growthOf(/(?:a|a)+!/)).toBe('exponential')
})

test('a pattern whose work grows with the square of the text is found', () => {
  expect(growthOf(/^\s*x?\s*$/)).toBe('polynomial')
  expect(searchesTwice(/\/+$/)).toBe(true)
})

test('a pattern whose work grows with the text passes', () => {
  expect(growthOf(/^\W*(?:(?:hi|hello|so)\W+)*(?:do|can) you/iu)).toBeUndefined()
  expect(growthOf(/(?<![\p{L}\p{N}])(?:price|cost)s?(?![\p{L}\p{N}])/u)).toBeUndefined()
  expect(searchesTwice(/^\/+/)).toBe(false)
})
