import { describe, expect, test } from 'vitest'
import { type Action, hintsIn } from '../../platform/actions.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { act, ada, bookFree, callsOf, openTestApp, writtenEmails } from '../../tests/support/desk.ts'
import { ask } from '../../tests/support/http.ts'
import { actions } from '../actions.ts'
import { bookForVisitor } from './book-call.ts'
import { ownCalendars } from './busy/own-calendars.ts'
import { readFreeTimes } from './calendar.ts'
import { storeCalendar } from './store.ts'
import { formatInstant } from './times.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const calendarUrl = { CALENDAR_URLS: 'https://calendar.example/secret.ics' }

async function openWithCall(place: Awaited<ReturnType<typeof sqlite.createPlace>>, variables = {}) {
  const app = await openTestApp(place, variables)
  await syncCalendar(app, [])
  // Commands use the machine's clock.
  app.clock.now = Date.now()
  const context = callsOf(app)
  const times = await readFreeTimes(context)
  const booked = await bookFree(app)
  const other = (await readFreeTimes(context)).at(-1) ?? 0
  const byClock = (ms: number) => formatInstant(ms, context.calls.zone).slice(0, 16)
  return { app, context, times, ...booked, other, byClock }
}

/** Stores events as if they had been synced from the owner's calendar. */
async function syncCalendar(app: Awaited<ReturnType<typeof openTestApp>>, events: readonly [number, number, string][]) {
  const { environment, salt, database, clock } = app
  const [calendar] = ownCalendars(environment.calendarUrls, salt)
  const times = { spans: JSON.stringify(events.map(([from, to]) => [from, to])), events: JSON.stringify(events) }
  const row = { key: calendar?.key ?? '', ...times, until: clock.now + 90 * dayMs, synced_at: clock.now }
  await database.write((tx) => storeCalendar(tx, { ...row, failing_since: null, is_reported: 0 }))
}

/** The terminal's and the desk's messages after a change. */
function textsOf(name: 'calls.move' | 'calls.block', result: unknown) {
  const { message }: Action<never> = actions[name]
  return hintsIn(message?.(result, {})).map((hint) => (typeof hint === 'string' ? hint : hint.text))
}

describe.each(engines)('the owner, on $name,', (engine) => {
  const open = async (variables = {}) => await openWithCall(await engine.createPlace(), variables)

  test('moves and cancels calls with emails to both sides', async () => {
    const { app, times, id, start, other, byClock } = await open()
    const { db } = app.database
    const emails = await db.selectFrom('outbox').select('kind').execute()
    const moved = (time: string) => act(app, 'calls.move', { reference: id, time })
    for (const [to, why] of [
      [byClock(start + 367 * dayMs), 'more than a year ahead'],
      ['2020-12-01 14:30', 'That time has passed.'],
      [byClock(start), 'It’s already booked for that time.'],
      ['2026-12-01 14:31', 'must be a time in 5-minute steps'],
    ] as const)
      await expect(moved(to)).rejects.toThrow(why)
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual(emails)
    const { free } = await act(app, 'calls.fits', { reference: id })
    expect(free).toEqual(times.filter((time) => time !== start))
    for (const to of [start + 360 * dayMs, other]) expect(await moved(byClock(to))).toMatchObject({ starts_at: to })
    const atNight = await moved(`${byClock(other + dayMs).slice(0, 10)}T03:05`)
    expect(textsOf('calls.move', atNight)).toEqual([
      expect.stringMatching(
        /^Ada Lovelace’s call is moved from \w+, \w+ \d+, \d+:\d+ [AP]M to \w+, \w+ \d+, 3:05 AM\. /,
      ),
      'That’s outside your hours in content/calls.yaml.',
    ])
    expect((await moved(byClock(other))).isInHours).toBe(true)
    expect(await act(app, 'calls.cancel', { reference: id, note: 'ill' })).toMatchObject({ starts_at: other })
    await expect(act(app, 'calls.cancel', { reference: 'KW-NONE' })).rejects.toThrow('no such upcoming call')
    const kinds = ['call-cancelled', 'call-cancelled-owner'].map((kind) => ({ kind }))
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual(expect.arrayContaining(kinds))
  })

  test('blocks a time, a day, or a range of days, and calls in it stay booked', async () => {
    const { app, times, id, start, other, byClock } = await open()
    const day = byClock(start).slice(0, 10)
    const week = async () => await act(app, 'calls.week', { week: day })
    const before = (await week()).free
    const whole = await act(app, 'calls.block', { from: day, note: 'Holiday' })
    expect(textsOf('calls.block', whole)).toEqual([
      expect.stringMatching(/^Blocked: \w+, \w+ \d+\.$/),
      expect.stringMatching(/^Ada Lovelace’s call on \w+, \w+ \d+, \d+:\d+ [AP]M stays booked\.$/),
    ])
    const shown = await week()
    expect(shown.calls.map(({ state, note }) => [state, note])).toEqual([
      ['blocked', 'Holiday'],
      ['booked', ''],
    ])
    expect(shown.calls[0]).toMatchObject({ starts_at: shown.starts[0], ends_at: shown.starts[1] })
    expect(shown.free).toEqual(before.filter((time) => byClock(time).slice(0, 10) !== day))

    const reopened = await act(app, 'calls.unblock', { reference: whole.id })
    await expect(act(app, 'calls.unblock', { reference: whole.id })).rejects.toThrow('no blocked time')
    expect((await week()).free).toEqual(before)
    await act(app, 'calls.block', reopened)
    expect(await week()).toMatchObject({ calls: [{ ...shown.calls[0], id: expect.anything() }, { id }] })

    const last = byClock(other).slice(0, 10)
    const range = await act(app, 'calls.block', { from: byClock(start + dayMs).slice(0, 10), to: last })
    expect(range.staying).toEqual([])
    expect(await readFreeTimes(callsOf(app))).toEqual(times.filter((time) => byClock(time).slice(0, 10) > last))
    for (const [input, why] of [
      [{ from: byClock(other) }, 'Add the end time.'],
      [
        { from: day, to: 'Holiday' },
        '“Holiday” must be a day like 2026-12-24 or a time like 2026-12-01 14:30, before the note.',
      ],
      [{ from: last, to: day }, 'The end must be after the start'],
      [{ from: '2020-12-24' }, 'That time has passed.'],
      [{ from: last }, 'already blocked (BL-'],
    ] as const)
      await expect(act(app, 'calls.block', input), why).rejects.toThrow(why)
  })

  test('sees a call’s history and conflicting events, which only need a second confirmation', async () => {
    const { app, start, id, times, byClock } = await open(calendarUrl)
    const busy = times.at(-1) ?? 0
    await syncCalendar(app, [[busy, busy + hourMs, 'Dentist']])
    const shown = await act(app, 'calls.week', { week: byClock(start).slice(0, 10) })
    const facts = { booked_by: 'visitor', zone: 'Europe/London', earlierLeads: 0, about: '' }
    expect(shown.calls).toMatchObject([
      {
        id,
        booked_at: app.clock.now,
        ...facts,
        joinUrl: 'https://meet.example/kitewright',
        reminders: expect.arrayContaining([expect.objectContaining({ state: 'queued' })]),
      },
    ])
    expect(shown.synced).toEqual([app.clock.now])
    expect((await act(app, 'calls.week', { week: byClock(busy).slice(0, 10) })).busy).toEqual([
      { from: busy, to: busy + hourMs, title: 'Dentist' },
    ])
    for (const path of ['/call', '/api/call']) expect(await (await ask(app, path)).text()).not.toContain('Dentist')
    const time = byClock(busy)
    expect(await act(app, 'calls.fits', { reference: id, time })).toMatchObject({
      ...{ problem: null, isInHours: true },
      warnings: [expect.stringMatching(/^Your calendar has “Dentist”: \w+, \w+ \d+, /)],
    })
    await expect(act(app, 'calls.move', { reference: id, time })).rejects.toThrow(/“Dentist”.* add --anyway\.$/)
    const move = { reference: id, time, anyway: true }
    expect(await act(app, 'calls.move', move)).toMatchObject({ starts_at: busy })
  })

  test('books a call for someone who asked by phone, even outside the hours, but not over another call', async () => {
    const { app, start, other, byClock } = await open()
    const grace = { name: 'Grace Hopper', email: 'grace@example.com', about: 'A compiler' }
    const book = (time: string, more = {}) => act(app, 'calls.book', { ...grace, time, ...more })
    await expect(book(byClock(start))).rejects.toThrow('That overlaps Ada Lovelace’s call on')
    await expect(book(byClock(other), { zone: 'Mars/Base' })).rejects.toThrow('isn’t a time zone')
    await act(app, 'calls.block', { from: byClock(other).slice(0, 10), note: 'Trip' })
    await expect(book(byClock(other))).rejects.toThrow(/^You blocked .+: Trip\. /)
    const booked = await book(byClock(other), { zone: 'America/New_York', anyway: true })
    const lead = await app.database.db.selectFrom('leads').selectAll().where('name', '=', grace.name).executeTakeFirst()
    expect(lead).toMatchObject({ reference: booked.reference, kind: 'call', status: 'ok', project: 'A compiler' })
    const emails = (await writtenEmails(app)).filter(({ about }) => about === booked.reference)
    expect(emails.map(({ kind }) => kind).toSorted()).toEqual(['call-booked', 'call-booked-owner'])
    const sent = emails.find(({ kind }) => kind === 'call-booked')
    expect(sent?.text).toContain('As you asked, I’ve booked this time for you.')
    expect(sent?.text).not.toContain('If you didn’t book')
    app.clock.now += 1
    const again = await book('2027-02-06 23:45')
    expect(again).toMatchObject({ isInHours: false })
    const { calls } = await act(app, 'calls.week', { week: '2027-02-06' })
    expect(calls).toMatchObject([{ id: again.reference, booked_by: 'owner', earlierLeads: 1 }])
  })
})

test.each(engines)('books only one of the owner’s concurrent calls for the same time: $name', async (engine) => {
  const { app, start, other } = await openWithCall(await engine.createPlace())
  const ask = (i: number) => {
    const person = { name: `Caller ${i}`, email: `caller${i}@example.com`, about: '', phone: '' }
    return bookForVisitor(callsOf(app), {
      ...person,
      start: other,
      zone: 'Asia/Kolkata',
      kind: callsOf(app).calls.kinds[0],
    })
  }
  const outcomes = (await Promise.all([1, 2, 3, 4].map(ask))).map((result) =>
    'outcome' in result ? result.outcome : '',
  )
  expect(outcomes.toSorted()).toEqual(['', 'taken', 'taken', 'taken'])
  const rows = await app.database.db.selectFrom('calls').selectAll().where('starts_at', '!=', start).execute()
  expect(rows).toMatchObject([{ starts_at: other, booked_by: 'owner', is_verified: 1 }])
})

test('shows seven days from any day on, including past ones, and refuses an invalid day', async () => {
  const { app, context, start } = await openWithCall(await sqlite.createPlace())
  app.clock.now += 20 * dayMs
  const today = formatInstant(app.clock.now, context.calls.zone).slice(0, 10)
  const thisWeek = await act(app, 'calls.week', { week: today })
  expect(await act(app, 'calls.week', {})).toEqual(thisWeek)
  expect(thisWeek).toMatchObject({ week: today, calls: [] })
  for (const week of ['2026-13-45', 'soon', ''])
    await expect(act(app, 'calls.week', { week })).rejects.toThrow('must be a day like 2026-12-14')
  const then = await act(app, 'calls.week', { week: formatInstant(start, context.calls.zone).slice(0, 10) })
  expect(then.calls).toMatchObject([{ name: ada.name, starts_at: start }])
  expect(then.starts).toHaveLength(8)
  const holidays = await act(app, 'calls.week', { week: '2026-12-30' })
  expect(holidays.hours).toEqual([
    [],
    [],
    [],
    [],
    [],
    [{ from: '14:00', to: '17:00' }],
    expect.objectContaining({ length: 2 }),
  ])
})
