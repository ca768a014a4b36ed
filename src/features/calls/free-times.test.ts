import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { type CallRules, freeTimes, isFreeAt, offeredOn } from './free-times.ts'

const rules: CallRules = {
  zone: 'Europe/Berlin',
  minutes: 30,
  pauseMinutes: 15,
  noticeHours: 12,
  horizonDays: 21,
  mostPerDay: 3,
  hours: { monday: [{ from: '09:00', to: '11:00' }], tuesday: [{ from: '14:00', to: '15:30' }] },
  exceptions: [{ from: '2026-12-22', to: '2026-12-28', hours: [] }],
}

const monday = '2026-12-07'

function ms(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds
}

function day(date: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(date)
}

function clockOf(start: number, zone = rules.zone): string {
  return Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDateTime().toString()
}

const nothing = { taken: [], busy: [] }

test('the week’s hours are offered from the notice to the horizon, without days off', () => {
  const free = freeTimes(rules, { now: ms('2026-12-06T20:10Z'), ...nothing }).map((start) => clockOf(start))
  expect(free.slice(0, 6)).toEqual([
    '2026-12-07T09:30:00',
    '2026-12-07T10:00:00',
    '2026-12-07T10:30:00',
    '2026-12-08T14:00:00',
    '2026-12-08T14:30:00',
    '2026-12-08T15:00:00',
  ])
  expect(free.at(-1)).toBe('2026-12-21T10:30:00')
})

test('an exception has hours of its own', () => {
  const open = { ...rules, exceptions: [{ from: monday, hours: [{ from: '20:00', to: '21:00' }] }] }
  expect(offeredOn(open, day(monday)).map((start) => clockOf(start))).toEqual([
    `${monday}T20:00:00`,
    `${monday}T20:30:00`,
  ])
})

describe('what is taken is not offered', () => {
  const now = ms('2026-12-05T12:00Z')
  const moment = (clock: string) => ms(`${monday}T${clock}+01:00`)
  const row = (state: 'booked' | 'blocked', from: string, to: string, freeAt = to) => ({
    id: from,
    state,
    starts_at: moment(from),
    ends_at: moment(to),
    free_at: moment(freeAt),
  })
  const on = (calendar: Partial<Parameters<typeof freeTimes>[1]>) =>
    freeTimes(rules, { now, ...nothing, ...calendar })
      .map((start) => clockOf(start))
      .filter((start) => start.startsWith(monday))
      .map((start) => start.slice(11, 16))

  test('beside a call stays its pause, on both sides', () => {
    expect(on({ taken: [row('booked', '09:30', '10:00', '10:15')] })).toEqual(['10:30'])
  })

  test('after what the owner has blocked there is no pause, before it there is', () => {
    expect(on({ taken: [row('blocked', '09:30', '10:00')] })).toEqual(['10:00', '10:30'])
  })

  test('what the owner’s calendars say is taken, and a call ends with its pause before it', () => {
    expect(on({ busy: [[moment('10:30'), moment('10:40')]] })).toEqual(['09:00', '09:30'])
    expect(on({ busy: [[moment('00:00'), moment('10:30')]] })).toEqual(['10:30'])
  })

  test('no day has more calls than the owner wants', () => {
    const calls = ['06:00', '07:00', '12:00'].map((from) => row('booked', from, from.replace('00', '30')))
    expect(on({ taken: calls.slice(0, 2) })).not.toEqual([])
    expect(on({ taken: calls.map((call) => ({ ...call, state: 'blocked' as const })) })).not.toEqual([])
    expect(on({ taken: calls })).toEqual([])
  })
})

test('a moment is free only where it is offered: on the grid, within notice and horizon', () => {
  const now = ms('2026-12-06T20:10Z')
  const free = (instant: string) => isFreeAt(rules, ms(instant), { now, ...nothing })
  expect([free('2026-12-07T10:30+01:00'), free('2026-12-21T10:30+01:00')]).toEqual([true, true])
  expect([
    free('2026-12-07T10:31+01:00'),
    free('2026-12-07T09:00+01:00'),
    free('2026-12-29T14:00+01:00'),
    free('2026-11-30T10:00+01:00'),
    isFreeAt(rules, 8.64e15, { now, ...nothing }),
  ]).toEqual([false, false, false, false, false])
})

describe('when clocks are changed', () => {
  const always = { from: '00:00', to: '24:00' }
  const offered = (zone: string, date: string, hours = [always]) =>
    offeredOn({ ...rules, zone, hours: {}, exceptions: [{ from: date, hours }] }, day(date))

  test('an hour that is left out is not offered, nor a call that would end after the stretch', () => {
    const clocks = offered('America/New_York', '2026-03-08').map((start) => clockOf(start, 'America/New_York'))
    expect(clocks.filter((clock) => /T0[1-3]/.test(clock)).map((clock) => clock.slice(11, 16))).toEqual([
      '01:00',
      '01:30',
      '03:00',
      '03:30',
    ])
    expect(
      offered('America/New_York', '2026-03-08', [{ from: '01:15', to: '02:30' }]).map((start) =>
        clockOf(start, 'America/New_York'),
      ),
    ).toEqual(['2026-03-08T01:15:00'])
  })

  test('an hour that comes twice is offered once', () => {
    const times = offered('America/New_York', '2026-11-01', [{ from: '01:00', to: '02:00' }])
    expect(times).toEqual([ms('2026-11-01T01:00-04:00'), ms('2026-11-01T01:30-04:00')])
  })

  const zones = Intl.supportedValuesOf('timeZone').filter((_, i) => i % 9 === 0)
  const odd = [
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'America/St_Johns',
    'Africa/Casablanca',
    'Africa/Cairo',
    'America/Santiago',
    'Asia/Beirut',
    'Asia/Gaza',
    'Europe/Lisbon',
    'America/New_York',
    'Asia/Tehran',
    'America/Havana',
  ]

  test.each([...new Set([...zones, ...odd])])(
    'in %s, at every change until 2030, each time exists, is within the hours, and is offered once',
    (zone) => {
      // The reckoning of another program: the clock that people see.
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      for (const date of daysOfChanges(zone)) {
        for (const hours of [
          [always],
          [
            { from: '00:30', to: '01:30' },
            { from: '01:45', to: '03:20' },
          ],
        ]) {
          const times = offered(zone, date.toString(), hours)
          const clocks = times.map((time) => shown.format(time))
          expect(new Set(clocks).size).toBe(times.length)
          expect(times).toEqual(times.toSorted((one, other) => one - other))
          for (const [i, time] of times.entries()) {
            expect(i === 0 || time - (times[i - 1] ?? 0) >= 30 * 60_000).toBe(true)
            const [from, to] = [clocks[i] ?? '', shown.format(time + 30 * 60_000)].map((clock) => clock.slice(-5))
            const isInside = hours.some(
              (stretch) => stretch.from <= (from ?? '') && (to ?? '') <= (stretch.to === '24:00' ? '24' : stretch.to),
            )
            expect(isInside, `${date} ${from}–${to}`).toBe(true)
          }
          if (hours[0] === always) expect(times.length).toBeGreaterThan(40)
        }
      }
    },
  )
})

/** And those beside them, leap days and the ends of months. */
function daysOfChanges(zone: string): Temporal.PlainDate[] {
  const days = ['2028-02-28', '2028-02-29', '2026-12-31', '2027-02-28'].map(day)
  const end = Temporal.PlainDate.from('2031-01-01').toZonedDateTime(zone)
  let change = Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone).getTimeZoneTransition('next')
  while (change && Temporal.ZonedDateTime.compare(change, end) < 0) {
    const on = change.toPlainDate()
    days.push(on.subtract({ days: 1 }), on, on.add({ days: 1 }))
    change = change.getTimeZoneTransition('next')
  }
  return days
}
