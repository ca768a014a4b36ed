import { expect, test } from 'vitest'
import { bucketOf, bucketValue, fastestToldMs, readSpeed } from './speed.ts'

const entry = (entryType: string, startTime: number, more: object = {}) => ({
  entryType,
  startTime,
  duration: 0,
  ...more,
})
const seen = { isBehind: false, isUsed: false }
const navigation = entry('navigation', 0, { activationStart: 0 })
const paint = (at: number) => entry('largest-contentful-paint', at)
const shift = (at: number, value: number, hadRecentInput = false) =>
  entry('layout-shift', at, { value, hadRecentInput })
const press = (interactionId: number, duration: number) => entry('event', 0, { interactionId, duration })

test('the last of the largest paints counts; of a page rendered beforehand since it was shown', () => {
  expect(readSpeed([navigation, paint(300), paint(800)], seen)).toMatchObject({ lcp: 800 })
  const prerendered = entry('navigation', 0, { activationStart: 700 })
  expect(readSpeed([prerendered, paint(800)], { ...seen, isBehind: true })).toMatchObject({ lcp: 100 })
  expect(readSpeed([prerendered, paint(500)], { ...seen, isBehind: true })).toMatchObject({ lcp: 0 })
})

test('a page that was opened behind another says nothing of its paint', () => {
  expect(readSpeed([navigation, paint(90_000)], { ...seen, isBehind: true })).not.toHaveProperty('lcp')
})

test('shifts count by windows: one second from one to the next, five in all; none after a press', () => {
  const shifts = [shift(0, 0.1), shift(900, 0.1), shift(2_000, 0.15), shift(2_100, 0.5, true)]
  expect(readSpeed([navigation, paint(1), ...shifts], seen).cls).toBeCloseTo(0.2)
  const long = [0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => shift(at, 0.1))
  expect(readSpeed([navigation, paint(1), ...long], seen).cls).toBeCloseTo(0.6)
})

test('a browser that tells no shifts is not taken for one without any', () => {
  expect(readSpeed([entry('navigation', 0), paint(1)], seen)).toEqual({ lcp: 1 })
})

test('of the interactions the slowest counts, whatever events it has; of fifty not the worst', () => {
  expect(readSpeed([press(0, 900), press(1, 200), press(1, 300), press(2, 120)], seen)).toMatchObject({ inp: 300 })
  const many = Array.from({ length: 50 }, (_, i) => press(i + 1, 200 + i))
  expect(readSpeed(many, seen)).toMatchObject({ inp: 248 })
})

test('presses that were too fast to be told are as slow as what is told at least', () => {
  expect(readSpeed([], { ...seen, isUsed: true })).toEqual({ inp: fastestToldMs })
  expect(readSpeed([], seen)).toEqual({})
})

test('a bucket is at most a tenth above the value', () => {
  for (const value of [1, 104, 999, 2_500, 60_000]) {
    const shown = bucketValue('lcp', bucketOf('lcp', value))
    expect(shown).toBeGreaterThanOrEqual(value - 1)
    expect(shown).toBeLessThanOrEqual(value * 1.101 + 1)
  }
  expect(bucketValue('cls', bucketOf('cls', 0.104))).toBe(0.11)
  expect(bucketValue('cls', bucketOf('cls', 0))).toBe(0)
})
