import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { parseLocalTime } from '../../../server/calls/call-time.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { layOutWeek, weeksLater } from './week.ts'

const zone = 'Asia/Kolkata'
const at = (written: string) => parseLocalTime(written, zone) ?? Number.NaN
const entry = (id: string, from: string, to: string) => {
  const state = id.startsWith('BL') ? ('blocked' as const) : ('booked' as const)
  const person = { alsoFree: [], name: 'Ada', email: 'ada@example.com', about: '', note: '' }
  return { ...person, id, state, starts_at: at(from), ends_at: at(to) }
}
const call = entry('KW-1', '2026-11-24 00:30', '2026-11-24 01:00')
const block = entry('BL-1', '2026-11-25 15:00', '2026-11-27 09:30')
const next = entry('KW-2', '2026-12-01 10:30', '2026-12-01 11:00')
const free = ['2026-11-24 18:00', '2026-11-24 18:15', '2026-11-30 08:00'].map(at)
const starts = [23, 24, 25, 26, 27, 28, 29, 30].map((day) => at(`2026-11-${day} 00:00`))
const data = { zone, minutes: 30, week: '2026-11-23', starts, free, calls: [call, block, next] }

test('the calendar shows each call and free time on its day in the studio’s time zone, over the hours they span', () => {
  const html = renderToStaticMarkup(
    <Router ssrPath="/calls">
      <WeekGrid data={data} selected="KW-1" />
    </Router>,
  )
  const labels = [...html.matchAll(/aria-label="([^"]+), November ([^"]+, [^"]+)"/g)].map(([, ...label]) =>
    label.join(),
  )
  expect(labels).toEqual([
    ...['Tuesday,24, 00:30 Ada', 'Tuesday,24, 18:00 free', 'Tuesday,24, 18:15 free'],
    ...['Wednesday,25, 15:00 blocked', 'Thursday,26, 15:00 blocked', 'Friday,27, 15:00 blocked'],
  ])
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  const { days, from, to } = layOutWeek(data)
  expect([from, to, days.length]).toEqual([0, 19, 7])
  const spans = days.map((day) => [...day.entries, ...day.free].map((each) => `${each.from}-${each.to}`).join(' '))
  expect(spans).toEqual(['', '0.5-1 18-18.25 18.25-18.75', '15-24', '0-24', '0-9.5', '', ''])
  expect(layOutWeek({ ...data, calls: [], free: [] })).toMatchObject({ from: 9, to: 17 })
})

test('the calendar goes over the end of a year', () => {
  expect([weeksLater('2026-12-28', 1), weeksLater('2027-01-04', -1)]).toEqual(['2027-01-04', '2026-12-28'])
})
