import { describe, expect, test } from 'vitest'
import { daysIn, lastDays, spanOf } from './span.ts'
import { changed, percent, rated, took } from './words.ts'

const now = Date.UTC(2026, 10, 24, 23, 59)

describe('a span of days', () => {
  test('ends today, by the clock that days are counted by', () => {
    expect(lastDays(7, now)).toEqual({ from: '2026-11-18', to: '2026-11-24' })
    expect(daysIn(lastDays(365, now))).toBe(365)
  })

  test('is what the address says, and else the last four weeks', () => {
    const said = { from: '2026-01-01', to: '2026-01-31' }
    expect(spanOf(new URLSearchParams(said), now)).toEqual(said)
    expect(spanOf(new URLSearchParams({}), now)).toEqual(lastDays(28, now))
  })
})

describe('numbers that can’t be right', () => {
  test('are not shown', () => {
    expect(percent(null)).toBe('')
    expect(percent(10)).toBe('10 %')
    expect(changed(null, undefined)).toBe('of the days before too little is known')
    expect(changed(null, 9)).toBe('9 before')
    expect(changed(50, 10)).toBe('+50 %, 10 before')
    expect(changed(-100, 1_000)).toBe('-100 %, 1,000 before')
    expect(took(null)).toBe('')
    expect(took(180)).toBe('half of them within 3 h')
  })

  test('what should be faster is told from what is fast enough', () => {
    expect(rated('lcp', { value: 2_500 })).toEqual({ text: '2.5 s', isGood: true })
    expect(rated('inp', { value: 201 })).toEqual({ text: '201 ms', isGood: false })
    expect(rated('cls', { value: 0.11 })).toEqual({ text: '0.11', isGood: false })
    expect(rated('cls', null)).toEqual({ text: '–', isGood: true })
  })
})
