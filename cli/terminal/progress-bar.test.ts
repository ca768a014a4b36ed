import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { progressBar } from './progress-bar.ts'

// The runner may ask for colours.
beforeEach(() => vi.stubEnv('NO_COLOR', '1').stubEnv('FORCE_COLOR', undefined))
afterEach(() => vi.unstubAllEnvs())

const plain = (counts: [number, 'green' | 'red' | 'dim', string?][], width = 20) =>
  progressBar(
    counts.map(([count, style, mark]) => ({ count, style, ...(mark !== undefined && { mark }) })),
    width,
  )

test('a bar without colours is ASCII, in proportion and of the width that was asked for', () => {
  expect(
    plain([
      [50, 'green'],
      [50, 'dim'],
    ]),
  ).toBe('##########..........')
  expect(
    plain([
      [1, 'green'],
      [1, 'red', '!'],
      [1, 'dim'],
    ]),
  ).toHaveLength(20)
})

test('one failure among 100,000 shows, and so does the last mail that waits', () => {
  expect(
    plain([
      [99_998, 'green'],
      [1, 'red', '!'],
      [1, 'dim'],
    ]),
  ).toBe('##################!.')
})

test('nothing at all is an empty bar', () => {
  expect(
    plain([
      [0, 'green'],
      [0, 'dim'],
    ]),
  ).toBe(' '.repeat(20))
  expect(plain([])).toBe(' '.repeat(20))
})
