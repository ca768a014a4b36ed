import { expect, test } from 'vitest'
import { clockIn, daysOf } from './days.ts'

const at = (written: string) => Date.parse(written)
const call = {
  id: 'KW-1',
  isBlock: false,
  isHeld: false,
  starts_at: at('2026-12-01T20:00:00Z'),
  ends_at: at('2026-12-01T20:30:00Z'),
  name: 'Ada',
  email: 'ada@example.com',
  about: '',
  note: '',
}

test('calls and free times lie on the days of the studio’s clock', () => {
  const free = [at('2026-12-01T18:00:00Z'), at('2026-12-01T18:45:00Z')]
  const days = daysOf({ calls: [call], free, zone: 'Asia/Kolkata' })
  expect(days.map(({ date, title, entries, free }) => [date, title, entries.length, free.length])).toEqual([
    ['2026-12-01', 'Tuesday, December 1', 0, 1],
    ['2026-12-02', 'Wednesday, December 2', 1, 1],
  ])
})

test('a time is written as a field takes it, by the studio’s clock', () => {
  expect(clockIn(at('2026-12-01T18:45:00Z'), 'Asia/Kolkata')).toBe('2026-12-02T00:15')
})
