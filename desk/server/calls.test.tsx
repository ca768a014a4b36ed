import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Router } from 'wouter'
import { readFreeTimes } from '../../server/calls/calendar.ts'
import { momentByClock, writtenIn } from '../../server/calls/call-time.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { ada, bookFree, callsOf, openTestApp } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { daysOf } from '../view/calls/days.ts'
import { WeekGrid } from '../view/calls/WeekGrid.tsx'
import { weekOf, weeksLater } from '../view/calls/week.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

const dayMs = 86_400_000

async function openWithCall(place: Awaited<ReturnType<typeof sqlite.createPlace>>) {
  const app = await openTestApp(place)
  // The commands have the clock of the machine.
  app.clock.now = Date.now()
  const deps = callsOf(app)
  const booked = await bookFree(app)
  const other = (await readFreeTimes(deps)).at(-1) ?? 0
  const byClock = (ms: number) => writtenIn(ms, deps.calls.zone).slice(0, 16)
  return { app, deps, ...booked, other, byClock }
}

describe.each(engines)('the owner, on $name,', (engine) => {
  test('moves and cancels a call on the desk with emails to both, and blocks a time and opens it again', async () => {
    const { app, id, start, other, byClock } = await openWithCall(await engine.createPlace())
    const { db } = app.database
    const mails = await db.selectFrom('outbox').select('kind').execute()
    const moved = (to: string) => changes.moveCall(app, { id, to })
    for (const [to, why] of [
      [byClock(start + 366 * dayMs), 'more than a year ahead'],
      ['2020-12-01 14:30', 'That is over already.'],
      [byClock(start), 'It is at that time already.'],
      ['2026-12-01 14:31', 'no time at full five minutes'],
    ] as const)
      await expect(moved(to)).rejects.toThrow(why)
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual(mails)
    for (const to of [start + 364 * dayMs, other]) expect(await moved(byClock(to))).toEqual({ starts_at: to })

    const taken = { from: byClock(other), to: byClock(other + 30 * 60_000), note: '' }
    await expect(changes.block(app, taken)).rejects.toThrow(`Nothing was blocked: ${id} is there.`)
    expect(await changes.cancelCall(app, { id, note: 'ill' })).toEqual({ starts_at: other })
    await expect(changes.cancelCall(app, { id: 'KW-NONE', note: '' })).rejects.toThrow(Refusal)
    const kinds = ['call-cancelled', 'call-cancelled-owner'].map((kind) => ({ kind }))
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual(expect.arrayContaining(kinds))

    const block = await changes.block(app, taken)
    const shown = await reads.calls(app, {})
    expect(shown.calls).toMatchObject([{ id: block.id, isBlock: true }])
    expect(shown.free).toContain(start)
    expect(shown.free).not.toContain(other)
    await changes.unblock(app, block)
    await expect(changes.unblock(app, block)).rejects.toThrow(Refusal)
    expect((await reads.calls(app, {})).free).toContain(other)
  })

  test('does the same by commands, which say why they refuse a time', async () => {
    const place = await engine.createPlace()
    const { id, start, other, byClock } = await openWithCall(place)
    const calls = async (...args: string[]) => Object.values(await runStudio(place, ['calls', ...args])).join(' ')
    const when = byClock(start).replace('T', ' ')
    for (const [args, said] of [
      [[], [id, when, 'booked', ada.name, ada.email].join('\t')],
      [['show', id], ada.email],
      [['times', '--json'], byClock(other)],
      [['feed'], '/call/feed.ics?key='],
      [['move', id, '2020-12-01 14:30'], '1  That is over already.'],
      [['move', 'KW-7GQ4M2XD', byClock(other)], '1  There is no such call'],
      [['block', '2020-12-01 14:00', '2020-12-01 15:00'], '1  That time is over already.'],
      [['move', id, byClock(other)], `0  ${id} is booked`],
      [['cancel', id, 'ill'], `0  ${id} is cancelled`],
      [['--all', '--json'], '"state": "cancelled"'],
    ] as const)
      expect(await calls(...args)).toContain(said)
    const [, block = ''] = /(BL-\S+) is blocked/.exec(await calls('block', when, byClock(start + 3_600_000))) ?? []
    expect(await calls('times', '--json')).not.toContain(byClock(start))
    expect(await calls('unblock', block)).toContain('is open again')
  })
})

test('a week is shown by any of its days, also one that is over, and this one for what is no day', async () => {
  const { app, deps, start } = await openWithCall(await sqlite.createPlace())
  app.clock.now += 20 * dayMs
  const today = writtenIn(app.clock.now, deps.calls.zone).slice(0, 10)
  const thisWeek = await reads.calls(app, { week: today })
  for (const week of [undefined, '2026-13-45', 'soon']) expect(await reads.calls(app, { week })).toEqual(thisWeek)
  expect(thisWeek.calls).toEqual([])
  const then = await reads.calls(app, { week: writtenIn(start, deps.calls.zone).slice(0, 10) })
  expect(then.calls).toMatchObject([{ name: ada.name, starts_at: start }])
  const [monday = Number.NaN, next = 0] = [then.starts[0], then.starts[7]]
  expect(monday <= start && start < next).toBe(true)
})

describe('the calendar', () => {
  const zone = 'Asia/Kolkata'
  const at = (written: string) => momentByClock(written, zone) ?? Number.NaN
  const entry = (id: string, from: string, to: string) => {
    const person = { isHeld: false, name: 'Ada', email: 'ada@example.com', about: '', note: '' }
    return { ...person, id, isBlock: id.startsWith('BL'), starts_at: at(from), ends_at: at(to) }
  }
  const call = entry('KW-1', '2026-11-24 00:30', '2026-11-24 01:00')
  const block = entry('BL-1', '2026-11-25 15:00', '2026-11-27 09:30')
  const next = entry('KW-2', '2026-12-01 10:30', '2026-12-01 11:00')
  const free = ['2026-11-24 18:00', '2026-11-24 18:15', '2026-11-30 08:00'].map(at)
  const starts = [23, 24, 25, 26, 27, 28, 29, 30].map((day) => at(`2026-11-${day} 00:00`))
  const data = { zone, minutes: 30, week: '2026-11-23', starts, free, calls: [call, block, next] }

  test('has each call and free time on its day of the studio’s clock, and is as long as they are', () => {
    const html = renderToStaticMarkup(
      <Router ssrPath="/calls">
        <WeekGrid data={data} chosen="KW-1" />
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
    const { days, from, to } = weekOf(data)
    expect([from, to, days.length]).toEqual([0, 19, 7])
    const spans = days.map((day) => [...day.entries, ...day.free].map((each) => `${each.from}-${each.to}`).join(' '))
    expect(spans).toEqual(['', '0.5-1 18-18.25 18.25-18.75', '15-24', '0-24', '0-9.5', '', ''])
    expect(weekOf({ ...data, calls: [], free: [] })).toMatchObject({ from: 9, to: 17 })
  })

  test('is a list of days on a small screen, and goes over the end of a year', () => {
    const days = daysOf({ calls: [next, call], free, zone })
    expect(days.map(({ date, title, entries, free }) => [date, title, entries.length, free.length])).toEqual([
      ['2026-11-24', 'Tuesday, November 24', 1, 2],
      ['2026-11-30', 'Monday, November 30', 0, 1],
      ['2026-12-01', 'Tuesday, December 1', 1, 0],
    ])
    expect([weeksLater('2026-12-28', 1), weeksLater('2027-01-04', -1)]).toEqual(['2027-01-04', '2026-12-28'])
  })
})
