import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { engines, type Place, sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../../tests/support/desk.ts'
import { weekdays } from '../../content/calls.ts'
import { englishTexts } from '../../lib/form.ts'
import type { FormContext } from '../../server/http/form-route.ts'
import { withWords } from '../../server/mail/mail-composers.ts'
import { bookCall } from './book-call.ts'
import { busyTimes } from './busy/busy-times.ts'
import { readFreeTimes } from './calendar.ts'
import { type CallRouteDeps, callForm } from './call.form.ts'
import { confirmCall, moveCall } from './change-call.ts'
import { type CallRules, freeTimes, isFreeAt, offeredOn } from './free-times.ts'
import { readCallPage } from './page/call-page.ts'

// What another scheduler got wrong: github.com/calcom/cal.com, whose issues are at github.com/calcom/cal.diy by now.

const ms = (instant: string) => Date.parse(instant)
const minuteMs = 60_000
const nothing = { taken: [], busy: [] }
const newYork = 'America/New_York'

/** The same hours on every day. */
function rulesOf(zone: string, from: string, to: string, more: Partial<CallRules> = {}): CallRules {
  const hours = Object.fromEntries(weekdays.map((day) => [day, [{ from, to }]]))
  const plain = { minutes: 30, pauseMinutes: 0, noticeHours: 0, horizonDays: 90, mostPerDay: 50, exceptions: [] }
  return { zone, hours, ...plain, ...more }
}

/** As another program reckons them. */
function clocksOf(times: readonly number[], zone: string): string[] {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return times.map((time) => shown.format(time))
}

function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, days) => Temporal.PlainDate.from(first).add({ days }).toString())
}

/** A studio with these rules, at a place of its own or beside another process. */
async function openStudio(rules: CallRules, place?: Place) {
  const app = await openTestApp(place ?? (await sqlite.createPlace()))
  if (app.calls === undefined) throw new Error('the sample offers calls')
  const deps: CallRouteDeps = { ...app.calls, calls: { ...app.calls.calls, ...rules } }
  return { app, deps, clock: app.clock, rows: () => app.database.db.selectFrom('calls').selectAll().execute() }
}

// https://github.com/calcom/cal.diy/issues/1092: the time that was chosen was right, the confirmed one an hour early.
test('cal.com 1092: a time after the change of clocks is the same when chosen, confirmed, mailed and in calendars', async () => {
  const { app, deps, clock, rows } = await openStudio(rulesOf(newYork, '09:00', '10:00'))
  clock.now = ms('2026-10-28T15:00Z')
  const page = async (query: Record<string, string>) =>
    await readCallPage(deps, { query: new URLSearchParams({ zone: newYork, ...query }), answer: undefined, lang: 'en' })
  const { week } = await page({ week: '1' })
  const [shown] = week?.days.find(({ date }) => date === '2026-11-03')?.times ?? []
  expect(shown).toEqual({ start: '2026-11-03T09:00:00-05:00', clock: '9:00 AM', studio: undefined })
  const start = shown?.start ?? ''
  expect((await page({ start })).chosen).toEqual(['Tuesday, November 3, 2026, 9:00 AM, Eastern Time'])

  const form = callForm(deps, englishTexts)
  const { values } = form.check({ name: 'Ada', email: 'ada@example.com', start, zone: newYork })
  const sent = await form.submit({ values, fields: {}, requestId: 'one', context: visitor })
  expect(sent).toMatchObject({ outcome: 'stored', more: { start } })
  expect(await rows()).toMatchObject([{ starts_at: ms('2026-11-03T14:00Z'), ends_at: ms('2026-11-03T14:30Z') }])
  const mails = await app.database.db.selectFrom('outbox').selectAll().execute()
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    const words = await withWords(app.database.db, mail, app.composers)
    expect(words?.text).toContain('Tuesday, November 3, 2026, 9:00 AM, Eastern Time')
    expect(words?.calendar?.content).toContain('DTSTART:20261103T140000Z\r\nDTEND:20261103T143000Z')
  }
})

// https://github.com/calcom/cal.diy/issues/4702: 7:30 on November 1 was 6:30 on November 8, by the offset of today.
test.each([
  ['2026-10-20', '-05:00'],
  ['2026-11-01', '-05:00'],
  ['2027-02-20', '-06:00'],
  ['2027-03-14', '-06:00'],
])('cal.com 4702: seen from %s, the first time of every day is the same by the studio’s clock', (first, offset) => {
  const zone = 'America/Chicago'
  const now = ms(`${first}T00:00${offset}`)
  const free = freeTimes(rulesOf(zone, '07:30', '08:30'), { now, ...nothing })
  expect(clocksOf(free, zone)).toEqual(daysFrom(first, 91).flatMap((date) => [`${date} 07:30`, `${date} 08:00`]))
})

// https://github.com/calcom/cal.diy/issues/10517: the month of the change alone began at 8:00, and none of it could be booked.
test('cal.com 10517: the weeks around the change show the studio’s hours, and whatever they show is free', async () => {
  const rules = rulesOf(newYork, '09:00', '10:00')
  const { deps, clock } = await openStudio(rules)
  clock.now = ms('2026-10-05T00:00-04:00')
  const weeks = await Promise.all(
    Array.from({ length: 13 }, async (_, week) => {
      const query = new URLSearchParams({ zone: newYork, week: String(week) })
      return (await readCallPage(deps, { query, answer: undefined, lang: 'en' })).week
    }),
  )
  const shown = weeks
    .flatMap((week) => week?.days ?? [])
    .flatMap(({ date, times }) => times.map((time) => [date, time] as const))
  expect(shown.map(([date, { clock }]) => `${date} ${clock}`)).toEqual(
    daysFrom('2026-10-05', 91).flatMap((date) => [`${date} 9:00 AM`, `${date} 9:30 AM`]),
  )
  expect(shown.every(([, { start }]) => isFreeAt(rules, ms(start), { now: clock.now, ...nothing }))).toBe(true)
})

describe('cal.com 6217', () => {
  // https://github.com/calcom/cal.diy/issues/6217: 12:30 was shown as 11:30 and 13:30 on the days of the changes alone.
  test.each([newYork, 'America/Toronto', 'Europe/London', 'Australia/Sydney', 'Africa/Cairo', 'America/Havana'])(
    'in %s, the days of the changes have the hours of all others, and no time beside them is free',
    (zone) => {
      for (const first of ['2026-08-20', '2026-12-29', '2027-02-26']) {
        const now = Temporal.PlainDate.from(first).toZonedDateTime(zone).epochMilliseconds
        const rules = rulesOf(zone, '12:30', '13:00')
        const free = freeTimes(rules, { now, ...nothing })
        expect(clocksOf(free, zone)).toEqual(daysFrom(first, 91).map((date) => `${date} 12:30`))
        for (const beside of [-60, 0, 60]) {
          const isFree = (time: number) => isFreeAt(rules, time + beside * minuteMs, { now, ...nothing })
          expect(free.filter(isFree)).toHaveLength(beside === 0 ? 91 : 0)
        }
      }
    },
  )

  test('the first time of a day after the change can be booked before it', async () => {
    const { deps, clock, rows } = await openStudio(rulesOf('America/Toronto', '09:00', '17:00'))
    clock.now = ms('2027-02-26T12:00-05:00')
    const start = ms('2027-03-16T09:00-04:00')
    const ada = { name: 'Ada', email: 'ada@example.com', about: '', zone: 'America/Toronto', start }
    expect(await bookCall(deps, { ...ada, start: start - 60 * minuteMs }, visitor)).toMatchObject({ outcome: 'taken' })
    expect(await bookCall(deps, ada, visitor)).toMatchObject({ outcome: 'stored' })
    expect(await rows()).toMatchObject([{ starts_at: ms('2027-03-16T13:00Z') }])
  })
})

// https://github.com/calcom/cal.diy/issues/12137: a notice that ended on the day of the change moved the hours of all days.
test.each([
  [6, '2026-10-31 10:00'],
  // Hours are hours: one more has gone by than the clock says.
  [7, '2026-11-01 09:00'],
  [8, '2026-11-02 09:00'],
])('cal.com 12137: a notice of %i days over the change moves the first time alone', (days, first) => {
  const rules = rulesOf(newYork, '09:00', '11:00', { minutes: 60, noticeHours: days * 24, horizonDays: 30 })
  const free = clocksOf(freeTimes(rules, { now: ms('2026-10-25T10:00-04:00'), ...nothing }), newYork)
  const every = daysFrom('2026-10-25', 31).flatMap((date) => [`${date} 09:00`, `${date} 10:00`])
  expect(free).toEqual(every.filter((clock) => clock >= first))
})

// https://github.com/calcom/cal.diy/issues/5570: events of a calendar of Apple's, at 10:00 in Berlin, took the hour after it.
test('cal.com 5570: an event of the owner’s calendar takes its own hour, in summer, in winter and on the day between', () => {
  const days = ['2026-10-20', '2026-10-25', '2026-10-27', '2027-03-27', '2027-03-28', '2027-03-29']
  const part = (name: string, since: string, from: string, to: string, month: number) =>
    `BEGIN:${name}\nTZOFFSETFROM:${from}\nRRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU\nDTSTART:${since}\nTZNAME:CET\nTZOFFSETTO:${to}\nEND:${name}\n`
  const zones = ['Europe/Berlin', 'CET'].map(
    (zone) =>
      `BEGIN:VTIMEZONE\nTZID:${zone}\n${part('DAYLIGHT', '19810329T020000', '+0100', '+0200', 3)}${part('STANDARD', '19961027T030000', '+0200', '+0100', 10)}END:VTIMEZONE\n`,
  )
  const rules = rulesOf('Europe/Berlin', '09:00', '12:00', { minutes: 60, horizonDays: 170 })
  const now = ms('2026-10-19T12:00Z')
  for (const zone of ['Europe/Berlin', 'CET']) {
    const events = days.map((day) => {
      const at = (clock: string) => `;TZID=${zone}:${day.replaceAll('-', '')}T${clock}00`
      return `BEGIN:VEVENT\nUID:${day}\nDTSTART${at('1000')}\nDTEND${at('1100')}\nEND:VEVENT\n`
    })
    const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Apple Inc.//iOS 16.1//EN\n${zones.join('')}${events.join('')}END:VCALENDAR\n`
    const span = [now, ms('2027-05-01T00:00Z')] as const
    const busy = busyTimes(text, { span, zone: rules.zone, owner: 'owner@studio.example', ownHost: 'studio.example' })
    const free = clocksOf(freeTimes(rules, { now, taken: [], busy: busy.spans }), rules.zone)
    expect(free.filter((clock) => days.includes(clock.slice(0, 10)))).toEqual(
      days.flatMap((day) => [`${day} 09:00`, `${day} 11:00`]),
    )
  }
})

// https://github.com/calcom/cal.diy/issues/30021 and https://github.com/calcom/cal.diy/issues/19589: they began an hour late.
test.each([
  ['30021', newYork, '13:00', '14:00', 30, ['17:00', '17:30']],
  ['19589', 'America/Chicago', '15:00', '16:30', 90, ['20:00']],
] as const)(
  'cal.com %s: in %s, hours after noon stay where they are on the day of the change',
  (_, zone, from, to, minutes, utc) => {
    const times = offeredOn(rulesOf(zone, from, to, { minutes }), Temporal.PlainDate.from('2027-03-14'))
    expect(times).toEqual(utc.map((clock) => ms(`2027-03-14T${clock}Z`)))
  },
)

/** Of another mailbox, from another place. */
function person(i: number, more: Partial<FormContext> = {}) {
  const input = { name: 'Ada', email: `a${i}@example.com`, about: '', zone: 'UTC' }
  return { input, context: { ...visitor, sender: `198.51.${i}.1`, ...more } }
}

describe.each(engines)('of many at once, on $name,', (engine) => {
  /** Where an engine lets several processes write, two of them share the work. */
  const open = async (more: Partial<CallRules> = {}) => {
    const rules = rulesOf('UTC', '09:00', '12:00', more)
    const place = await engine.createPlace()
    const first = await openStudio(rules, place)
    const all = engine === sqlite ? [first] : [first, await openStudio(rules, place)]
    const many = async <T>(count: number, work: (deps: CallRouteDeps, i: number) => Promise<T>) =>
      await Promise.all(Array.from({ length: count }, (_, i) => work(all[i % all.length]?.deps ?? first.deps, i)))
    const onDay = async () =>
      (await readFreeTimes(first.deps)).filter((time) => Math.abs(time - ms('2026-11-23T12:00Z')) < 12 * 60 * minuteMs)
    const kinds = async () =>
      (await first.app.database.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
    const setClock = (now: number) =>
      all.forEach(({ clock }) => {
        clock.now = now
      })
    return { ...first, many, onDay, kinds, setClock }
  }
  const robot = { elapsedMs: 100 }

  // https://github.com/calcom/cal.diy/pull/28151, of issue 13397: between the look at the calendar and the write nothing was locked.
  test('cal.com 28151: no two get times that touch each other’s call or pause', async () => {
    const { deps, many, onDay, rows } = await open({ pauseMinutes: 15 })
    const starts = await onDay()
    expect(starts).toHaveLength(6)
    const results = await many(24, (each, i) => {
      const { input, context } = person(i)
      return bookCall(each, { ...input, start: starts[i % 6] ?? 0 }, context)
    })
    const booked = (await rows()).toSorted((one, other) => one.starts_at - other.starts_at)
    expect(results.filter(({ outcome }) => outcome === 'stored')).toHaveLength(booked.length)
    expect([2, 3]).toContain(booked.length)
    for (const [i, { ends_at }] of booked.entries())
      expect(booked[i + 1]?.starts_at ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(ends_at + 15 * minuteMs)
    expect(await onDay()).toEqual([])
    expect(await deps.database.db.selectFrom('leads').select('reference').execute()).toHaveLength(booked.length)
  })

  test('cal.com 28151: no more are booked on a day than the owner wants, at whatever times', async () => {
    const { many, onDay, rows } = await open({ mostPerDay: 1 })
    const starts = await onDay()
    const results = await many(12, (each, i) => {
      const { input, context } = person(i)
      return bookCall(each, { ...input, start: starts[i % 6] ?? 0 }, context)
    })
    expect(await rows()).toHaveLength(1)
    expect(results.filter(({ outcome }) => outcome === 'taken')).toHaveLength(11)
  })

  test('cal.com 28151: one of two calls that are moved to one time gets it, and the other stays where it is', async () => {
    const { many, onDay, rows } = await open()
    const [first = 0, second = 0, wanted = 0] = await onDay()
    await many(2, (each, i) =>
      bookCall(each, { ...person(i).input, start: i === 0 ? first : second }, person(i).context),
    )
    const ids = (await rows()).map(({ id }) => id)
    const results = await many(2, (each, i) => moveCall(each, { id: ids[i] ?? '', start: wanted }, 'visitor'))
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'taken'])
    const starts = (await rows()).map(({ starts_at }) => starts_at)
    expect(starts).toContain(wanted)
    expect([first, second].filter((start) => starts.includes(start))).toHaveLength(1)
  })

  // https://github.com/calcom/cal.diy/issues/29958: calls that wait were no obstacle, and each could be confirmed, even twice.
  test('cal.com 29958: one waits to be confirmed, and is booked and told once, however often it is confirmed', async () => {
    const { many, onDay, rows, kinds } = await open()
    const [start = 0] = await onDay()
    const asked = await many(8, (each, i) => bookCall(each, { ...person(i).input, start }, person(i, robot).context))
    expect(asked.filter(({ outcome }) => outcome === 'taken')).toHaveLength(7)
    const [id = ''] = (await rows()).map((row) => row.id)
    const confirmed = await many(8, (each) => confirmCall(each, id))
    expect(confirmed.every(({ outcome }) => outcome === 'done')).toBe(true)
    expect(await rows()).toMatchObject([{ state: 'booked', starts_at: start, sequence: 0, held_until: null }])
    expect((await kinds()).filter((kind) => kind.startsWith('call-booked'))).toHaveLength(2)
  })

  test.each([
    ['until its time is over, the one that waits', -1, { confirmed: 'done', other: 'taken' }],
    ['from then on, the other', 0, { confirmed: 'gone', other: 'stored' }],
  ] as const)('cal.com 29958: %s gets the time where both want it', async (_, later, expected) => {
    const { many, onDay, rows, setClock } = await open()
    const [start = 0] = await onDay()
    await many(1, (each) => bookCall(each, { ...person(0).input, start }, person(0, robot).context))
    const [{ id = '', held_until = 0 } = {}] = await rows()
    setClock((held_until ?? 0) + later)
    const [confirmed, other] = await many<{ outcome: string }>(2, async (each, i) =>
      i === 0 ? await confirmCall(each, id) : await bookCall(each, { ...person(1).input, start }, person(1).context),
    )
    expect({ confirmed: confirmed?.outcome, other: other?.outcome }).toEqual(expected)
    expect((await rows()).filter(({ state }) => state === 'booked')).toMatchObject([{ starts_at: start }])
  })
})
