import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, visitor, writtenMails } from '../../../tests/support/desk.ts'
import { weekdays } from '../../content/calls.ts'
import { englishTexts } from '../../lib/form.ts'
import { bookCall } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import { callForm } from './call.form.ts'
import { longTime, writtenIn } from './call-time.ts'
import { moveCall } from './change-call.ts'
import { type CallRules, freeTimes, isFreeAt, offeredOn } from './free-times.ts'
import { callWeek } from './page/call-days.ts'
import { readCallPage } from './page/call-page.ts'

const minuteMs = 60_000
const yearMs = 365 * 24 * 60 * minuteMs
const ms = (instant: string) => Date.parse(instant)
const nothing = { taken: [], busy: [] }
const [tokyo, losAngeles] = ['Asia/Tokyo', 'America/Los_Angeles']

async function open() {
  const app = await openTestApp(await sqlite.createPlace())
  const { calls } = app
  if (calls === undefined) throw new Error('the sample offers calls')
  const [start = 0, ...more] = await readFreeTimes(calls)
  const rows = () => app.database.db.selectFrom('calls').selectAll().orderBy('created_at').execute()
  const form = callForm(calls, englishTexts)
  const send = async (fields: Record<string, string>) => {
    const { values } = form.check({ name: 'Ada', email: 'ada@example.com', ...fields })
    return await form.submit({ values, fields, requestId: '', context: visitor })
  }
  return { app, calls, start, more, rows, send }
}

describe('a visitor who travels', () => {
  test('between choosing and sending keeps the time, and reads it by the clock of where they are', async () => {
    const { app, calls, start, rows, send } = await open()
    const chosen = writtenIn(start, tokyo)
    const page = await readCallPage(calls, {
      query: new URLSearchParams({ start: chosen, zone: losAngeles }),
      answer: undefined,
      lang: 'en',
    })
    const here = longTime(start, losAngeles, 'en')
    expect(page).toMatchObject({
      start: writtenIn(start, losAngeles),
      chosen: [here, longTime(start, calls.calls.zone, 'en')],
    })
    expect(await send({ start: chosen, zone: losAngeles })).toMatchObject({
      outcome: 'stored',
      more: { start: writtenIn(start, losAngeles) },
    })
    expect(await rows()).toMatchObject([{ starts_at: start, zone: losAngeles }])
    for (const { text } of await writtenMails(app)) {
      expect(text).toContain(here)
      expect(text).not.toContain(longTime(start, tokyo, 'en'))
    }
  })

  test('is offered other times by the clock of where they are, where the chosen one was taken', async () => {
    const { calls, start, send } = await open()
    await bookCall(calls, { start, name: 'Bob', email: 'bob@example.com', about: '', zone: 'UTC' }, visitor)
    const values = { start: writtenIn(start, tokyo), zone: losAngeles }
    const sent = await send(values)
    const times = (await readFreeTimes(calls)).slice(0, 5).map((time) => writtenIn(time, losAngeles))
    expect(sent).toMatchObject({ outcome: 'conflict', more: { times } })
    const answer = { values, more: { times } }
    const page = await readCallPage(calls, { query: new URLSearchParams(), answer, lang: 'en' })
    expect(page.near).toEqual(times.map((time) => ({ start: time, words: longTime(ms(time), losAngeles, 'en') })))
  })

  test('and moves the call from elsewhere is told the new time by that clock; by no other without a zone', async () => {
    const { app, calls, start, more, rows } = await open()
    await bookCall(calls, { start, name: 'Ada', email: 'ada@example.com', about: '', zone: tokyo }, visitor)
    const [{ id = '' } = {}] = await rows()
    const [moved = 0, again = 0] = more.slice(-2)
    for (const [time, zone] of [
      [moved, losAngeles],
      [again, undefined],
    ] as const) {
      app.clock.now += minuteMs
      await moveCall(calls, { id, start: time, zone }, 'visitor')
      expect(await rows()).toMatchObject([{ starts_at: time, zone: losAngeles }])
      const mails = await writtenMails(app)
      expect(mails).toHaveLength(2)
      for (const { text } of mails) expect(text).toContain(longTime(time, losAngeles, 'en'))
    }
  })

  test('over the date line finds the same times under other days', () => {
    const times = [ms('2028-02-29T10:30Z'), ms('2028-02-29T23:00Z')]
    const days = (zone: string) =>
      callWeek(times, 0, { zone, studioZone: 'UTC', lang: 'en' })?.days.flatMap(({ short, times: all }) =>
        all.map(({ start, clock }) => [short, clock, ms(start)]),
      )
    expect(days('Pacific/Kiritimati')).toEqual([
      ['Wed, Mar 1', '12:30 AM', times[0]],
      ['Wed, Mar 1', '1:00 PM', times[1]],
    ])
    expect(days('Pacific/Pago_Pago')).toEqual([
      ['Mon, Feb 28', '11:30 PM', times[0]],
      ['Tue, Feb 29', '12:00 PM', times[1]],
    ])
  })

  test.each(['', 'Mars/Olympus', '../etc/passwd'])('to where no zone is known (%j) has the studio’s', async (zone) => {
    const { calls, start, rows, send } = await open()
    await send({ start: writtenIn(start, tokyo), zone })
    expect(await rows()).toMatchObject([{ starts_at: start, zone: calls.calls.zone }])
  })
})

describe('a browser whose clock is wrong by years', () => {
  test.each([-30 * yearMs, 30 * yearMs, undefined])('books like any other (it counts %s ms)', async (elapsedMs) => {
    const { app, calls, start, rows } = await open()
    const wrong = new Date(app.clock.now + (elapsedMs ?? 0)).toISOString()
    const zone = calls.calls.zone
    const fields = { name: 'Ada', email: 'ada@example.com', start: writtenIn(start, zone), zone, elapsedMs, now: wrong }
    const headers = { 'content-type': 'application/json', date: wrong }
    const request = new Request('http://studio.example/api/call', {
      method: 'POST',
      headers,
      body: JSON.stringify(fields),
    })
    expect(await app.postForm('call', request, visitor.sender, 'one')).toMatchObject({ status: 200 })
    expect(await rows()).toMatchObject([
      { state: 'booked', starts_at: start, created_at: app.clock.now, changed_at: app.clock.now, held_until: null },
    ])
  })

  test('gets what the server’s clock leaves free, and nothing else', async () => {
    const { app, calls, start, send } = await open()
    const { noticeHours, horizonDays, zone } = calls.calls
    const fields = { start: writtenIn(start, zone), zone }
    const noticeMs = noticeHours * 60 * minuteMs
    for (const now of [
      start + 4 * yearMs,
      start + minuteMs,
      start - noticeMs + 1,
      start - (horizonDays + 2) * 24 * 60 * minuteMs,
    ]) {
      app.clock.now = now
      expect(await send(fields)).toMatchObject({ outcome: 'conflict', message: calls.calls.problems.taken })
    }
    app.clock.now = start - noticeMs
    expect(await send(fields)).toMatchObject({ outcome: 'stored' })
  })

  test.each(['-271821-04-20T00:00Z', '+275760-09-13T00:00Z'])(
    'gets nothing at either end of time (%s)',
    async (start) => {
      const { calls, rows, send } = await open()
      for (const zone of [tokyo, losAngeles, ''])
        expect(await send({ start, zone })).toMatchObject({ outcome: 'conflict', message: calls.calls.problems.taken })
      expect(await rows()).toEqual([])
    },
  )
})

/** The same hours on every day. */
function rulesOf(zone: string, from: string, to: string, more: Partial<CallRules> = {}): CallRules {
  const hours = Object.fromEntries(weekdays.map((day) => [day, [{ from, to }]]))
  const plain = { minutes: 30, pauseMinutes: 0, noticeHours: 0, horizonDays: 6, mostPerDay: 50, exceptions: [] }
  return { zone, hours, ...plain, ...more }
}

const utcOf = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16))

function midnight(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds
}

describe.each(['Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Eucla', 'Australia/Lord_Howe'])(
  'a studio in %s',
  (zone) => {
    test.each([
      ['2026-12-29', '2026-12-29 2026-12-30 2026-12-31 2027-01-01 2027-01-02 2027-01-03 2027-01-04'],
      ['2027-02-25', '2027-02-25 2027-02-26 2027-02-27 2027-02-28 2027-03-01 2027-03-02 2027-03-03'],
      ['2028-02-26', '2028-02-26 2028-02-27 2028-02-28 2028-02-29 2028-03-01 2028-03-02 2028-03-03'],
      ['2027-04-28', '2027-04-28 2027-04-29 2027-04-30 2027-05-01 2027-05-02 2027-05-03 2027-05-04'],
    ])('offers every day around the end of a month, from %s on, to its last midnight', (first, days) => {
      const rules = rulesOf(zone, '23:00', '24:00')
      const now = midnight(first, zone)
      const free = freeTimes(rules, { now, ...nothing })
      expect(free.map((time) => writtenIn(time, zone).slice(0, 16))).toEqual(
        days.split(' ').flatMap((day) => [`${day}T23:00`, `${day}T23:30`]),
      )
      expect(free.every((time) => isFreeAt(rules, time, { now, ...nothing }))).toBe(true)
      const next = (free.at(-1) ?? 0) + 24 * 60 * minuteMs
      expect(isFreeAt(rules, next, { now, ...nothing })).toBe(false)
    })

    test('counts the calls of its own days', () => {
      const rules = rulesOf(zone, '00:00', '24:00', { mostPerDay: 1, horizonDays: 3 })
      for (const beside of [0, 23.5 * 60]) {
        const starts_at = midnight('2028-02-29', zone) + beside * minuteMs
        const call = { id: 'one', state: 'booked' as const, starts_at, ends_at: starts_at + 30 * minuteMs }
        const taken = [{ ...call, free_at: call.ends_at }]
        const free = freeTimes(rules, { now: midnight('2028-02-28', zone), taken, busy: [] })
        const count = Map.groupBy(free, (time) => writtenIn(time, zone).slice(0, 10))
        expect([...count].map(([day, { length }]) => `${day}: ${length}`)).toEqual([
          '2028-02-28: 48',
          '2028-03-01: 48',
          '2028-03-02: 48',
        ])
      }
    })

    test('has a leap day off, or other hours on it', () => {
      const off = { from: '2028-02-28', to: '2028-02-29', hours: [] }
      const other = { from: '2028-02-29', hours: [{ from: '15:00', to: '15:30' }] }
      const days = (exceptions: CallRules['exceptions']) =>
        freeTimes(rulesOf(zone, '09:00', '09:30', { exceptions, horizonDays: 3 }), {
          now: midnight('2028-02-27', zone),
          ...nothing,
        }).map((time) => writtenIn(time, zone).slice(5, 16))
      expect(days([off])).toEqual(['02-27T09:00', '03-01T09:00'])
      expect(days([other])).toEqual(['02-27T09:00', '02-28T09:00', '02-29T15:00', '03-01T09:00'])
    })
  },
)

test.each([
  ['Asia/Kolkata', '2028-02-29', '2028-02-29T03:30'],
  ['Asia/Kathmandu', '2028-02-29', '2028-02-29T03:15'],
  ['Australia/Eucla', '2028-02-29', '2028-02-29T00:15'],
  ['Australia/Lord_Howe', '2028-02-29', '2028-02-28T22:00'],
  ['Australia/Lord_Howe', '2028-06-30', '2028-06-29T22:30'],
])('nine o’clock in %s on %s is %s in UTC', (zone, day, utc) => {
  expect(utcOf(offeredOn(rulesOf(zone, '09:00', '09:30'), Temporal.PlainDate.from(day)))).toEqual([utc])
})

describe('where clocks change by half an hour', () => {
  const zone = 'Australia/Lord_Howe'

  test.each([
    // 02:00 is 02:30.
    ['2026-10-04', ['2026-10-03T14:30', '2026-10-03T15:00', '2026-10-03T15:30']],
    // 02:00 is 01:30: that half hour comes twice.
    ['2027-04-04', ['2027-04-03T14:00', '2027-04-03T14:30', '2027-04-03T15:30', '2027-04-03T16:00']],
  ])('the times on %s are those that exist, each once', (day, utc) => {
    expect(utcOf(offeredOn(rulesOf(zone, '01:00', '03:00'), Temporal.PlainDate.from(day)))).toEqual(utc)
  })

  test('a half hour that comes twice tells which one it is', () => {
    expect(longTime(ms('2027-04-03T14:45Z'), zone, 'en')).toContain('1:45 AM, Lord Howe Daylight Time')
    expect(longTime(ms('2027-04-03T15:15Z'), zone, 'en')).toContain('1:45 AM, Lord Howe Standard Time')
  })
})

test('a week of a leap year has its 29th, each time by both clocks', () => {
  const [zone, studioZone] = ['Asia/Kathmandu', 'Australia/Eucla']
  const times = offeredOn(rulesOf(studioZone, '09:00', '09:30'), Temporal.PlainDate.from('2028-02-29'))
  const week = callWeek(times, 0, { zone, studioZone, lang: 'en' })
  expect(week?.days.map(({ short }) => short).slice(0, 3)).toEqual(['Mon, Feb 28', 'Tue, Feb 29', 'Wed, Mar 1'])
  expect(week?.days[1]?.times).toEqual([{ start: '2028-02-29T06:00:00+05:45', clock: '6:00 AM', studio: '9:00 AM' }])
})
