import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../../platform/content/call-rules.ts'
import { type CallRules, freeTimes, timesOffered } from './calendar.ts'
import { wallTime } from './date-formats.ts'
import { nextTimes, showDays } from './shown-days.ts'
import { describeTime, formatInstant, longTime } from './times.ts'
import { zoneLabel } from './zone-names.ts'
import { zoneOptions } from './zone-options.ts'

const ms = (instant: string) => Date.parse(instant)
const minuteMs = 60_000
const nothing = { occupied: [], busy: [] }
const plain = { minutes: 30, pauseMinutes: 0, noticeHours: 0, horizonDays: 90, mostPerDay: 50, exceptions: [] }

/** The same hours every day. */
function daily(zone: string, from: string, to: string, more: Partial<CallRules> = {}): CallRules {
  return { ...plain, zone, hours: Object.fromEntries(weekdays.map((day) => [day, [{ from, to }]])), ...more }
}

/** Local times formatted by Intl: `2026-11-01 09:30`. */
function clocksOf(times: readonly number[], zone: string): string[] {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return times.map((time) => shown.format(time))
}

const dateOf = (date: string) => Temporal.PlainDate.from(date)
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, days) => dateOf(first).add({ days }).toString())
const midnight = (date: string, zone: string) => dateOf(date).toZonedDateTime(zone).epochMilliseconds

const call = { id: 'one', state: 'booked' as const, is_verified: 1, open_key: null, changed_at: 0, network: null }

describe('a studio with different hours each day', () => {
  const zone = 'Europe/Berlin'
  const monday = '2026-12-07'
  const rules: CallRules = {
    ...{ zone, minutes: 30, pauseMinutes: 15, noticeHours: 12, horizonDays: 21, mostPerDay: 3 },
    hours: { monday: [{ from: '09:00', to: '11:00' }], tuesday: [{ from: '14:00', to: '15:30' }] },
    exceptions: [
      { from: '2026-12-09', hours: [{ from: '20:00', to: '21:00' }] },
      { from: '2026-12-22', to: '2026-12-28', hours: [] },
    ],
  }
  const now = ms('2026-12-06T20:10Z')
  const moment = (clock: string) => ms(`${monday}T${clock}+01:00`)
  const all = '09:00 09:30 10:00 10:30'

  test('offers its hours from the notice to the horizon, without days off, and with special hours on some days', () => {
    const free = clocksOf(freeTimes(rules, { now, ...nothing }), zone)
    const first = '07 09:30, 07 10:00, 07 10:30, 08 14:00, 08 14:30, 08 15:00, 09 20:00, 09 20:30, 14 09:00'
    expect(free.slice(0, 9)).toEqual(first.split(', ').map((clock) => `2026-12-${clock}`))
    expect(free.at(-1)).toBe('2026-12-21 10:30')
  })

  test.each([
    ['keeps a pause on both sides of a call', 'booked', '09:30-10:00-10:15', '10:30'],
    ['keeps a pause before a blocked time, and none after it', 'blocked', '09:30-10:00', '10:00 10:30'],
    ['has no fourth call on a day', 'booked', '06:00-06:30 07:00-07:30 12:00-12:30', ''],
    ['has calls beside three blocked times', 'blocked', '05:00-05:30 06:00-06:30 12:00-12:30', all],
    ['keeps a pause before what its owner does', 'busy', '10:30-10:40', '09:00 09:30'],
    ['begins a call when its owner is free again', 'busy', '00:00-10:30', '10:30'],
  ] as const)('%s', (_, state, spans, free) => {
    const times = spans.split(' ').map((span) => span.split('-').map(moment))
    const occupied = times.flatMap(([starts_at = 0, ends_at = 0, free_at = ends_at]) =>
      state === 'busy' ? [] : { ...call, state, starts_at, ends_at, free_at },
    )
    const busy = times.flatMap(([from = 0, to = 0]) => (state === 'busy' ? [[from, to] as const] : []))
    const offered = clocksOf(freeTimes(rules, { now: ms('2026-12-05T12:00Z'), occupied, busy }), zone)
    const clocks = offered.filter((clock) => clock.startsWith(monday)).map((clock) => clock.slice(11))
    expect(clocks.join(' ')).toBe(free)
  })
})

// Bugs in another scheduler: cal.com issues 1092, 4702, 6217, 10517, 19589, and 30021 (github.com/calcom/cal.diy).
test.each([
  ['America/New_York', '07:30', '08:00'],
  ['America/Havana', '12:30', '13:00'],
  ['Australia/Lord_Howe', '23:30', '24:00'],
  ['Asia/Kathmandu', '23:30', '24:00'],
])('in %s each day has the same hours in the studio’s zone, across clock changes and months', (zone, from, to) => {
  for (const first of ['2026-08-20', '2026-12-29', '2027-02-26', '2028-02-26']) {
    const now = midnight(first, zone)
    const rules = daily(zone, from, to)
    const free = freeTimes(rules, { now, ...nothing })
    expect(clocksOf(free, zone)).toEqual(daysFrom(first, 91).map((day) => `${day} ${from}`))
    const beside = free.flatMap((time) => [time - 60 * minuteMs, time + minuteMs, time + 60 * minuteMs])
    expect(beside.filter((time) => free.includes(time))).toEqual([])
  }
})

// cal.com issue 12137: across the change, one more hour passes than clocks show.
test('a notice of seven days across a clock change only moves the first time', () => {
  const zone = 'America/New_York'
  const rules = daily(zone, '09:00', '10:00', { minutes: 60, noticeHours: 7 * 24, horizonDays: 30 })
  const free = clocksOf(freeTimes(rules, { now: ms('2026-10-25T10:00-04:00'), ...nothing }), zone)
  expect(free).toEqual(daysFrom('2026-11-01', 24).map((day) => `${day} 09:00`))
})

test.each(['Asia/Kathmandu', 'Australia/Lord_Howe'])('a studio in %s counts calls per local day', (zone) => {
  const rules = daily(zone, '00:00', '24:00', { mostPerDay: 1, horizonDays: 3 })
  for (const minutes of [0, 23.5 * 60]) {
    const starts_at = midnight('2028-02-29', zone) + minutes * minuteMs
    const ends_at = starts_at + 30 * minuteMs
    const occupied = [{ ...call, starts_at, ends_at, free_at: ends_at }]
    const free = clocksOf(freeTimes(rules, { now: midnight('2028-02-28', zone), occupied, busy: [] }), zone)
    const days = [...Map.groupBy(free, (clock) => clock.slice(0, 10))].map(([day, all]) => `${day}: ${all.length}`)
    expect(days).toEqual(['2028-02-28: 48', '2028-03-01: 48', '2028-03-02: 48'])
  }
})

test.each([
  ['leaves out an hour that doesn’t exist', 'America/New_York', '2026-03-08', '01:00-03:30', '06:00 06:30 07:00'],
  ['leaves out a call that would end after its hours', 'America/New_York', '2026-03-08', '01:15-02:30', '06:15'],
  ['offers an hour that comes twice once', 'America/New_York', '2026-11-01', '01:00-02:00', '05:00 05:30'],
  ['leaves out half an hour', 'Australia/Lord_Howe', '2026-10-04', '01:00-03:00', '14:30 15:00 15:30'],
  ['offers half an hour once', 'Australia/Lord_Howe', '2027-04-04', '01:00-03:00', '14:00 14:30 15:30 16:00'],
  ['leaves out the hour from a quarter to three', 'Pacific/Chatham', '2026-09-27', '02:00-04:30', '13:15 13:45 14:15'],
  ['leaves out the hour from midnight', 'America/Santiago', '2026-09-06', '00:00-02:00', '04:00 04:30'],
  ['offers the hour before midnight once', 'America/Santiago', '2027-04-03', '22:00-24:00', '01:00 01:30 02:00 02:30'],
])('%s where clocks change (%s, %s, %s)', (_, zone, date, hours, utc) => {
  const [from = '', to = ''] = hours.split('-')
  const rules = { ...plain, zone, hours: {}, exceptions: [{ from: date, hours: [{ from, to }] }] }
  const times = timesOffered(rules, dateOf(date))
  expect(times.map((time) => new Date(time).toISOString().slice(11, 16)).join(' ')).toBe(utc)
})

test.each([
  ['2026-12-07T13:30Z', 'Europe/Berlin', 'en', 'Monday, December 7, 2026, 2:30 PM, Central European Time'],
  ['2026-11-01T05:30Z', 'America/New_York', 'en', '1:30 AM, Eastern Daylight Time'],
  ['2026-11-01T06:30Z', 'America/New_York', 'en', '1:30 AM, Eastern Standard Time'],
  ['2026-12-07T13:30Z', 'Asia/Kathmandu', 'de', '19:15, Nepalesische Zeit'],
])('%s in %s (%s) is %s in words', (instant, zone, lang, words) => {
  expect(longTime(ms(instant), zone, lang)).toContain(words)
})

describe('the days that a visitor sees', () => {
  const newYork = { zone: 'America/New_York', lang: 'en', now: ms('2026-12-06T18:00Z') }
  const hours = (first: string, count: number) =>
    Array.from({ length: count }, (_, i) => ms(first) + i * 1440 * minuteMs)
  const titles = (days: readonly { title: string }[]) => days.map(({ title }) => title).join()

  test('are days with daytime times in the visitor’s zone, five per page, with night times listed separately', () => {
    // Monday morning in India is Sunday evening in New York.
    const times = [ms('2026-12-07T04:30Z'), ...hours('2026-12-07T15:00Z', 7)]
    const { days, nights, earlier, later } = showDays(times, newYork)
    expect(titles(days)).toBe('Dec 7,Dec 8,Dec 9,Dec 10,Dec 11')
    expect(days[0]).toMatchObject({ weekday: 'Tomorrow', shortWeekday: 'Mon', number: '7', state: 'chosen' })
    expect(days[0]?.times).toMatchObject([{ start: '2026-12-07T10:00:00-05:00', name: 'Monday, December 7, 10:00 AM' }])
    expect(nights).toMatchObject([{ weekday: 'Today', state: 'alone', times: [{ clock: '11:30 PM' }] }])
    expect([earlier, later]).toEqual([undefined, '2026-12-12'])
    const next = showDays(times, { ...newYork, day: '2026-12-13' })
    expect(next.days.map(({ state }) => state)).toEqual(['', 'chosen'])
    expect([next.earlier, next.later, titles(next.nights)]).toEqual(['2026-12-07', undefined, ''])
    expect(titles(showDays(times, { ...newYork, from: '2030-01-01' }).days)).toBe('Dec 9,Dec 10,Dec 11,Dec 12,Dec 13')
  })

  test('are nights if no time is in the daytime, and none without times', () => {
    const { days, nights, selectableDays, later } = showDays(hours('2026-12-07T07:00Z', 6), newYork)
    expect([days, titles(selectableDays), later]).toEqual([[], titles(nights), '2026-12-12'])
    expect(nights).toHaveLength(5)
    expect(showDays([], newYork)).toMatchObject({ days: [], nights: [], selectableDays: [], later: undefined })
  })

  test('distinguish the times of a repeated hour', () => {
    const repeated = ['2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-01T07:30Z'].map(ms)
    const { nights } = showDays(repeated, { ...newYork, now: ms('2026-10-31T18:00Z') })
    expect(nights[0]?.times.map(({ clock }) => clock)).toEqual(['1:30 AM EDT', '1:30 AM EST', '2:30 AM'])
    const studio = { zone: 'Asia/Kolkata', myTime: '{time}' }
    const labels = repeated.map((time) => describeTime(time, time + 30 * minuteMs, newYork, studio).zoneLabel)
    expect(labels).toEqual([
      'Eastern Daylight Time (New York)',
      'Eastern Standard Time (New York)',
      'Eastern Time (New York)',
    ])
  })

  test('and the next times are the first five of them', () => {
    const next = nextTimes(showDays([...hours('2026-12-07T15:00Z', 9)], newYork))
    expect(next.flatMap(({ times }) => times)).toHaveLength(5)
    expect(titles(next)).toBe('Dec 7,Dec 8,Dec 9,Dec 10,Dec 11')
  })

  test('are the same as Temporal’s in every zone, even when clocks change', () => {
    const moments = [
      '2026-03-08T06:59Z',
      '2026-03-29T01:00Z',
      '2026-10-03T15:30Z',
      '2026-11-01T05:30Z',
      '2026-12-31T23:45Z',
    ]
    for (const zone of [...Intl.supportedValuesOf('timeZone'), 'Asia/Calcutta', 'UTC'])
      for (const moment of moments) expect(wallTime(ms(moment), zone).start).toBe(formatInstant(ms(moment), zone))
  })

  test('have the names that people use for zones', () => {
    const names = { 'Asia/Kolkata': 'India Time' }
    const label = (zone: string, zoneNames = {}) => zoneLabel(newYork.now, { zone, lang: 'en', zoneNames })
    expect(label('America/New_York')).toBe('Eastern Time (New York)')
    expect([label('Asia/Calcutta', names), label('Asia/Kolkata')]).toEqual([
      'India Time (Kolkata)',
      'India Time (Kolkata)',
    ])
    expect(label('America/Vancouver')).not.toContain(') (')
    const options = zoneOptions({ zone: 'America/Detroit', lang: 'en', zoneNames: names }, newYork.now)
    const labels = options.map((option) => option.label)
    expect(labels.filter((name) => /^(?:Eastern Time|India)/.test(name)).toSorted()).toEqual([
      'Eastern Time (Detroit)',
      'Eastern Time (New York)',
      'India Time (Kolkata)',
    ])
    expect(new Set(labels).size).toBe(labels.length)
    for (const name of labels) expect(name).not.toMatch(/GMT|[+\d_/]/)
    expect(options.map(({ offset }) => offset)).toEqual(options.map(({ offset }) => offset).toSorted((a, b) => a - b))
  })
})
