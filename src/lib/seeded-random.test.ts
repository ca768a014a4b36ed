import { expect, test } from 'vitest'
import { seededRandom } from './seeded-random.ts'

function numbers(seed: string, count = 1_000): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, random)
}

test('a text always gives the same numbers, and a text that differs by a letter gives others', () => {
  expect(numbers('kite')).toEqual(numbers('kite'))
  expect(numbers('kite', 3)).not.toEqual(numbers('kit', 3))
})

test('they lie from 0 to below 1, evenly', () => {
  const all = numbers('🪁')
  expect(all.every((each) => each >= 0 && each < 1)).toBe(true)
  for (const tenth of Array(10).keys()) {
    const share = all.filter((each) => Math.floor(each * 10) === tenth).length
    expect(share).toBeGreaterThan(60)
    expect(share).toBeLessThan(140)
  }
})
