import { expect, test } from 'vitest'
import { longTime, momentOf, weekAround, writtenIn } from './call-time.ts'
import { callWeek } from './page/call-days.ts'

const ms = (instant: string) => Date.parse(instant)

test('a time is named with its zone; an hour that comes twice tells which one it is', () => {
  expect(longTime(ms('2026-12-07T13:30Z'), 'Europe/Berlin', 'en')).toBe(
    'Monday, December 7, 2026, 2:30 PM, Central European Time',
  )
  expect(longTime(ms('2026-11-01T05:30Z'), 'America/New_York', 'en')).toContain('1:30 AM, Eastern Daylight Time')
  expect(longTime(ms('2026-11-01T06:30Z'), 'America/New_York', 'en')).toContain('1:30 AM, Eastern Standard Time')
  expect(longTime(ms('2026-12-07T13:30Z'), 'Asia/Kathmandu', 'de')).toContain('19:15, Nepalesische Zeit')
})

test('an instant is read as RFC 3339 writes it, and what is none is none', () => {
  const written = writtenIn(ms('2026-12-01T13:00Z'), 'Europe/Berlin')
  expect(written).toBe('2026-12-01T14:00:00+01:00')
  expect(momentOf(written)).toBe(ms('2026-12-01T13:00Z'))
  for (const wrong of ['', '2026-12-01', '2026-12-01T14:00', 'soon', `2026-12-01T14:00:00Z${' '.repeat(99)}`, '1e9'])
    expect(momentOf(wrong)).toBeUndefined()
})

test('a week goes from Monday to Sunday by the visitor’s clock, and knows those beside it', () => {
  const shown = { zone: 'America/New_York', studioZone: 'Asia/Kolkata', lang: 'en' }
  // Monday morning in India is Sunday evening in New York.
  const times = [ms('2026-12-07T04:30Z'), ms('2026-12-07T15:00Z'), ms('2026-12-16T15:00Z')]
  const week = callWeek(times, 0, shown)
  expect(week?.days.map(({ short, times: { length } }) => `${short}: ${length}`)).toEqual([
    'Mon, Nov 30: 0',
    'Tue, Dec 1: 0',
    'Wed, Dec 2: 0',
    'Thu, Dec 3: 0',
    'Fri, Dec 4: 0',
    'Sat, Dec 5: 0',
    'Sun, Dec 6: 1',
  ])
  expect(week?.days[6]?.times).toEqual([{ start: '2026-12-06T23:30:00-05:00', clock: '11:30 PM', studio: '10:00 AM' }])
  expect([week?.before, week?.after, callWeek(times, 99, shown)?.before]).toEqual([undefined, 1, 1])
  expect(callWeek([], 0, shown)).toBeUndefined()
})

test('a week begins on Monday by the clock of its zone, and a day of it may have another length', () => {
  const { from, starts } = weekAround('2026-11-01', 'America/New_York')
  expect(from).toBe('2026-10-26')
  expect(starts).toHaveLength(8)
  expect(starts[0]).toBe(ms('2026-10-26T00:00-04:00'))
  expect((starts[7] ?? 0) - (starts[6] ?? 0)).toBe(25 * 3_600_000)
  expect(weekAround('2026-10-26', 'America/New_York').from).toBe(from)
})
