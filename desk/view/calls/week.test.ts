import { expect, test } from 'vitest'
import { weekOf, weeksLater } from './week.ts'

const at = (written: string) => Date.parse(`${written}Z`)
const starts = [23, 24, 25, 26, 27, 28, 29, 30].map((day) => at(`2026-11-${day}T00:00`))
const entry = { isBlock: false, isHeld: false, name: 'Ada', email: 'ada@example.com', about: '', note: '' }
const call = { ...entry, id: 'KW-1', starts_at: at('2026-11-24T10:30'), ends_at: at('2026-11-24T11:00') }
const block = {
  ...entry,
  id: 'BL-1',
  isBlock: true,
  starts_at: at('2026-11-25T15:00'),
  ends_at: at('2026-11-27T09:30'),
}
const later = { ...call, id: 'KW-2', starts_at: at('2026-12-01T10:30'), ends_at: at('2026-12-01T11:00') }
const free = [at('2026-11-24T18:00'), at('2026-11-24T18:15'), at('2026-11-30T08:00')]
const data = { zone: 'UTC', minutes: 30, week: '2026-11-23', starts, free, calls: [call, block, later] }

test('a week has each call and each free time on its day, and is as long as they are', () => {
  const { days, from, to } = weekOf(data)
  expect([from, to]).toEqual([10, 19])
  expect(days.map(({ date }) => date)).toEqual(
    ['23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day}`),
  )
  expect(days[1]?.entries).toMatchObject([{ entry: { id: 'KW-1' }, from: 10.5, to: 11 }])
  expect(days[1]?.free).toEqual([
    { time: free[0], from: 18, to: 18.25 },
    { time: free[1], from: 18.25, to: 18.75 },
  ])
})

test('a block over several days is on each of them, and makes none of them longer', () => {
  const { days } = weekOf(data)
  const spans = days.map(({ entries }) =>
    entries.filter(({ entry }) => entry.isBlock).map(({ from, to }) => [from, to]),
  )
  expect(spans).toEqual([[], [], [[15, 24]], [[0, 24]], [[0, 9.5]], [], []])
})

test('a week with nothing in it has the usual hours', () => {
  expect(weekOf({ ...data, calls: [], free: [] })).toMatchObject({ from: 9, to: 17 })
})

test('the next week and the one before have dates, over the end of a year too', () => {
  expect(weeksLater('2026-12-28', 1)).toBe('2027-01-04')
  expect(weeksLater('2027-01-04', -1)).toBe('2026-12-28')
})
