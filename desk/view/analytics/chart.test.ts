import { expect, test } from 'vitest'
import {
  type ChartData,
  describe,
  drawingOf,
  flagsOf,
  labeledPeriods,
  periodOf,
  periodsOf,
  summarize,
} from './chart.ts'

/** A report that ends today, on November 26. */
function reportOf(visits: readonly (number | null)[], more: Partial<ChartData> = {}): ChartData {
  const end = Date.UTC(2026, 10, 26)
  const days = visits.map((count, n) => {
    const day = new Date(end - (visits.length - 1 - n) * 86_400_000).toISOString().slice(0, 10)
    return { day, visits: count, leads: n % 2, signUps: 0, dropped: 0, gaps: [] }
  })
  return { days, events: [], changedAt: null, today: '2026-11-26', ...more }
}

const month = Array.from({ length: 28 }, (_, n) => 60 + n)

test('a month is drawn by day, with today dotted, ticks above the peak, and the last day named', () => {
  const periods = periodsOf(reportOf([...month.slice(0, 12), 137, ...month.slice(13)]))
  const { line, today, ticks, points } = drawingOf(periods)
  expect(line.match(/[ML]/g)).toHaveLength(27)
  expect(today).toMatch(/^M94\.64 .*L98\.21 /)
  expect(ticks.map(({ value }) => value)).toEqual([50, 100, 150])
  expect(points[0]?.x).toBeCloseTo(1.8, 1)
  expect(labeledPeriods(28)).toEqual([0, 7, 14, 21, 27])
  expect(summarize(periods)).toBe('Visits by day, 60 to 137, with a peak on Nov 11')
  expect(periods.slice(27).map(describe)).toEqual(['Thu, Nov 26: 87 visits so far, 1 lead'])
})

test('days without data interrupt the line', () => {
  const { line, area, points } = drawingOf(periodsOf(reportOf([3, null, 1, 2, 0])))
  expect(line.match(/M/g)).toHaveLength(2)
  expect(area.match(/Z/g)).toHaveLength(2)
  expect(points.map(({ y }) => y !== null)).toEqual([true, false, true, true, true])
})

test('a report without visits, or of a single day, can be drawn', () => {
  for (const visits of [[0], [null], [7], [null, null], Array.from({ length: 28 }, () => 0)]) {
    const periods = periodsOf(reportOf(visits))
    const drawing = drawingOf(periods)
    expect(JSON.stringify({ ...drawing, points: [] })).not.toMatch(/NaN|Infinity|null|undefined/)
    expect(JSON.stringify([flagsOf(periods, drawing), summarize(periods)])).not.toMatch(/NaN|Infinity|null/)
  }
})

test('more than three months are drawn by week, up to today', () => {
  const periods = periodsOf(reportOf(Array.from({ length: 365 }, () => 10)))
  expect(periods).toHaveLength(52)
  expect(periods.at(-1)).toMatchObject({ from: '2026-11-20', to: '2026-11-26', visits: 70, isToday: true })
  expect(periods.slice(50, 51).map(describe)).toEqual(['Nov 13 – Nov 19: 70 visits, 4 leads'])
})

test('flags name events and where the days change, and don’t overlap', () => {
  const event = (day: string, kind: 'article' | 'issue') => ({ day, kind, title: '' })
  const events = [event('2026-11-10', 'issue'), event('2026-11-11', 'article'), event('2026-11-26', 'article')]
  const periods = periodsOf(reportOf(month, { events, changedAt: { day: '2026-11-01', zone: 'Asia/Kolkata' } }))
  const drawing = drawingOf(periods)
  expect(periods.filter(({ flags }) => flags.length > 0).map(describe)).toContain(
    'Wed, Nov 11: 72 visits. Article published',
  )
  const flags = flagsOf(periods, drawing)
  expect(flags.map(({ text }) => text)).toEqual(['Article', 'Article', 'Days in Kolkata time from here'])
})

test('the period comes from the address, or is four weeks', () => {
  const period = (query: string) => periodOf(new URLSearchParams(query))
  expect(period('')).toEqual({ name: '28', input: { days: 28 } })
  expect(period('days=90')).toEqual({ name: '90', input: { days: 90 } })
  expect(period('days=1e9')).toEqual({ name: '28', input: { days: 28 } })
  const custom = { name: 'custom', input: { from: '2026-01-01', to: '2026-01-31' } }
  expect(period('days=custom&from=2026-01-01&to=2026-01-31')).toEqual(custom)
  expect(period('days=custom')).toEqual({ name: 'custom', input: {} })
})
