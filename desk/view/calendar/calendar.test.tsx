import { renderToStaticMarkup } from 'react-dom/server'
import { Temporal } from 'temporal-polyfill'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Router } from 'wouter'
import { startOfDay } from '../../../platform/text/zones.ts'
import { weekFrom } from '../../../server/calls/times.ts'
import { StudioContext } from '../shell/studio.tsx'
import { createClock } from '../times.ts'
import { Agenda } from './Agenda.tsx'
import { remindersText } from './CallCard.tsx'
import { fieldValue, freeByDay, startAt, theirTime } from './time-fields.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { daysLater, labelsFor, layOutWeek, linesFor, spanText, timesOf, type Week, weekTitle } from './week.ts'

const hours = (...ranges: string[]) => ranges.map((range) => ({ from: range.slice(0, 5), to: range.slice(6) }))

/** A week with the entries’ local times, like `26 19:00` for the day of the month and the time. */
function weekOf(first: string, zone: string, more: Partial<Week> = {}) {
  const day = Temporal.PlainDate.from(first)
  const at = (written: string) =>
    Temporal.PlainDateTime.from(written.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds
  const call = (id: string, from: string, to: string, change: Partial<Week['calls'][number]> = {}) => ({
    ...{
      id,
      state: 'booked' as const,
      starts_at: at(from),
      ends_at: at(to),
      zone,
      name: 'Ada',
      email: 'ada@example.com',
    },
    ...{
      about: 'A kite',
      note: '',
      booked_at: 0,
      booked_by: 'visitor' as const,
      reserved_until: null,
      earlierLeads: 0,
      reminders: [],
      joinUrl: null,
      details: [],
    },
    ...change,
  })
  const week: Week = {
    ...{ zone, minutes: 30, week: first, starts: weekFrom(day, zone), kinds: [] },
    ...{
      hours: Array.from({ length: 7 }, () => hours('10:00-12:30', '18:30-22:00')),
      calls: [],
      busy: [],
      free: [],
      synced: [],
    },
    ...more,
  }
  return { week, at, call }
}

const zone = 'Asia/Kolkata'
const shown = (week: Week) =>
  layOutWeek(week).days.map(({ slots }) =>
    slots.map(({ kind, from, to }) => `${kind} ${from / 60}-${to / 60}`).join(', '),
  )

test('the week has the rows of the opening hours, in half hours, with the closed hours folded', () => {
  const { bands } = layOutWeek(weekOf('2026-11-26', zone).week)
  expect(
    labelsFor(bands)
      .map(({ text }) => text)
      .join(' '),
  ).toBe('10:00 AM 10:30 11:00 11:30 12:00 PM 6:30 PM 7:00 7:30 8:00 8:30 9:00 9:30')
  expect(spanText({ from: 12.5 * 60, to: 18.5 * 60 })).toBe('12:30–6:30 PM')
  // Below the day names, there are 30 rows, a fold, and 42 rows.
  const lines = (from: number, to: number) => linesFor({ from: from * 60, to: to * 60 }, bands)
  expect([lines(10, 12.5), lines(18.5, 22), lines(11, 11.5), lines(0, 24)]).toEqual([
    [2, 32],
    [33, 75],
    [14, 20],
    [2, 75],
  ])
  // Entries outside opening hours are hidden.
  for (const [from, to] of [
    [13, 14],
    [0, 10],
    [22, 24],
  ] as const)
    expect(lines(from, to)[0]).toBeGreaterThanOrEqual(lines(from, to)[1])
  expect(lines(12, 19)).toEqual([26, 39])
})

test('calls are on their days on the studio’s clock, over midnight and clock changes, in any time zone', () => {
  const india = weekOf('2026-11-26', zone)
  const calls = [india.call('KW-1', '2026-11-26 23:45', '2026-11-27 00:15')]
  const block = india.call('BL-1', '2026-11-28 15:00', '2026-11-30 09:30', { state: 'blocked' })
  expect(shown({ ...india.week, calls: [...calls, block] })).toEqual([
    'booked 23.75-24',
    'booked 0-0.25',
    'blocked 15-24',
    'blocked 0-24',
    'blocked 0-9.5',
    '',
    '',
  ])
  const nepal = weekOf('2026-11-26', 'Asia/Kathmandu')
  expect(shown({ ...nepal.week, free: [Date.parse('2026-11-27T04:15Z')] })[1]).toBe('free 10-10.5')
  // Clocks go back from 2:00 to 1:00, so 45 minutes end before they begin.
  const fall = weekOf('2026-10-31', 'America/New_York')
  const start = Date.parse('2026-11-01T05:30Z')
  const long = {
    ...fall.call('KW-1', '2026-11-01 01:00', '2026-11-01 02:00'),
    starts_at: start,
    ends_at: start + 45 * 60_000,
  }
  expect(shown({ ...fall.week, calls: [long] })[1]).toBe('booked 1.5-2.25')
  expect((fall.week.starts[2] ?? 0) - (fall.week.starts[1] ?? 0)).toBe(25 * 3_600_000)
  const spring = weekOf('2027-03-13', 'America/New_York')
  expect(shown({ ...spring.week, calls: [spring.call('KW-1', '2027-03-14 01:45', '2027-03-14 03:15')] })[1]).toBe(
    'booked 1.75-3.25',
  )
})

test('short and long calls, a studio that is open day and night, and one that is closed have their rows', () => {
  const { week, at, call } = weekOf('2026-11-26', zone)
  const spans = (change: Partial<Week>) =>
    layOutWeek({ ...week, ...change }).bands.map(({ from, to }) => `${from / 60}-${to / 60}`)
  const quarter = layOutWeek({ ...week, minutes: 15, free: [at('2026-11-26 10:15')] })
  expect(quarter.days[0]?.slots.map((slot) => linesFor(slot, quarter.bands))).toEqual([[5, 8]])
  const hour = layOutWeek({ ...week, minutes: 60, free: [at('2026-11-26 11:00')] })
  expect(hour.days[0]?.slots.map((slot) => linesFor(slot, hour.bands))).toEqual([[14, 26]])
  const always = Array.from({ length: 7 }, () => hours('00:00-24:00'))
  expect(spans({ hours: always })).toEqual(['0-24'])
  expect(labelsFor(layOutWeek({ ...week, hours: always }).bands)).toHaveLength(48)
  expect(spans({ hours: always.map(() => hours('00:00-02:00', '20:00-24:00')) })).toEqual(['0-2', '20-24'])
  // A call outside opening hours gets its own rows, even on a closed day. A half-hour gap isn't folded.
  const closed = always.map(() => [])
  expect(spans({ calls: [call('KW-1', '2026-11-28 07:10', '2026-11-28 07:40')] })).toEqual([
    '7-8',
    '10-12.5',
    '18.5-22',
  ])
  expect(spans({ hours: [hours('09:05-11:00'), hours('11:30-12:00'), ...closed.slice(2)] })).toEqual(['9-12'])
  const off = layOutWeek({ ...week, hours: closed, calls: [call('KW-1', '2026-11-28 07:10', '2026-11-28 07:40')] })
  expect(off.days.map(({ isClosed }) => isClosed)).toEqual([true, true, false, true, true, true, true])
  expect(spans({ hours: closed })).toEqual(['9-17'])
})

test('calls and events at the same time are next to each other, before a blocked time', () => {
  const { week, at, call } = weekOf('2026-11-26', zone)
  const block = call('BL-1', '2026-11-26 10:00', '2026-11-26 12:00', { state: 'blocked' })
  const busy = { from: at('2026-11-26 11:00'), to: at('2026-11-26 12:00'), title: '' }
  const calls = [call('KW-1', '2026-11-26 10:45', '2026-11-26 11:15'), block]
  const [day] = layOutWeek({ ...week, calls, busy: [busy, { ...busy, from: busy.to, to: busy.to + 1_800_000 }] }).days
  expect(day?.slots.map(({ kind, title, lane, lanes }) => `${kind} ${title} ${lane}/${lanes}`)).toEqual([
    'blocked Blocked 0/1',
    'booked Ada 0/2',
    'busy Busy 1/2',
    'busy Busy 0/1',
  ])
})

test('the grid names each entry with its time for screen readers, and phones list what it shows', () => {
  const { week, at, call } = weekOf('2026-11-26', zone, { busy: [] })
  vi.useFakeTimers({ now: at('2026-11-26 17:40') })
  onTestFinished(() => void vi.useRealTimers())
  const reserved = { name: 'Bo', state: 'reserved' as const, reserved_until: at('2026-11-26 18:10') }
  const data: Week = {
    ...week,
    hours: [...week.hours.slice(0, 2), [], [], ...week.hours.slice(4)],
    calls: [
      call('KW-1', '2026-11-26 19:00', '2026-11-26 19:30'),
      call('BL-1', '2026-11-27 10:00', '2026-11-27 11:00', { state: 'blocked', note: 'Taxes' }),
      call('KW-2', '2026-11-27 11:30', '2026-11-27 12:00', reserved),
    ],
    busy: [
      { from: at('2026-11-26 20:00'), to: at('2026-11-26 21:00'), title: 'Family dinner' },
      { from: at('2026-11-27 14:00'), to: at('2026-11-27 15:00'), title: 'School run' },
    ],
    free: [at('2026-11-27 12:00'), at('2026-11-30 10:00')],
  }
  const layout = layOutWeek(data)
  const render = (view: React.ReactNode) =>
    renderToStaticMarkup(
      <Router ssrPath="/calendar">
        <StudioContext value={{ name: 'Studio', zone, siteUrl: 'https://studio.example' }}>{view}</StudioContext>
      </Router>,
    )
  const html = render(<WeekGrid data={data} layout={layout} selected="KW-1" onChoose={() => undefined} />)
  expect([...html.matchAll(/aria-label="([^"]+, [^"]+)"/g)].map(([, label]) => label)).toEqual([
    ...['Ada 7:00 PM, Thu 7:00 PM, booked', 'Taxes 10–11 AM, Fri 10–11 AM, blocked'],
    ...['Bo until 6:10 PM today, Fri 11:30 AM–12 PM, reserved', 'Fri, 12:00 PM, free', 'Mon, 10:00 AM, free'],
  ])
  expect(html).toContain('<span>until 6:10 PM today</span>')
  expect(html.match(/aria-current="true"/g)).toHaveLength(1)
  expect(html.match(/>Closed</g)).toHaveLength(2)
  expect(html).toContain('12:30–6:30 PM, closed')
  expect(html).not.toContain('School run')
  const list = render(<Agenda data={data} layout={layout} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  expect(list).toContain('8:00 PM Family dinner Until 9:00 PM, from your calendar')
  expect(list).toContain('10:00 AM Taxes Blocked until 11:00 AM 11:30 AM Bo Reserved until 6:10 PM')
  expect(list).toContain('1 time free')
  expect(list).not.toContain('School run')
})

test('times in the hours that visitors can’t book are left between calls and free times', () => {
  const { week, at, call } = weekOf('2026-11-26', zone)
  const calls = [call('KW-1', '2026-11-26 11:00', '2026-11-26 11:30')]
  const [day] = layOutWeek({ ...week, calls, free: [at('2026-11-26 12:00'), at('2026-11-26 18:30')] }).days
  expect(day?.gaps.map(({ from, to }) => `${from / 60}-${to / 60}`)).toEqual(['10-11', '11.5-12', '19-22'])
})

test('a block’s end moves with its start, unless it’s still later', () => {
  const times = { from: '2026-11-26T09:00', to: '2026-11-26T17:00' }
  expect(startAt('2026-12-01T09:00', times)).toEqual({ from: '2026-12-01T09:00', to: '2026-12-01T17:00' })
  expect(startAt('2026-11-26T12:00', times)).toEqual({ ...times, from: '2026-11-26T12:00' })
  expect(startAt('T09:00', times)).toEqual({ ...times, from: 'T09:00' })
})

test('free times are grouped by day, with the visitor’s own, and reminders are sent or to come', () => {
  const { at } = weekOf('2026-11-26', zone)
  const clock = createClock(zone, at('2026-11-26 17:40'))
  const free = [at('2026-11-27 19:30'), at('2026-11-30 10:00')]
  const shown = (theirs: string) =>
    freeByDay(free, theirs, clock).map(([day, times]) => [day, times.map(({ text }) => text)])
  expect(shown('America/New_York')).toEqual([
    ['Fri, Nov 27', ['7:30 PM (9:00 AM for them)']],
    ['Mon, Nov 30', ['10:00 AM (Sun, 11:30 PM for them)']],
  ])
  expect(shown(zone)[0]).toEqual(['Fri, Nov 27', ['7:30 PM']])
  const reminders = [
    { state: 'sent' as const, at: at('2026-11-25 19:00') },
    { state: 'queued' as const, at: at('2026-11-26 18:00') },
  ]
  expect(remindersText({ reminders }, clock)).toBe('Sent yesterday, 7:00 PM. Next: today, 6:00 PM.')
  expect(remindersText({ reminders: [] }, clock)).toBe('None')
})

test('dates are the studio’s, and a visitor’s time shows only where it differs', () => {
  const { week, at } = weekOf('2026-11-26', zone)
  const clock = createClock(zone, at('2026-11-26 17:40'))
  expect(weekTitle(week, clock)).toBe('Nov 26 – Dec 2')
  expect(weekTitle(weekOf('2026-11-02', zone).week, clock)).toBe('Nov 2 – 8')
  expect(weekTitle(weekOf('2026-12-28', zone).week, clock)).toBe('Dec 28 – Jan 3, 2027')
  expect([daysLater('2026-12-28', 7), daysLater('2027-01-04', -7)]).toEqual(['2027-01-04', '2026-12-28'])
  const starts_at = at('2026-11-26 19:00')
  expect(fieldValue(starts_at, zone)).toBe('2026-11-26T19:00')
  expect(theirTime(starts_at, createClock('America/New_York', clock.now), clock)).toBe('8:30 AM for them')
  expect(theirTime(starts_at, createClock('Pacific/Auckland', clock.now), clock)).toBe('Fri, 2:30 AM for them')
  expect(theirTime(starts_at, createClock('Asia/Calcutta', clock.now), clock)).toBe('')
  const day = { start: startOfDay(zone, '2026-11-26'), end: at('2026-11-27 00:00') }
  expect([timesOf(day, clock), timesOf({ start: starts_at, end: starts_at + 5_400_000 }, clock)]).toEqual([
    'All day',
    '7–8:30 PM',
  ])
})
