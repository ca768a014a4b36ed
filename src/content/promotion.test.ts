import { expect, test } from 'vitest'
import { readDrawings } from './drawings.ts'
import { readFacts } from './facts/facts.ts'
import { readHome } from './home/home.ts'
import { shownBanner } from './promotion.ts'

const facts = readFacts()
const { sections } = readHome(facts, readDrawings())

function on(day: string, afterEnd: 'mark' | 'show' | 'hide') {
  const promotion = { endsOn: '2025-08-31', afterEnd }
  return shownBanner(sections, { ...facts, promotion }, new Date(day))?.hasEnded
}

test('a promotion runs on its last day, whatever comes after', () => {
  for (const afterEnd of ['mark', 'show', 'hide'] as const) expect(on('2025-08-31T23:00:00Z', afterEnd)).toBe(false)
})

test('from the next day on it is marked, shown or hidden, as the content asks', () => {
  expect(on('2025-09-01', 'mark')).toBe(true)
  expect(on('2025-09-01', 'show')).toBe(false)
  expect(on('2025-09-01', 'hide')).toBeUndefined()
})

test('a page without a banner shows none, and a banner without a promotion stays', () => {
  expect(shownBanner([], facts, new Date())).toBeUndefined()
  expect(shownBanner(sections, { ...facts, promotion: undefined }, new Date())?.hasEnded).toBe(false)
})
